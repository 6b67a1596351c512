# SPDX-License-Identifier: Apache-2.0
"""Generated inputs, made once by the jobs themselves and kept: the same keys give the same data."""
import hashlib
import json
import os
import shutil
import subprocess

from . import paths


def generated(generator, keys, progress=lambda text: None):
    """Directory with the output of a generator job (generate-graph, generate-profiles); made if it is not there yet.

    keys: arguments of the generator. A generator that fails raises RuntimeError and leaves nothing behind.
    """
    tag = hashlib.sha256(json.dumps(keys, sort_keys=True).encode()).hexdigest()[:12]
    directory = paths.work_dir() / "data" / f"{generator}-{tag}"
    if (directory / "_SUCCESS").is_file():
        return directory
    progress(f"generating {generator} {keys}")
    shutil.rmtree(directory, ignore_errors=True)
    words = [paths.spark_home() / "bin" / "spark-submit", "--master", "local[*]", "--driver-memory", "2g",
             "--conf", "spark.ui.enabled=false", "--conf", "spark.driver.host=127.0.0.1",
             "--conf", f"spark.local.dir={paths.work_dir()}", "--class", "dev.spillway.bench.Main", paths.jobs_jar(), generator,
             "--output", directory]
    for key, value in keys.items():
        words += [f"--{key}", value]
    env = {**os.environ, "JAVA_HOME": str(paths.stock_jdk()), "SPARK_HOME": str(paths.spark_home())}
    done = subprocess.run([str(word) for word in words], env=env, capture_output=True, text=True)
    if done.returncode != 0:
        shutil.rmtree(directory, ignore_errors=True)
        raise RuntimeError(f"{generator} failed:\n{done.stdout[-2000:]}{done.stderr[-4000:]}")
    return directory
