# SPDX-License-Identifier: Apache-2.0
"""What is reached with a browser: pages that need no third party, and reports that nobody can read back."""
