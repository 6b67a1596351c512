# SPDX-License-Identifier: Apache-2.0
"""The settings and cases of bench-leaky."""
from spillway_bench import leakysuite

PLUGIN = "spark.plugins=dev.spillway.spark.SpillwayPlugin"
FORMATS = ("spark.spillway.leakyBuffer.wireFormat=prefix", "spark.spillway.leakyBuffer.streamGroups=true")


def spillway_keys(setting):
    """What a setting has of the plug-in's keys, but for those of a format."""
    return sorted(key for key in setting.conf if "illway" in key and key not in FORMATS)


def test_the_settings_that_are_compared_with_stock_are_those_of_one_jar_and_one_key():
    for case in (case for name, series in leakysuite.series().items() if name not in ("parts", "operations", "sql") for case in series.cases):
        for setting in case.settings:
            assert spillway_keys(setting) == ([PLUGIN] if "leaky" in setting.name else []), (case.job.name, setting.name)


def test_both_parts_are_told_apart_by_their_switches():
    alone = {setting.name: spillway_keys(setting)[1:] for setting in leakysuite.PARTS}
    assert alone == {"neither, Parallel": [], "neither, G1": [], "leaky alone": ["spark.spillway.eagerSpill.enabled=false"],
                     "eager alone": ["spark.spillway.eagerSpill.enabled=true", "spark.spillway.leakyBuffer.enabled=false"],
                     "leaky and eager": ["spark.spillway.eagerSpill.enabled=true"]}


def test_operations_and_one_setting_of_sql_have_the_leaky_buffer_alone():
    made = leakysuite.series()
    for name in ("operations", "sql"):
        for case in made[name].cases:
            setting, = (one for one in case.settings if one.name == "with leaky")
            assert "spark.spillway.eagerSpill.enabled=false" in setting.conf


def test_objects_are_grouped_with_both_wire_formats_and_both_collectors_of_stock_at_the_dmr_they_say():
    case, = leakysuite.series()["wire"].of([leakysuite.OBJECTS])
    assert [setting.name for setting in case.settings] == ["Parallel", "G1", "leaky copy", "leaky prefix"]
    arguments = dict(case.job.arguments)
    by_task = arguments["rows"] * leakysuite.ROW_BYTES / arguments["reducers"]
    assert abs(by_task / (leakysuite.HEAP_MB * 2**20 / leakysuite.CORES) - case.x) < 0.03
