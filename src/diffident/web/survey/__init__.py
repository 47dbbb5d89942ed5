# SPDX-License-Identifier: Apache-2.0
"""A survey: from a file of questions to a link, to phones, to estimates with intervals."""
