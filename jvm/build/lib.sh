# SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
# Sourced by every build script: paths, settings, messages, timed stages, logged commands.
# shellcheck shell=bash
# shellcheck disable=SC2034  # the variables are for the sourcing script

set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${SPILLWAY_CACHE:-$HOME/.cache/spillway}
logs=$root/build/logs
jdk=$root/build/jdk
jobs=${JOBS:-$(nproc)}
version=$(cat "$root/VERSION")
# shellcheck source=jvm/build/version
pinned=$(. "$root/jvm/build/version" && echo "$JDK_VERSION")
export SPILLWAY_T0=${SPILLWAY_T0:-$(date +%s)}

mkdir -p "$cache" "$logs" "$jdk"

elapsed() { local s=$(($(date +%s) - SPILLWAY_T0)); printf '%d:%02d' $((s / 60)) $((s % 60)); }

say() { printf '[%6s] %s\n' "$(elapsed)" "$*" >&2; }

# One clear message; the arguments after the first are the ways out.
die() {
  printf 'error: %s\n' "$1" >&2
  shift
  if (($#)); then printf '       %s\n' "$@" >&2; fi
  exit 1
}

# logged NAME COMMAND...: full output to build/logs/NAME.log, a sign of life every minute, the tail on failure.
logged() {
  local log=$logs/$1.log name=$1 pid rc=0 waited=0
  shift
  "$@" >"$log" 2>&1 9>&- & # 9 is the lock of jvm/build/image, which a server of make would keep
  pid=$!
  # shellcheck disable=SC2064  # the pid of now is meant
  trap "kill $pid 2>/dev/null; exit 130" INT TERM
  while kill -0 "$pid" 2>/dev/null; do
    sleep 1
    waited=$((waited + 1))
    if ((waited % 60 == 0)); then say "  $name: $(progress_of "$log")"; fi
  done
  wait "$pid" || rc=$?
  trap - INT TERM
  ((rc == 0)) && return 0
  tail -n 40 "$log" >&2
  die "$name failed with status $rc" "full output: ${log#"$root"/}"
}

# Last line of a log that says something, cut to a screen's width.
progress_of() { grep -v '^[[:space:]]*$' "$1" | tail -n 1 | cut -c1-100 || true; }
