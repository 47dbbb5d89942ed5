# SPDX-License-Identifier: Apache-2.0
"""The small tables that the lecture notes argue with: two generalised hospital tables, and the staff of a department."""

from typing import Final

NAMES: Final = ("zip", "age", "nation", "condition")

FOUR_ANONYMOUS: Final = (  # Figure 1 of note 002: everybody hides among at least four
    ("130**", "<30", "*", "AIDS"),
    ("130**", "<30", "*", "heart disease"),
    ("130**", "<30", "*", "viral infection"),
    ("130**", "<30", "*", "viral infection"),
    ("130**", ">=40", "*", "cancer"),
    ("130**", ">=40", "*", "heart disease"),
    ("130**", ">=40", "*", "viral infection"),
    ("130**", ">=40", "*", "viral infection"),
    ("130**", "3*", "*", "cancer"),
    ("130**", "3*", "*", "cancer"),
    ("130**", "3*", "*", "cancer"),
    ("130**", "3*", "*", "cancer"),
)

SIX_ANONYMOUS: Final = (  # Figure 2 of note 002: another hospital, at least six
    ("130**", "<35", "*", "AIDS"),
    ("130**", "<35", "*", "tuberculosis"),
    ("130**", "<35", "*", "flu"),
    ("130**", "<35", "*", "tuberculosis"),
    ("130**", "<35", "*", "cancer"),
    ("130**", "<35", "*", "cancer"),
    ("130**", ">=35", "*", "cancer"),
    ("130**", ">=35", "*", "cancer"),
    ("130**", ">=35", "*", "cancer"),
    ("130**", ">=35", "*", "tuberculosis"),
    ("130**", ">=35", "*", "viral infection"),
    ("130**", ">=35", "*", "viral infection"),
)

STAFF_NAMES: Final = ("gender", "position", "department", "ethnicity", "salary")
LONE: Final = ("F", "Faculty", "CSE", "S Asian")  # the row of note 003 that describes one person

STAFF: Final = (  # invented, but for that row
    (*LONE, 91),
    ("F", "Faculty", "CSE", "White", 88),
    ("F", "Faculty", "CSE", "White", 93),
    ("F", "Faculty", "Physics", "S Asian", 84),
    ("F", "Faculty", "Physics", "S Asian", 90),
    ("F", "Student", "CSE", "S Asian", 31),
    ("F", "Student", "CSE", "S Asian", 30),
    ("F", "Student", "CSE", "E Asian", 32),
    ("M", "Faculty", "CSE", "S Asian", 92),
    ("M", "Faculty", "CSE", "S Asian", 89),
    ("M", "Faculty", "CSE", "White", 95),
    ("M", "Faculty", "CSE", "White", 87),
    ("M", "Faculty", "Physics", "White", 86),
    ("M", "Student", "CSE", "S Asian", 30),
    ("M", "Student", "CSE", "White", 31),
    ("M", "Student", "Physics", "White", 29),
)
