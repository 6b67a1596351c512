# SPDX-License-Identifier: Apache-2.0
"""Goals of `make bench-balancer` as pure functions of its raw runs. Those that compare with the best split are judged on half of the jobs."""
import math

from . import balancerruns, balancersuite, goals, stats

OURS = balancersuite.OURS
ROUNDS = balancersuite.ROUNDS
NEAR = 1.12      # times the best static split: no job more
LESS, MUCH_LESS = balancersuite.BUDGET_MB / balancersuite.SMALL_MB, balancersuite.BUDGET_MB / balancersuite.LEAST_BUDGET_MB


def balancer(runs, settings):
    """All goals. What was not run at full size counts for no goal; of it only a wrong result does."""
    found = [*_oracle(runs), _elsewhere(runs), _rounds(runs), _decisions(runs), _phases(runs), _default(runs), _one_number(runs),
             _less_memory(runs, "budget", "less DRAM", LESS), _less_memory(runs, "least", "much less DRAM", MUCH_LESS), _cost(runs),
             goals.equal_results(runs, ours, "static splits")]
    if settings.get("scale") != 1.0:
        return [entry if entry["name"] == "equal results" and entry["met"] is False else goals.not_measured(entry) for entry in found]
    return found


def ours(config):
    """Whether a setting has the balancer."""
    return "balancer" in config


def judged(runs, names=balancersuite.JUDGING):
    """{scenario: name of its job} of series `splits` if each of the jobs has had its screening and a turn of ours, else nothing."""
    known = {scenario: job for scenario, job in balancerruns.scenarios(runs, "splits").items() if scenario in names}
    complete = len(known) == len(names) and all(balancerruns.screened(runs, job) for job in known.values())
    return known if complete else {}


def _policy(runs, jobs):
    """A note where the default policy of these jobs was not the one of today, which kept runs of before November 2026 are not."""
    found = {balancerruns.drops(runs, job) for job in jobs}
    return "" if found == {True} else "; of the policy marginal, the default one before it dropped behind scans" if found == {False} else \
        "; some of the policy marginal, the default one before it dropped behind scans"


def _overheads(runs, names):
    ratios = {scenario: balancerruns.overhead(runs, job) for scenario, job in judged(runs, names).items()}
    return ratios if ratios and all(ratios.values()) else {}


def _oracle(runs):
    ratios = _overheads(runs, balancersuite.JUDGING)
    tuned = _overheads(runs, balancersuite.TUNING)
    note = f" (those it was tuned on: {stats.geometric_mean(ratio.value for ratio in tuned.values()):.3f})" if tuned else ""
    policy = _policy(runs, judged(runs).values())
    yield goals.at_most("best split: mean", "within 5% of the best static split, geometric mean of the jobs that judge",
                        stats.geometric_mean(ratio.value for ratio in ratios.values()), 1.05, " times", note + policy)
    worst = _worst(ratios)
    yield goals.at_most("best split: worst", "none of these jobs more than 12% over it", worst and ratios[worst].value, NEAR, " times",
                        worst and f" ({worst}: {ratios[worst]}; {balancerruns.oracle(runs, judged(runs)[worst])}){policy}")


def _elsewhere(runs):
    jobs = _further(runs, ("budget", "devices"))
    ratios = {job: balancerruns.overhead(runs, job) for job in jobs if balancerruns.screened(runs, job)}
    complete = len(ratios) == len(balancersuite.TWO) + len(balancersuite.SCANNING) * len(balancersuite.SPEEDS_MB_S) and all(ratios.values())
    worst = _worst(ratios) if complete else None
    return goals.at_most("best split: other budget and devices", "none of these more than 12% over the best static split", worst and ratios[worst].value, NEAR,
                         " times", worst and f" ({worst}: {ratios[worst]}; {balancerruns.oracle(runs, worst)}; the worst of {len(ratios)}, of which "
                                             f"{sum(ratio.value > NEAR for ratio in ratios.values())} miss it){_policy(runs, jobs)}")


def _further(runs, names=("budget", "devices", "phases")):
    """The jobs of other series that were run, whether in whole or not."""
    return [job for series in names for job in balancerruns.scenarios(runs, series).values()]


def _worst(ratios):
    return max(ratios, key=lambda name: ratios[name].value) if ratios else None


def _rounds(runs):
    pairs = {scenario: ratio.pairs for scenario, ratio in _overheads(runs, balancersuite.JUDGING).items()}
    if pairs:
        pairs.update({job: ratio.pairs for job in _further(runs) if (ratio := balancerruns.overhead(runs, job))})
        default, _ = balancersuite.WHOLE
        pairs.update({job: ratio.pairs for job in _further(runs, ("least",)) if (ratio := balancerruns.against(runs, job, default))})
        pairs.update({job: ratio.pairs for job in _further(runs, ("one-number",)) if (ratio := balancerruns.against_default(runs, job, ours=balancersuite.ALONE))})
    fewest = min(pairs, key=pairs.get) if pairs else None
    return goals.at_least("rounds", f"{ROUNDS} interleaved rounds of each job that judges, and of whatever else was run", fewest and pairs[fewest], ROUNDS, "",
                          f" ({fewest})")


