# SPDX-License-Identifier: Apache-2.0
"""The source as trees: what the other tests of this room look at."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "diffident"
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True, slots=True)
class Module:
    """One source file."""

    path: Path
    text: str
    tree: ast.Module

    @property
    def name(self) -> str:
        return self.path.relative_to(PACKAGE).as_posix()

    @property
    def dotted(self) -> str:
        parts = self.path.relative_to(PACKAGE.parent).with_suffix("").parts
        return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Definition:
    """One function or method, and the class or function it stands in."""

    module: Module
    owner: ast.ClassDef | Function | None
    node: Function

    @property
    def body(self) -> list[ast.stmt]:
        return self.node.body[1:] if ast.get_docstring(self.node) is not None else self.node.body

    @property
    def length(self) -> int:
        return self.body[-1].end_lineno - self.body[0].lineno + 1 if self.body else 0

    @property
    def is_abstract(self) -> bool:
        decorators = {ast.unparse(decorator) for decorator in self.node.decorator_list}
        bases = self.owner.bases if isinstance(self.owner, ast.ClassDef) else ()
        return any(ast.unparse(base).startswith("Protocol") for base in bases) or bool(
            decorators & {"abstractmethod", "overload"}
        )

    def __str__(self) -> str:
        owner = f"{self.owner.name}." if self.owner else ""
        return f"{self.module}:{owner}{self.node.name}"


def _modules() -> Iterator[Module]:
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        yield Module(path, text, ast.parse(text))


def _definitions(module: Module, node: ast.AST, owner: ast.AST | None = None) -> Iterator[Definition]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield Definition(module, owner, child)
        yield from _definitions(module, child, child if isinstance(child, ast.ClassDef | Function) else owner)


MODULES = tuple(_modules())
DEFINITIONS = tuple(found for module in MODULES for found in _definitions(module, module.tree))
