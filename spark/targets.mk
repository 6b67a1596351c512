# SPDX-License-Identifier: Apache-2.0
# Targets of the Java library and the Spark plug-in. JDK 17 builds; tests use SPILLWAY_JDK (or dist/jdk) and a stock 25
# (JAVA25_HOME, dist/jdk-stock, or the JDK that boots the build of the image).

MVN ?= mvn -B
SPARK_VERSIONS ?= 4.1.4 4.2.1 4.3.0
SUITES_VERSIONS ?= 4.1.3 4.2.0
# The JDK that runs them: a home, stock25 for a stock JDK 25, or nothing for the JDK 17 that builds.
SUITES_JDK ?=
# The only release of which a tests jar of MLlib was found.
MLLIB_SUITES_VERSIONS ?= 4.1.0

# What takes too long for make test: make soak runs it once the images are built.
SOAK += test-matrix test-spark-suites

.PHONY: test-spark test-spark-unit test-suite test-matrix test-spark-suites docs-config

test-spark-unit: ## test the plug-in's logic without starting Spark
	$(MVN) -pl hints,leaky,spark test

test-spark: test-plugin test-spark-suites ## everything of the plug-in: its own tests and Spark's (an hour)

test-matrix: ## test the plug-in on every supported Spark line (SPARK_VERSIONS) and JDK, write the table of docs/spark.md (ARGS="--classes A,B" for some tests)
	@spark/test-matrix $(ARGS) $(SPARK_VERSIONS)

SUITES_RUN = $(MVN) -pl hints,leaky,spark,spark/suites verify -DskipUnitTests=true -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false \
  -Dspillway.own.jdk='$(SUITES_JDK)'

test-spark-suites: ## Spark's own suites of caching, grouping and spilling, and MLlib's, with the plug-in (SUITES_VERSIONS, SUITES_JDK; SUITES=<part of a name> for one)
	@for version in $(SUITES_VERSIONS); do \
	  echo "== suites of Spark $$version"; \
	  $(SUITES_RUN) -Pspark-suites -Dtest='LeakySuitesTest,SparkSuitesTest' -Dspark.suites.version=$$version -Dsuites='$(SUITES)'; \
	done
	@for version in $(MLLIB_SUITES_VERSIONS); do \
	  echo "== suites of MLlib $$version"; \
	  $(SUITES_RUN) -Pspark-suites,mllib-suites -Dtest=MLlibSuitesTest -Dspark.suites.version=$$version -Dsuites='$(SUITES)'; \
	done

TESTS += test-suite
test-suite: ## one of Spark's own suites, of grouping and joining, with the plug-in's defaults; the others are in test-spark-suites
	@mkdir -p build/counts && scripts/test-java spark/suites -Pspark-suites -DskipUnitTests=true -Dtest="LeakySuitesTest#sparksOwnSuitePassesWithTheDefaults" \
	  -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false -Dsuites=PairRDDFunctionsSuite

TESTS += test-matrix-table
.PHONY: test-matrix-table
test-matrix-table: venv ## test what writes the compatibility table
	@scripts/test-python matrix-table spark/tests

docs-config: ## write docs/configuration.md from the registry of keys
	$(MVN) -q -pl hints,leaky,spark test -Dtest=ConfigPageTest -Dspillway.regenerate=true \
	  -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false
