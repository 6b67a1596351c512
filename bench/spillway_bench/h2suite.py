# SPDX-License-Identifier: Apache-2.0
"""What `make bench-h2` runs: one function per series, all sizes times `scale` (1 is the full size, tests use little)."""
from .h2jvm import Variant

SIZES_GB = (1, 2, 4, 8)
BUDGETS_MS = (50, 100, 200, 500)
_ONE_THREAD = ("-XX:ParallelGCThreads=1",)


def series(scale):
    """Every series by name: {name: [variants]}."""
    made = [full_gc, full_gc_other, young_clean, young_dirty, moves, budgets, access, larger_than_dram, empty, labels, dying,
            threads, hints]
    return {function.__name__.replace("_", "-"): function(lambda mb: max(8, int(mb * scale))) for function in made}


def full_gc(size):
    """Full GC against GB of cached data in H1 and in H2, nothing else alive."""
    found = []
    for gb in SIZES_GB:
        mb = size(gb * 1024)
        arguments = {"mb": mb, "other-mb": 0, "collections": 3}
        found.append(Variant("full-gc", f"H1 {gb} GB", "full-gc", {**arguments, "place": "h1"}, int(mb * 1.1) + 700, gb))
        # H1 has to hold the data until they have moved.
        found.append(Variant("full-gc", f"H2 {gb} GB", "full-gc", {**arguments, "place": "h2", "collections": 40},
                             int(mb * 1.1) + 700, gb, h2_mb=_h2(mb)))
    return found


def full_gc_other(size):
    """Full GC beside 500 MB of other live data: with 4 GB in H2, and without them."""
    mb, other = size(4096), size(500)
    heap = int(mb * 1.1) + other + 700
    arguments = {"other-mb": other, "collections": 5}
    return [Variant("full-gc-other", "other alone", "full-gc", {**arguments, "mb": 0}, heap, 0, h2_mb=_h2(mb)),
            Variant("full-gc-other", "other and 4 GB in H2", "full-gc", {**arguments, "mb": mb, "place": "h2"}, heap, 4, h2_mb=_h2(mb))]


def young_clean(size):
    """Young GC with one GC thread (its pause is its CPU time) against GB of clean H2."""
    return [Variant("young-clean", f"{gb} GB", "young-gc", {"mb": size(gb * 1024), "place": "h2", "young-mb": size(256)},
                    int(size(gb * 1024) * 1.1) + 700, gb, h2_mb=_h2(size(gb * 1024)), jvm=(*_ONE_THREAD, f"-Xmn{size(300)}m"))
            for gb in SIZES_GB]


def young_dirty(size):
    """The same with 2 GB in H2 of which a part is dirty."""
    mb = size(2048)
    return [Variant("young-dirty", f"{part} MB dirty", "young-gc",
                    {"mb": mb, "dirty-mb": size(part) if part else 0, "place": "h2", "young-mb": size(256)}, int(mb * 1.1) + 700,
                    part, h2_mb=_h2(mb), jvm=(*_ONE_THREAD, f"-Xmn{size(300)}m")) for part in (0, 64, 256, 1024)]


def moves(size):
    """Throughput of moving, on the disk and on tmpfs."""
    return [Variant("moves", f"{gb} GB to {where}", "move", {"mb": size(gb * 1024)}, int(size(gb * 1024) * 1.1) + 700, gb,
                    h2_mb=_h2(size(gb * 1024)), h2_on=where) for gb in (1, 2, 4) for where in ("disk", "tmpfs")]


def budgets(size):
    """Pauses of moving collections with a budget."""
    mb = size(2048)
    return [Variant("budgets", f"{ms} ms", "move", {"mb": mb}, int(mb * 1.1) + 700, ms, h2_mb=_h2(mb),
                    jvm=(f"-XX:SecondHeapPauseBudget={ms}",)) for ms in BUDGETS_MS]


def access(size):
    """Reading 2 GB in H1, in cached H2 and in cold H2; and what the device gives.

    Cold: the program has its own group emptied of pages, so it needs one, with a limit that never presses.
    """
    mb = size(2048)
    heap = int(mb * 1.1) + 700
    return [Variant("access", "H1", "access", {"mb": mb, "place": "h1"}, heap),
            Variant("access", "H2", "access", {"mb": mb, "place": "h2"}, heap, h2_mb=_h2(mb)),
            Variant("access", "H2 tmpfs", "access", {"mb": mb, "place": "h2"}, heap, h2_mb=_h2(mb), h2_on="tmpfs"),
            Variant("access", "H2 cold", "access", {"mb": mb, "place": "h2", "cold": 1, "passes": 1, "reads": 1000}, heap,
                    h2_mb=_h2(mb), limit_mb=heap + mb * 2 + 1024),
            Variant("access", "device", "device", {"mb": mb, "directory": "{scratch}"}, 256)]


