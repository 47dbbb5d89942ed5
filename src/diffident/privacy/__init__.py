# SPDX-License-Identifier: Apache-2.0
"""What a release tells about one person, which noise keeps that small, what it costs. No data, no engine."""
