# SPDX-License-Identifier: Apache-2.0
"""A thousand runs of a mixed list on warm servers: each as on plain java, and the server that serves them does not grow. Run by make soak-warm."""
import csv
import json
import os
import signal
import statistics
import subprocess
import time

from conftest import ROOT
from served import assert_same

RUNS = int(os.environ.get("SPILLWAY_WARM_SOAK_RUNS", "1000"))
SETTLED = 50
GROWTH = 1.1
SOURCES = sorted(map(str, (ROOT / "leaky/src/main/java/dev/spillway/leaky").glob("*.java")))
MIXED = [("Ends$Returns", ["a"]), ("State$Statics", []), ("com.sun.tools.javac.Main", ["-d", ".", *SOURCES]), ("Compiled$Sites", []), ("Ends$Hooks", ["exit"]),
         ("State$Logging", []), ("Loading$Hidden", []), ("Threads$Locks", []), ("Ends$Throws", []), ("Compiled$Switches", []), ("State$Net", []),
         ("Loading$Loaders", []), ("Threads$Timeouts", []), ("Ends$DaemonsLeft", []), ("Process$Much", []), ("Late", []), ("Late", ["x"]),
         ("Global$Providers", []), ("Kept$Mapped", []), ("Process$Here", [])]


def sample(pid):
    """What the server has of the system between two runs, in kilobytes and numbers."""
    with open(f"/proc/{pid}/status") as status:
        fields = dict(line.split(":", 1) for line in status)
    return {"rss_kb": int(fields["VmRSS"].split()[0]), "threads": int(fields["Threads"]), "descriptors": len(os.listdir(f"/proc/{pid}/fd"))}


def metaspace_kb(served, pid):
    """Metadata of classes in use, by the VM's performance data."""
    names, values = subprocess.run([served.image / "bin/jstat", "-gc", str(pid)], capture_output=True, text=True, check=True, timeout=60).stdout.splitlines()[:2]
    return float(dict(zip(names.split(), values.split(), strict=True))["MU"])


def test_a_thousand_mixed_runs_do_not_make_the_server_grow(served):
    signal.alarm(600 + 3 * RUNS)
    plain = [served.run("plain", main, arguments) for main, arguments in MIXED]
    served.start()
    ended = len(served.events("ended"))
    rows = []
    for number in range(RUNS):
        main, arguments = MIXED[number % len(MIXED)]
        begun = time.monotonic()
        result = served.run("warm", main, arguments)
        seconds = time.monotonic() - begun
        assert_same(result, plain[number % len(MIXED)], f"run {number} {main}")
        served.await_free()
        pid, = served.pids()
        if number % len(MIXED) == 0:  # by a JVM of its own each time
            metaspace = metaspace_kb(served, pid)
        rows.append({"run": number, "main": main, "seconds": round(seconds, 4), "pid": int(pid), "metaspace_kb": metaspace, **sample(pid)})
    write(rows)
    assert len(served.events("ended")) == ended, served.events("ended")[ended:]
    assert len({row["pid"] for row in rows}) == 1
    # Of whole rounds of the list, since programs differ.
    first, last = rows[SETTLED:SETTLED + 2 * len(MIXED)], rows[-2 * len(MIXED):]
    for what in ("rss_kb", "metaspace_kb", "threads", "descriptors"):
        before, after = (max(row[what] for row in some) for some in (first, last))
        print(f"{what}: {before} after {SETTLED} runs, {after} in the end")
        assert after <= GROWTH * before, (what, before, after)


def write(rows):
    """The samples, and how long runs took early and late, which is for people to judge."""
    out = ROOT / "out/soak-warm"
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "runs.csv", "w", newline="") as file:
        table = csv.DictWriter(file, rows[0])
        table.writeheader()
        table.writerows(rows)
    times = {main: [row["seconds"] for row in rows if row["main"] == main] for main, _ in MIXED}
    summary = {main: {"early": statistics.median(some[2:7]), "late": statistics.median(some[-5:])} for main, some in times.items() if len(some) > 12}
    (out / "speed.json").write_text(json.dumps(summary, indent=1) + "\n")
