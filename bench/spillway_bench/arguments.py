# SPDX-License-Identifier: Apache-2.0
"""Types of options that several commands have."""
import argparse


def count(text):
    """A number from 1 on, or the error that argparse shows."""
    if not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"not a number from 1 on: {text}")
    return int(text)
