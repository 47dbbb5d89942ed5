# SPDX-License-Identifier: Apache-2.0
"""`python -m diffident`: the command without an installed script."""

from diffident.cli import main

if __name__ == "__main__":
    main()
