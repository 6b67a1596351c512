# SPDX-License-Identifier: Apache-2.0
import pytest

from spillway_bench import paths
from spillway_bench.plan import Plan


@pytest.mark.parametrize("jobs,settings,named", [(["pagerank", "nosuch"], None, "nosuch"), (None, ["G2"], "G2")])
def test_a_mistyped_job_or_setting_ends_the_program_before_it_replaces_the_last_result(jobs, settings, named):
    with pytest.raises(SystemExit, match=f"no .* {named}; there are: "):
        Plan.read(paths.ROOT / "bench/sweeps/demo.json").check(jobs, settings)
