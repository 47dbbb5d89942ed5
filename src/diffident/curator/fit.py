# SPDX-License-Identifier: Apache-2.0
"""A model learns where a question is answered: on the same walk, from the same promise, into the same ledger."""

from typing import TYPE_CHECKING

from diffident.consent.limit import Policy, limit
from diffident.curator.account import account_of
from diffident.curator.terms import L, Terms
from diffident.question.facts import protected
from diffident.question.words import Table
from diffident.question.words.rows import leaves

if TYPE_CHECKING:
    from diffident.curator.curator import Curator


def fitted(curator: "Curator", model: L, examples: str, *, target: str | None = None, purpose: str | None = None) -> L:
    """Pay, and let a model of `diffident.learn` learn from the rows that a SELECT names; nobody is shown them.

    What was learned before under the same terms is read again for nothing.
    """
    policy = curator.consent.policy(purpose)
    offer = model.offer(terms(curator, examples, purpose, policy), target)
    model.adopt(curator.paid(offer, policy))
    return model


def shared(curator: "Curator", _: object = None) -> "Curator":
    """Return the same curator: a handle on an account, so whoever copies a model copies no budget."""
    return curator


def terms(curator: "Curator", asked: str, purpose: str | None, policy: Policy | None) -> Terms:
    """Return what a model is told of the rows that a text selects; no row is read."""
    from diffident.question.sql import examples  # noqa: PLC0415 - slow to import

    found, catalog = examples(asked, curator.catalog), curator.catalog
    if policy is not None:
        found, catalog = limit(found, catalog, policy)
    account = account_of(curator, catalog, purpose)
    used = [leaf.name for leaf in leaves(found.rows) if isinstance(leaf, Table)]
    return Terms(
        examples=found,
        facts=found.facts(catalog),
        rows_per_person=found.rows_per_person(catalog),
        person=str(found.rows.person),
        account=account.curator,
        budget=account.budget,
        delta=account.budget.delta_per_question,
        expected_people=protected(found.rows, catalog).expected_people,
        versions={name: account.versions[name] for name in used},
        sources={name: account.sources[name] for name in used if name in account.sources},
        purpose=purpose,
        lasts=account.lasts,
        asked=asked,
    )