def _decisions(runs):
    counts = {scenario: balancerruns.median_of(runs, job, OURS, balancerruns.decisions) for scenario, job in judged(runs).items()}
    ratios = _overheads(runs, balancersuite.JUDGING)
    # One that never acts is at its last size from the start: what counts is that the job is as fast there as it should be.
    far = {scenario: math.inf for scenario, ratio in ratios.items() if ratio.value > NEAR}
    # One that finished no turn is far, too, and has no count.
    most = max(counts, key={**counts, **far}.get) if ratios and None not in {**counts, **far}.values() else None
    text = f"H1 is near its last size after five decisions at most, and within {NEAR - 1:.0%} of the best split there (median of the rounds, worst job that judges)"
    note = f" ({most}, at {ratios[most].value:.4g} times the best split){_policy(runs, judged(runs).values())}" if most else ""
    return goals.at_most("decisions", text, {**counts, **far}.get(most), 5, "", note)


def _phases(runs):
    jobs = {scenario: job for scenario, job in balancerruns.scenarios(runs, "phases").items() if balancerruns.screened(runs, job)}
    rivals = {scenario: balancerruns.fastest_rival(runs, job) for scenario, job in jobs.items()}
    complete = set(rivals) == set(balancersuite.PHASES) and all(ratio for _, ratio in rivals.values())
    worst = max(rivals, key=lambda scenario: rivals[scenario][1].value) if complete else None
    rival, ratio = rivals[worst] if worst else (None, None)
    measured = worst and f"{ratio} times the time of the one that comes off best, {rival} ({worst}, the worst of {len(rivals)} jobs){_policy(runs, jobs.values())}"
    faster = None if not complete else all(other.high is not None and other.high < 1 for _, other in rivals.values())
    return goals.goal("phases", "faster than every static split on jobs with phases, the whole interval", measured, faster)


def _default(runs):
    ratios, pairs = {}, balancerruns.scenarios(runs, "pairs")
    for scenario, job in judged(runs, (*balancersuite.TUNING, *balancersuite.JUDGING)).items():
        # Five rounds of a split cannot tell 3%: those of series `pairs` count with them.
        also = pairs.get(scenario)
        same = also and balancerruns.drops(runs, also) == balancerruns.drops(runs, job)
        ratios[job] = balancerruns.against_default(runs, job, *([also] if same else []))
    complete = ratios and all(ratios.values())
    if complete:
        ratios.update({job: ratio for job in _further(runs) if (ratio := balancerruns.against_default(runs, job))})
    worst = _worst(ratios) if complete else None
    return goals.at_most("default split", "never more than 3% slower than with three quarters of the budget for H1", worst and ratios[worst].value, 1.03,
                         " times", worst and f" ({worst}: {ratios[worst]}, {ratios[worst].pairs} rounds; the worst of {len(ratios)} scenarios){_policy(runs, ratios)}")


def _one_number(runs):
    jobs = balancerruns.scenarios(runs, "one-number").values()
    found = {job: balancerruns.against_default(runs, job, ours=balancersuite.ALONE) for job in jobs}
    found = {job: ratio for job, ratio in found.items() if ratio}
    complete = len(found) == len(balancersuite.JUDGING) + len(balancersuite.PHASES)
    worst = _worst(found) if complete else None
    return goals.at_most("one number", "with no size of H1 given never more than 3% slower than with three quarters of the budget for it",
                         worst and found[worst].value, 1.03, " times", worst and f" ({worst}: {found[worst]}; the worst of {len(found)} jobs){_policy(runs, found)}")


def _less_memory(runs, series, name, less):
    default, whole = balancersuite.WHOLE
    found = {}
    for scenario, job in balancerruns.scenarios(runs, series).items():
        ratio = balancerruns.against(runs, job, default) if series == "least" or balancerruns.screened(runs, job) else None
        if ratio:
            found[scenario] = ratio, balancerruns.against(runs, job, whole)
    worst = max(found, key=lambda scenario: found[scenario][0].value) if len(found) == len(balancersuite.TWO) else None
    note = worst and f" ({worst}: {found[worst][0]}; against the balancer with all of it {found[worst][1]}){_policy(runs, balancerruns.scenarios(runs, series).values())}"
    return goals.at_most(name, f"with {less:.2f} times less DRAM at most 1.2 times the time of the default split with all of it",
                         worst and found[worst][0].value, 1.2, " times", note)


def _cost(runs):
    shares = {job: balancerruns.median_of(runs, job, OURS, balancerruns.own_share) for job in judged(runs).values()}
    known = shares and None not in shares.values()
    if known:
        others = [*((job, OURS) for job in _further(runs, ("budget", "least", "devices", "phases", "pairs", "scans", "drops"))),
                  *((job, balancersuite.SCANS) for job in _further(runs, ("scans",))),
                  *((job, balancersuite.ALONE) for job in balancerruns.scenarios(runs, "one-number").values())]
        for job, config in others:
            share = balancerruns.median_of(runs, job, config, balancerruns.own_share)
            if share is not None:
                shares[job] = max(share, shares.get(job, 0))
    most = max(shares, key=shares.get) if known else None
    return goals.at_most("own cost", "the balancer's thread takes at most 0.1% of one processor, its log of each sample included",
                         most and 100 * shares[most], 0.1, "%", most and f" ({most}){_policy(runs, shares)}")
