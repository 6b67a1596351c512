# SPDX-License-Identifier: Apache-2.0
"""Finds the best static splits of a scenario by one run each, then gives them, the default split and the policies their turns."""
from dataclasses import replace

BEST = 3
GIVE_UP, LEAST_WAIT_S = 2.5, 60     # a split that takes so many times the fastest one's time is far from the best three


def rounds(runner, cases, turn, prepare, whole=lambda case: ()):
    """One round of a scenario; the screening comes first unless there is one. cases: the only one of the scenario.

    prepare: case -> the case with its inputs. whole: case -> (case, setting) pairs that take turns as well.
    """
    case = prepare(cases[0])
    static = [setting for setting in case.settings if not setting.is_balanced()]
    kept = best(screened(runner, case, static))
    default = max(static, key=lambda setting: setting.heap_mb)
    turns = [(case, setting) for setting in case.settings if setting.is_balanced() or setting.name in kept or setting == default]
    take_turns(runner, [*turns, *whole(case)], turn)


def take_turns(runner, turns, turn):
    """Runs (case, setting) pairs in a round. Each round begins with another one: the first after a pause finds a colder machine."""
    first = (turn - 1) % len(turns)
    for own, setting in turns[first:] + turns[:first]:
        runner.run(own, setting, turn)


def screened(runner, case, settings):
    """One run of each static split, from the largest H1 down: {name: raw run}."""
    found = {run["config"]: run for run in runner.swept(case) if run["status"] != "not measured"}
    for setting in sorted(settings, key=lambda setting: -setting.heap_mb):
        if setting.name not in found:
            limits = replace(case.limits, timeout_s=_patience(case.limits.timeout_s, found.values()))
            found[setting.name] = runner.run(replace(case, limits=limits), setting, 0, "sweep")
    return found


def _patience(timeout_s, runs):
    fastest = min((run["wall_s"] for run in runs if run["status"] == "ok"), default=timeout_s)
    return min(timeout_s, max(LEAST_WAIT_S, GIVE_UP * fastest))


def best(found, count=BEST):
    """Names of the fastest runs that ended well."""
    timed = sorted((run["result"]["phases_s"]["job"], name) for name, run in found.items() if run["status"] == "ok")
    return [name for _, name in timed[:count]]
