# SPDX-License-Identifier: Apache-2.0
"""Order of runs: one warm-up of every setting, rounds in which every setting has its turn, then those with a profiler."""
import statistics
import time
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One setting of one job; `essential` cells (Spillway) are never left out for time."""
    job: object
    setting: object
    essential: bool = False


@dataclass(frozen=True)
class Turn:
    """best_s: the shortest time of the same job so far, None if nothing is known; a run far beyond it may be given up."""
    cell: Cell
    kind: str
    round: int
    best_s: float | None = None


def best_stock(times, cells):
    """For each job the stock cell with the shortest time so far. times: {cell: seconds}."""
    best = {}
    for cell in cells:
        if not cell.essential and cell in times:
            job = cell.job.name
            if job not in best or times[cell] < times[best[job]]:
                best[job] = cell
    return set(best.values())


def keep(cell, times, cells, left_s, rounds_left, winners=None):
    """Whether a cell has a turn in this round. Cells that failed before have none. winners: {job: setting} of the sweep.

    While the time left covers all that remain, all of them have. Otherwise only Spillway, the best stock setting of each job so
    far and the one that won the sweep go on: the others are known to be slower, and their warm-up run stays on record. One slow
    warm-up must not take the winner of the sweep out of the comparison.
    """
    if cell not in times:
        return False
    if cell.essential or cell in best_stock(times, cells) or (winners or {}).get(cell.job.name) == cell.setting.name:
        return True
    return sum(times.values()) * rounds_left <= left_s


def _best_s(times, cell, known):
    job = cell.job.name
    return min((seconds for other, seconds in times.items() if other.job.name == job), default=known.get(job))


def execute(cells, rounds, budget_s, run, clock=time.monotonic, known=None, reserves=(), winners=None, profile=False):
    """Runs everything in order and yields each raw run. run(turn) gives the raw run; its wall_s and status steer the rest.

    profile: at the end a run of Spillway and of the best stock setting of each job with the profiler. It has runs of its own,
    since under a memory limit its own memory slows some settings down far more than others.

    known: {job: seconds} from earlier, for the turns of a job before its first run that finished.
    winners: {job: name of the stock setting that won the sweep}.
    reserves: stock cells that were left out; those of a job take part when no stock cell of it finished its warm-up, since a
    job whose chosen settings all fail must not pass for one that stock cannot run.
    """
    start, times, known, measured = clock(), {}, known or {}, {}

    def warm_up(some):
        for cell in some:
            raw = run(Turn(cell, "warm-up", 0, _best_s(times, cell, known)))
            if raw["status"] == "ok":
                times[cell] = raw["wall_s"]
            yield raw
    yield from warm_up(cells)
    finished = {cell.job.name for cell in best_stock(times, cells)}
    reserves = [cell for cell in reserves if cell.job.name not in finished]
    yield from warm_up(reserves)
    cells = [*cells, *reserves]
    for number in range(1, rounds + 1):
        for cell in cells:
            if keep(cell, times, cells, budget_s - (clock() - start), rounds - number + 1, winners):
                raw = run(Turn(cell, "measured", number, _best_s(times, cell, known)))
                if raw["status"] == "ok":
                    measured.setdefault(cell, []).append(raw["wall_s"])
                else:
                    times.pop(cell)
                yield raw
    if profile:
        medians = {cell: statistics.median(walls) for cell, walls in measured.items()}
        chosen = best_stock(medians, medians)
        for cell in medians:
            if cell.essential or cell in chosen:
                yield run(Turn(cell, "profiled", 0))
