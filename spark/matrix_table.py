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
        "ReducingIT": "reductions and the program's own combinations stay stock",
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
        "RefusedHooksIT": "grouping and spilling that cannot be hooked",
        "StartUpIT": "banner, refusals, fall-backs"}
# Those of whose programs some run on the tests' own JDK only, where no test chooses another one.
ON_OWN_JDK = ("ClusterGroupingIT", "MLlibIT", "ChangingExecutorsIT", "LargeGroupIT", "ReducingIT", "FullDiskIT", "PackagesIT",
              "SparkTabIT", "ClusterOnTestHeapIT", "RefusedHooksIT", "StartUpIT")
TESTED = "tested"  # the row that has commit and day
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

    def also(self, other):
        """This and what the same class did in another run."""
        return Result(self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped,
                      self.jdks | other.jdks, self.reasons | other.reasons)

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


def added(found, more):
    """What two runs found together. found, more: name of a test class -> Result."""
    return found | {name: found.get(name, Result()).also(result) for name, result in more.items()}


def missing(by_version, classes=tuple(WHAT)):
    """"CLASS on Spark VERSION" of all classes of which a release has no report."""
    return [f"{name} on Spark {version}" for version, found in by_version.items() for name in classes if name not in found]


@dataclass
class Column:
    """What a run of one release has in the table. cells: name of a test class -> text; reasons: why tests were skipped, a line each."""
    cells: dict
    reasons: list


def column(found, tested):
    """The column of a run. found: name of a test class -> Result; tested: commit and day."""
    cells = {TESTED: tested} | {name: str(result) for name, result in found.items()}
    return Column(cells, [f"{name}: {text}" for name, result in found.items() for text in sorted(result.reasons)])


def patched(old, new):
    """A column with the cells of a later run of some classes in place of its own; its first row names these classes. old: may be None."""
    if old is None:
        return new
    later = [name for name in new.cells if name != TESTED]
    kept = [text for text in old.reasons if text.split(":")[0] not in later]
    tested = f"{old.cells[TESTED]}; {', '.join(later)} {new.cells[TESTED]}"
    return Column(old.cells | new.cells | {TESTED: tested}, kept + new.reasons)


def table(columns):
    """The table in Markdown, of release -> Column, and below it why tests were skipped."""
    others = sorted({name for one in columns.values() for name in one.cells} - {TESTED, *WHAT})
    lines = ["| what | tests | " + " | ".join(f"Spark {version}" for version in columns) + " |", "|---|---|" + "---|" * len(columns)]
    for name in [TESTED, *WHAT, *others]:
        cells = [one.cells.get(name, "not run") for one in columns.values()]
        lines.append(f"| {WHAT.get(name, '')} | {name} | {' | '.join(cells)} |")
    reasons = [f"- Spark {version}, {text}" for version, one in columns.items() for text in one.reasons]
    return "\n".join(lines + (["", "Skipped:", "", *reasons] if reasons else [])) + "\n"


def columns_of(page):
    """Release -> Column of the table that the page has."""
    text = page[page.index(BEGIN):page.index(END)]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
    versions = [head.removeprefix("Spark ") for head in rows[0][2:]] if rows else []
    return {version: Column({row[1]: row[2 + at] for row in rows[1:]}, re.findall(rf"^- Spark {re.escape(version)}, (.+)$", text, re.MULTILINE))
            for at, version in enumerate(versions)}


def merged(page, columns):
    """The columns of the page's table with those given in their places, in the order of the releases."""
    every = columns_of(page) | columns
    return {version: every[version] for version in sorted(every, key=lambda version: [int(part) for part in re.findall(r"\d+", version)])}


def with_table(page, text):
    """The page with another text between its marks."""
    return f"{page[:page.index(BEGIN)]}{BEGIN}\n{text}{page[page.index(END):]}"
