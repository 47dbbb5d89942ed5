# SPDX-License-Identifier: Apache-2.0
"""Pages of proof, pinned to the meaning of the code they speak about. `make repin` pins them to it as it is now.

A page x.proof.md begins, after its title, with one line for each function it proves something about:

    proves: gaussian.Gaussian.loss    fingerprint: 728c6af7b07f    status: re-read 2026-11-19

The first word is a file beside the page, or a dotted path that begins with `diffident.`.
"""

import ast
import hashlib
import re
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

PACKAGE = Path(__file__).parents[2] / "src" / "diffident"
PIN = re.compile(
    r"^proves: (?P<target>\S+) +fingerprint: (?P<pinned>\S+) +status: re-read (?P<read>\S+)$", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Proof:
    """One line of one page."""

    page: Path
    target: str
    pinned: str

    @property
    def now(self) -> str:
        return fingerprint(self.page.parent, self.target)

    def __str__(self) -> str:
        return f"{self.page.name}:{self.target}"


def pages() -> list[Path]:
    return sorted(PACKAGE.rglob("*.proof.md"))


def proofs(page: Path) -> list[Proof]:
    return [Proof(page, pin["target"], pin["pinned"]) for pin in PIN.finditer(page.read_text(encoding="utf-8"))]


def fingerprint(folder: Path, target: str) -> str:
    """Return twelve digits that change with what the target does, not with its comments, docstrings or layout."""
    names = target.split(".")
    if names[0] == "diffident":
        folder, names = PACKAGE, names[1:]
    while (folder / names[0]).is_dir():
        folder, names = folder / names[0], names[1:]
    node: ast.AST = ast.parse((folder / f"{names[0]}.py").read_text(encoding="utf-8"))
    for name in names[1:]:
        node = next(child for child in ast.iter_child_nodes(node) if getattr(child, "name", None) == name)
    return hashlib.sha256(repr(_meaning(node)).encode()).hexdigest()[:12]


def _meaning(node: object) -> object:
    """Return a node as nested tuples, without what is absent, so that every version of Python agrees."""
    if isinstance(node, list):
        return tuple(_meaning(each) for each in node if not _is_text(each))
    if isinstance(node, ast.AST):
        fields = ((name, value) for name, value in ast.iter_fields(node) if value not in (None, []))
        return type(node).__name__, *((name, _meaning(value)) for name, value in fields)
    return repr(node)


def _is_text(node: object) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def repin() -> None:
    today = f"{datetime.now(tz=UTC):%Y-%m-%d}"
    for page in pages():
        text = page.read_text(encoding="utf-8")
        for proof in proofs(page):
            if proof.now != proof.pinned:
                line = f"proves: {proof.target}    fingerprint: {proof.now}    status: re-read {today}"
                text = re.sub(rf"^proves: {re.escape(proof.target)} .*$", line, text, flags=re.MULTILINE)
                print(f"{proof}: {proof.pinned} -> {proof.now}")
        page.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    repin()
