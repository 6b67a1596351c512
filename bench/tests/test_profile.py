# SPDX-License-Identifier: Apache-2.0
import subprocess

import pytest

from spillway_bench import paths, profile


def test_only_serialisation_on_application_threads_counts():
    stacks = "\n".join([
        "[Executor task launch worker tid=1];A.run;org/apache/spark/serializer/KryoSerializationStream.writeObject;K.write 30",
        "[Executor task launch worker tid=1];A.run;org/apache/spark/serializer/KryoDeserializationStream.readObject 10",
        "[Executor task launch worker tid=2];A.run;B.compute 60",
        "[GC Thread#0 tid=3];libjvm.so;mark 500"])
    assert profile.share(stacks) == {"samples": 100, "serialization_share": 0.4}


def test_no_sample_is_no_share():
    assert profile.share("")["serialization_share"] is None


def test_the_agent_samples_a_real_jvm(java, java_program, tmp_path):
    if paths.profiler_library() is None:
        pytest.skip("async-profiler is not unpacked: make bench-jobs")
    program = java_program("class P { public static void main(String[] a) { long t = System.nanoTime(), s = 0; "
                           "while (System.nanoTime() - t < 1_000_000_000L) s += t % 7; System.out.println(s); } }")
    file = tmp_path / "stacks"
    subprocess.run([java, profile.agent_option(paths.profiler_library(), file), program], check=True, capture_output=True)
    found = profile.share(file.read_text())
    assert found["samples"] > 20 and found["serialization_share"] == 0