def larger_than_dram(size):
    """Caching and scanning data twice as large as the memory limit: in H2, in a heap on a file, in a heap over swap."""
    mb, h1 = size(3072), size(800)
    # Everything the process has counts. A JVM needs some 200 MB beside its heap, which matters at small scales only.
    limit = max(size(1536), h1 + 200)
    block_by_block = {"mb": mb, "place": "h2", "garbage-mb": 8, "settle": 0, "scans": 3}
    return [Variant("larger-than-dram", "H2", "stream", block_by_block, h1, h2_mb=_h2(mb), limit_mb=limit,
                    jvm=(f"-XX:SecondHeapMoveTrigger={size(200)}m",)),
            Variant("larger-than-dram", "AllocateHeapAt", "stream", {**block_by_block, "place": "h1"}, int(mb * 1.1) + 500,
                    jdk="stock", limit_mb=limit, jvm=("-XX:AllocateHeapAt={scratch}",)),
            Variant("larger-than-dram", "swap", "stream", {**block_by_block, "place": "h1"}, int(mb * 1.1) + 500,
                    jdk="stock", limit_mb=limit, swap_mb=int(mb * 1.5))]


def empty(size):
    """Work and full GC of a JVM whose H2 is on but empty, off, and of the stock JVM: short runs, many of them, for 1%."""
    mb = size(256)
    arguments = {"mb": mb, "steps": size(8192) * 1000, "collections": 15}
    common = {"heap_mb": int(mb * 1.5) + 700, "repeat": 4, "jvm": ("-XX:+AlwaysPreTouch",)}
    return [Variant("empty", "stock", "churn", arguments, jdk="stock", **common),
            Variant("empty", "off", "churn", arguments, **common),
            Variant("empty", "on but empty", "churn", arguments, h2_mb=_h2(1024), **common)]


def labels(size):
    """Waste of many small labels against the region size."""
    found = []
    for region in (1, 4, 16, 64, 256):
        count = min(size(1000), 16384 // region)
        found.append(Variant("labels", f"{region} MB regions", "labels", {"labels": count, "kb": 1024}, int(count * 1.5) + 700, region,
                             h2_mb=max(2048, int(count * max(region, 1) * 1.1)), jvm=(f"-XX:SecondHeapRegionSize={region}m",)))
    return found


def dying(size):
    """Garbage that stays in regions with live objects, against the region size: labels of log-normal sizes, half of them dead."""
    mb = size(1024)
    return [Variant("dying", f"{region} MB regions", "dying", {"mb": mb, "median-kb": size(1024)}, int(mb * 1.5) + 700, region,
                    h2_mb=_h2(mb) + 8 * region, jvm=(f"-XX:SecondHeapRegionSize={region}m",)) for region in (1, 4, 16, 64, 256)]


def threads(size):
    """Moving with 1, 2 and 4 GC threads and several data sizes."""
    return [Variant("threads", f"{n} threads, {gb} GB", "move", {"mb": size(gb * 1024)}, int(size(gb * 1024) * 1.1) + 700, n,
                    h2_mb=_h2(size(gb * 1024)), jvm=(f"-XX:ParallelGCThreads={n}",)) for n in (1, 2, 4) for gb in (1, 2)]


def hints(size):
    """Caching block after block with hints, with the thresholds alone, with both thresholds at 85%, and in H1 alone."""
    mb = size(3072)
    arguments = {"mb": mb, "place": "h2", "garbage-mb": 32, "settle": 8}
    h1, h2 = size(1024) + 100, _h2(mb)
    trigger = f"-XX:SecondHeapMoveTrigger={size(256)}m"
    return [Variant("hints", "hint", "stream", {**arguments, "hint": 1}, h1, h2_mb=h2, jvm=(trigger,)),
            Variant("hints", "no hint", "stream", {**arguments, "hint": 0}, h1, h2_mb=h2),
            Variant("hints", "no hint, no low threshold", "stream", {**arguments, "hint": 0}, h1, h2_mb=h2,
                    jvm=("-XX:SecondHeapLowThreshold=85",)),
            Variant("hints", "H1 only", "stream", {**arguments, "place": "h1"}, int(mb * 1.1) + 600)]


def _h2(mb):
    """Size of an H2 that surely holds so much: regions of labels are not all full."""
    return int(mb * 1.25) + 256
