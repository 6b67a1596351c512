#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Fetches a Spark release for tests: the pyspark package of PyPI, which is a whole distribution. Prints its directory.
#   spark/fetch-spark.sh <version>
set -eu

version=${1:?usage: spark/fetch-spark.sh <Spark version, such as 4.2.1>}
target="${SPILLWAY_CACHE:-$HOME/.cache/spillway}/spark-$version"
if [ ! -e "$target/pyspark/jars/spark-core_2.13-$version.jar" ]; then
    # A half-fetched release must not look like a whole one.
    partial="$target.partial"
    rm -rf "$partial" "$target"
    mkdir -p "$partial"
    python3 -m pip install --quiet --no-deps --no-compile --target "$partial" "pyspark==$version" >&2
    mv "$partial" "$target"
fi
printf '%s\n' "$target/pyspark"
