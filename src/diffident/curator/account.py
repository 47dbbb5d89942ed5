# SPDX-License-Identifier: Apache-2.0
"""Under what a question is asked: a promise, the published versions of the data, and a purpose that is known."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diffident.consent.limit import VERSION
from diffident.curator.certificate import FOR_EVER, THIS_PROCESS
from diffident.curator.parts import Chosen
from diffident.errors import Refused
from diffident.privacy.accounting.budget import Budget
from diffident.question.catalog import Catalog

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


class PurposeUnknown(Refused):
    """A question without a purpose, or with one that nobody set anything aside for."""

    code = "purpose_unknown"
    sentence = "{given} is no purpose of {curator}, which keeps these apart: {known}."
    remedy = "Ask with purpose= and one of them."


@dataclass(frozen=True, slots=True)
class Account:
    """Under which promise a question is asked, of which versions of which data, and for which purpose."""

    curator: str
    budget: Budget
    versions: Mapping[str, int]
    sources: Mapping[str, str]
    purpose: str | None
    lasts: str
    part: Chosen | None = None


def account_of(curator: "Curator", catalog: Catalog, purpose: str | None) -> Account:
    """Return what a question for a purpose is asked under, or refuse the purpose."""
    if curator.purposes and purpose not in curator.purposes:
        raise PurposeUnknown(given=ascii(purpose), curator=curator.name, known=", ".join(curator.purposes))
    return Account(
        curator=curator.name,
        budget=curator.promise,
        versions=dict.fromkeys(catalog.tables, VERSION) | {name: one.version for name, one in curator.tables.items()},
        sources={name: one.source.name for name, one in curator.tables.items()},
        purpose=purpose,
        lasts=THIS_PROCESS if curator.ledger.store.path is None else FOR_EVER,
        part=curator.part,
    )
