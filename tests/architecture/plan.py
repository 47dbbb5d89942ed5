# SPDX-License-Identifier: Apache-2.0
"""The tree of rooms as ARCHITECTURE.md shows it. `make map` draws it anew."""

import ast
import re

from architecture.tree import MODULES, ROOT

PAGE = ROOT / "ARCHITECTURE.md"
DRAWING = re.compile(r"(?<=```text\n)src/diffident/\n.*?(?=```)", re.DOTALL)
COLUMN = 34


def drawn():
    """Return one line for each room and file: its name, indented by depth, and the first line it says about itself."""
    listed = sorted(MODULES, key=lambda module: (module.path.parent, module.path.name != "__init__.py", module.name))
    lines = [_line(module) for module in listed]
    return "\n".join(["src/diffident/", *lines, ""])


def _line(module):
    *rooms, last = module.name.split("/")
    is_room = last == "__init__.py" and rooms
    name = f"{rooms.pop()}/" if is_room else last
    said = (ast.get_docstring(module.tree) or "?").splitlines()[0]
    return f"{'  ' * (len(rooms) + 1) + name:{COLUMN}}{said}"


def written():
    return DRAWING.search(PAGE.read_text(encoding="utf-8"))[0]


if __name__ == "__main__":
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page.replace(written(), drawn()), encoding="utf-8")
