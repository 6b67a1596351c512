# SPDX-License-Identifier: Apache-2.0
"""The compatibility table of the plug-in: what the reports of a run say, a row for each class of integration tests."""
import re
import xml.etree.ElementTree as ElementTree
from dataclasses import dataclass, field

# What each class tests; the rows are in this order.
WHAT = {"GroupingIT": "leaky buffer, every operation against stock, with spills",
        "ClusterGroupingIT": "leaky buffer on two executors, one killed; standalone cluster",
        "RandomGroupingIT": "random jobs and queries against stock, also with eager spill and Java's serializer",
        "MLlibIT": "MLlib with its groups and joins leaky against stock",
        "ChangingExecutorsIT": "speculation, decommission, executors with and without the hooks",
        "LargeGroupIT": "a key with more than 2 GiB",
        "EagerSpillIT": "eager spill, both laws",
        "GcClockIT": "moving to H2 is no garbage collection to eager spill",
        "FullDiskIT": "spills onto a full disk",
        "PackagesIT": "the jar by --packages",
        "SparkTabIT": "tab, events, History Server",
        "LocalCachingIT": "cache in H2, one JVM; stock behaviour on other JDKs",
        "ClusterCachingIT": "cache in H2 on two executors, one killed",
        "StandaloneIT": "cache in H2 on a standalone cluster",
        "LargeDataIT": "cache in H2, more data than memory",
        "MemoryBalancerIT": "Spark's memory follows the first heap",
        "ClusterOnTestHeapIT": "cache on two executors with a stand-in for H2",
        "StartUpIT": "banner, refusals, fall-backs"}
BEGIN, END = "<!-- begin of what make test-matrix writes -->", "<!-- end of what make test-matrix writes -->"
# Printed by the tests' harness for each program it starts.
JDK = re.compile(r"^JDK of a program: (.+)$", re.MULTILINE)


@dataclass
class Result:
    """What a class of tests did on one release."""
    passed: int = 0
    failed: int = 0
    skipped: int = 0
    jdks: set = field(default_factory=set)
    reasons: set = field(default_factory=set)

    def add(self, case):
        """Adds a testcase element of a report."""
        skipped = case.find("skipped")
        if skipped is not None:
            self.skipped += 1
            self.reasons.add(reason(skipped.get("message") or skipped.text or "no reason given"))
            return
        bad = case.find("failure") is not None or case.find("error") is not None
        self.failed += bad
        self.passed += not bad
        for output in case.iter("system-out"):
            self.jdks.update(JDK.findall(output.text or ""))

    def __str__(self):
        counts = ((self.passed, "pass"), (self.failed, "FAIL"), (self.skipped, "skipped"))
        jdks = f" ({', '.join(sorted(self.jdks))})" if self.jdks else ""
        return ", ".join(f"{n} {word}" for n, word in counts if n) + jdks


def reason(message):
    """Why a test was skipped, without the exception that said so."""
    return re.sub(r"^\S*TestAbortedException: (Assumption failed: )?", "", message.strip()).splitlines()[0]


def read(directories):
    """Name of a test class -> Result, from the reports in the directories."""
    found = {}
    for report in sorted(path for directory in directories for path in directory.glob("TEST-*.xml")):
        for case in ElementTree.parse(report).getroot().iter("testcase"):
            found.setdefault(case.get("classname").rsplit(".", 1)[-1], Result()).add(case)
    return found


def missing(by_version):
    """"CLASS on Spark VERSION" of all classes of which a release has no report."""
    return [f"{name} on Spark {version}" for version, found in by_version.items() for name in WHAT if name not in found]


def table(by_version):
    """The table in Markdown, a column for each release, and below it why tests were skipped."""
    others = sorted({name for found in by_version.values() for name in found} - set(WHAT))
    lines = ["| what | tests | " + " | ".join(f"Spark {version}" for version in by_version) + " |", "|---|---|" + "---|" * len(by_version)]
    for name in [*WHAT, *others]:
        cells = [str(found.get(name, "not run")) for found in by_version.values()]
        lines.append(f"| {WHAT.get(name, '')} | {name} | {' | '.join(cells)} |")
    reasons = [f"- {name} on Spark {version}: {text}" for version, found in by_version.items()
               for name, result in found.items() for text in sorted(result.reasons)]
    return "\n".join(lines + (["", "Skipped:", "", *reasons] if reasons else [])) + "\n"


def versions_of(page):
    """The releases that have a column in the page's table."""
    return set(re.findall(r"\| Spark (\S+)(?= \|)", page[page.index(BEGIN):page.index(END)]))


def lost(page, by_version):
    """The releases whose columns the page would lose, because they were not run or not built."""
    return sorted(versions_of(page) - {version for version, found in by_version.items() if found})


def with_table(page, text):
    """The page with another text between its marks."""
    return f"{page[:page.index(BEGIN)]}{BEGIN}\n{text}{page[page.index(END):]}"
