# SPDX-License-Identifier: Apache-2.0
"""What a person takes home: the record of what was said, and all that the notice told, as ISO/IEC TS 27560 lists it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from diffident.consent.notice import Notice
from diffident.consent.record import Record
from diffident.exact import canonical

SCHEMA: Final = "ISO/IEC TS 27560:2023, diffident 1"
LABELS: Final = {
    "schema_version": "form",
    "record_id": "record",
    "receipt_id": "receipt",
    "pii_principal_id": "person",
    "purpose": "purpose",
    "state": "said",
    "event_time": "at",
    "valid_until": "holds until",
    "entity": "said by",
    "type": "in which way",
    "privacy_notice": "notice",
    "notice_version": "version",
    "language": "language",
    "personal_data": "data",
    "controllers": "who decides",
    "storage_location": "kept in",
    "retention": "kept for",
    "jurisdiction": "law of",
    "recipients": "who gets it",
    "withdrawal_method": "to withdraw",
}


@dataclass(frozen=True, slots=True)
class Receipt:
    """A record, the notice that it refers to, and the hash of the ledger when it was kept.

    The hash proves that it was: whoever holds it finds it in the ledger. The number of the entry is not told, for
    between two receipts it would count what other people said.
    """

    record: Record
    notice: Notice
    ledger: str

    @property
    def id(self) -> str:
        """The number of the receipt: a digest of the record and its place in the ledger."""
        return canonical.digest([self.record.id, self.ledger])

    def as_json(self) -> dict[str, Any]:
        """Return the receipt as plain data, in the sections of the standard."""
        record, notice = self.record, self.notice
        return {
            "header": {
                "schema_version": SCHEMA,
                "record_id": record.id,
                "receipt_id": self.id,
                "pii_principal_id": record.person,
            },
            "processing": {
                "privacy_notice": notice.text,
                "notice_version": notice.version,
                "language": notice.language,
                "purpose": record.purpose,
                "personal_data": list(notice.personal_data),
                "controllers": [party.name for party in notice.controllers],
                "storage_location": notice.storage,
                "retention": notice.retention,
                "jurisdiction": notice.jurisdiction,
                "recipients": list(notice.recipients),
                "withdrawal_method": notice.withdrawal,
            },
            "parties": [
                {"id": f"controller {place}", **_renamed(asdict(party))}
                for place, party in enumerate(notice.controllers, 1)
            ],
            "event": {
                "event_time": record.at.isoformat(),
                "valid_until": record.until.isoformat(),
                "entity": record.by,
                "type": record.how,
                "state": record.state.value,
            },
            "ledger": self.ledger,
        }

    def __str__(self) -> str:
        said = self.as_json()
        fields = {**said["header"], **said["event"], **said["processing"]}
        rows = [(label, _line(fields[field])) for field, label in LABELS.items()]
        rows += [("reached at", f"{party.name}, {party.address}, {party.contact}") for party in self.notice.controllers]
        return "\n".join(f"  {label:13} {value}" for label, value in (*rows, ("ledger", self.ledger)))


def _renamed(party: Mapping[str, str]) -> dict[str, str]:
    return {"type" if field == "kind" else field: said for field, said in party.items()}


def _line(said: object) -> str:
    return ", ".join(map(str, said)) if isinstance(said, list) else str(said)
