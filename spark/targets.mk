# SPDX-License-Identifier: Apache-2.0
# Targets of the Java library and the Spark plug-in. JDK 17 builds; tests use SPILLWAY_JDK (or dist/jdk) and a stock 25
# (JAVA25_HOME, dist/jdk-stock, or the JDK that boots the build of the image).

MVN ?= mvn -B
SPARK_VERSIONS ?= 4.1.4 4.2.1 4.3.0
SUITES_VERSIONS ?= 4.1.3 4.2.0

# What takes too long for make test: make soak runs it once the images are built.
SOAK += test-spark-matrix test-spark-suites

.PHONY: test-spark-unit test-spark-matrix test-spark-suites docs-config

test-spark-unit: ## test the plug-in's logic without starting Spark
	$(MVN) -pl hints,spark test

test-spark-matrix: ## test the plug-in on every supported Spark line (SPARK_VERSIONS)
	@for version in $(SPARK_VERSIONS); do \
	  echo "== Spark $$version"; \
	  spark/fetch-spark.sh $$version >/dev/null; \
	  $(MVN) -pl hints,spark verify -DskipUnitTests=true -Dspark.version=$$version; \
	done

test-spark-suites: ## Spark's own caching suites with the plug-in (SUITES_VERSIONS; SUITES=<part of a name> for one)
	@for version in $(SUITES_VERSIONS); do \
	  echo "== suites of Spark $$version"; \
	  $(MVN) -Pspark-suites -pl hints,spark,spark/suites verify -DskipUnitTests=true -Dtest='SparkSuitesTest' \
	    -Dsurefire.failIfNoSpecifiedTests=false -DfailIfNoTests=false \
	    -Dspark.suites.version=$$version -Dsuites='$(SUITES)'; \
	done

docs-config: ## write docs/configuration.md from the registry of keys
	$(MVN) -q -pl hints,spark test -Dtest=ConfigPageTest -Dspillway.regenerate=true \
	  -DfailIfNoTests=false -Dsurefire.failIfNoSpecifiedTests=false
