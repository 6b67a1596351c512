# SPDX-License-Identifier: Apache-2.0
"""Share of serialisation in CPU samples of async-profiler, the way the TeraHeap paper estimates it.

Samples of application threads whose stack goes through Spark's serialisation streams are divided by all samples of
application threads. A share of samples, not a measured time.
"""
import re

_SERIALIZATION = re.compile(r"[Ss]erializationStream\.|SerializerInstance\.(de)?serialize")
_NOT_APPLICATION = ("GC Thread", "G1 ", "VM Thread", "C1 CompilerThre", "C2 CompilerThre", "VM Periodic", "Signal Dispatch")


def agent_option(library, file, interval_ms=10):
    """The JVM option that samples CPU time with the agent `library` and writes collapsed stacks to `file` at exit."""
    return f"-agentpath:{library}=start,event=itimer,interval={interval_ms}ms,threads,collapsed,file={file}"


def share(text):
    """{samples, serialization_share} of collapsed stacks (`[thread tid=1];frame;frame count`); share None without samples."""
    total = serialization = 0
    for line in text.splitlines():
        stack, _, count = line.rpartition(" ")
        thread = stack.split(";", 1)[0].lstrip("[")
        if not count.isdigit() or thread.startswith(_NOT_APPLICATION):
            continue
        total += int(count)
        if _SERIALIZATION.search(stack):
            serialization += int(count)
    return {"samples": total, "serialization_share": round(serialization / total, 4) if total else None}
