# SPDX-License-Identifier: Apache-2.0
"""An audit of this installation: every check, what it found, and how often it would alarm falsely."""

import platform
from dataclasses import dataclass
from typing import Final

import diffident
from diffident.lab.audit import CHECKS
from diffident.lab.audit.finding import Finding, timed
from diffident.show.page import page
from diffident.show.picture import Axis, Hue, Picture, Points
from diffident.show.text import number, table

NIGHTS: Final = 365
TITLE: Final = "What this installation claims, and what can be proven of it"
VERSION: Final = 1


@dataclass(frozen=True, slots=True)
class Audited:
    """All findings of an audit."""

    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether nothing was refuted and every check could be made."""
        return all(each.holds for each in self.findings)

    @property
    def false_alarm(self) -> float:
        """How often at most a sound installation is said to be broken by one audit: the sum of all checks."""
        return sum(each.false_alarm for each in self.findings)

    @property
    def seconds(self) -> float:
        """How long it took."""
        return sum(each.seconds for each in self.findings)

    def as_json(self) -> dict[str, object]:
        """Return the audit as plain data."""
        return {
            "version": VERSION,
            "diffident": diffident.__version__,
            "python": platform.python_version(),
            "system": platform.platform(),
            "holds": self.holds,
            "false_alarm": self.false_alarm,
            "false_alarm_a_year": self.false_alarm * NIGHTS,
            "seconds": round(self.seconds, 1),
            "findings": [each.as_json() for each in self.findings],
        }

    def __str__(self) -> str:
        rows = [
            [each.way, each.item[:60], each.claimed, each.proven, "holds" if each.holds else "BROKEN", each.told]
            for each in self.findings
        ]
        broken = sum(not each.holds for each in self.findings)
        last = "Nothing was refuted." if not broken else f"{broken} of {len(rows)} items do not hold."
        names = ["by", "item", "claimed", "proven at least", "", "seen"]
        alarms = f"{self.false_alarm * NIGHTS:.2g}"
        return (
            f"{table(names, rows)}\n\n  {last} Took {self.seconds:.0f} s. One audit a night alarms falsely with probability {alarms} a "
            "year.\n  Black boxes cannot be proven private by looking: exact masses are a proof, all else is a search for a refutation."
        )

    def html(self) -> bytes:
        """Return a page with what was claimed and proven as a picture and a table, and every finding in words."""
        return page(TITLE, [(self.picture, None)], {"Every finding": str(self)})

    @property
    def picture(self) -> Picture:
        """What was proven of each item that states an epsilon, beside what was claimed."""
        stated = [each for each in self.findings if each.claimed is not None and each.proven is not None]
        places = tuple(float(place) for place in range(len(stated)))
        proven = tuple(max(each.proven or 0.0, 0.0) for each in stated)
        return Picture(
            title=TITLE,
            sentence=(
                f"{len(stated)} items state an epsilon; what was proven of each lies between "
                f"{number(min(p / float(e.claimed or 1) for p, e in zip(proven, stated, strict=True)), 2)} and "
                f"{number(max(p / float(e.claimed or 1) for p, e in zip(proven, stated, strict=True)), 4)} of what was claimed."
            ),
            x=Axis(name="item", unit="number"),
            y=Axis(name="epsilon", unit="proven at least, up to claimed"),
            marks=(
                Points(
                    label="proven, up to claimed",
                    hue=Hue.NOISE,
                    x=places,
                    y=proven,
                    low=proven,
                    high=tuple(float(each.claimed or 0) for each in stated),
                    names=tuple(f"{each.item} ({each.way})" for each in stated),
                ),
            ),
        )


def audit() -> Audited:
    """Make every check on this installation."""
    return Audited(tuple(finding for check in CHECKS for finding in timed(check.checked, item="all", way=check.WAY)))
