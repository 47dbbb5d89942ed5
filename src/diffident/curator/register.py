# SPDX-License-Identifier: Apache-2.0
"""Which data belong to an account: a source is bound to one promise, as one person's rows, at a published version."""

from dataclasses import dataclass

from diffident.curator.declaration import Declaration
from diffident.curator.source import Source
from diffident.errors import Refused
from diffident.ledger.accounts import SourceChanged, SourceUnknown
from diffident.ledger.ledger import Ledger


class PersonDiffers(Refused):
    """Other people than those whom the promise was made to."""

    code = "person_differs"
    sentence = "The table {table} belongs to {account} as the rows of somebody else than its {given}."
    remedy = (
        "Declare the person as it was, since answers were paid for under it; for other people, take another ledger."
    )


@dataclass(frozen=True, slots=True)
class Registered:
    """A table that belongs to an account."""

    declaration: Declaration
    source: Source
    version: int


def registered(ledger: Ledger, account: str, declaration: Declaration, source: Source, *, is_new: bool) -> Registered:
    """Bind a source to an account, or find it bound with the same person and contents; publish it anew if `is_new`.

    Guarantee:
        Rows under this name are answered about only in this account, as rows of the person that was declared first,
        and with the contents of the version that goes into the keys of answers.
    Because:
        The ledger keeps for good to whom a name belongs and refuses another account; it compares the person, and the
        contents unless a steward publishes them anew, which moves the version whatever they are.
    Checked by: tests/curator/test_account.py::TestAnAccount::test_refuses_another_person_in_the_same_rows
    """
    _same_person(ledger, account, declaration, source)
    return Registered(declaration, source, _version(ledger, account, source, is_new=is_new))


def _same_person(ledger: Ledger, account: str, declaration: Declaration, source: Source) -> None:
    try:
        ledger.bind_source(account, f"{source.name}: whose rows", declaration.whose)
    except SourceChanged:
        raise PersonDiffers(table=declaration.name, account=account, given=declaration.whose) from None


def _version(ledger: Ledger, account: str, source: Source, *, is_new: bool) -> int:
    if is_new and _is_bound(ledger, account, source):
        return ledger.new_version(account, source.name, source.content)
    return ledger.bind_source(account, source.name, source.content)


def _is_bound(ledger: Ledger, account: str, source: Source) -> bool:
    try:
        ledger.version(account, source.name)
    except SourceUnknown:
        return False
    return True
