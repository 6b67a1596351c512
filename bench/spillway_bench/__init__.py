# SPDX-License-Identifier: Apache-2.0
"""Benchmarks of Spillway: run real JVMs under real memory limits, keep every raw run, derive goals from them."""
