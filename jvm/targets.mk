# SPDX-License-Identifier: GPL-2.0-only WITH Classpath-exception-2.0
# Targets of the JDK image.

.PHONY: jvm jvm-debug jvm-stock
jvm: ## build the Spillway JDK image into dist/jdk (JDK_SOURCE=, BOOT_JDK=, JOBS= override)
	@jvm/build/image release

jvm-debug: ## build the same image with the fastdebug VM into dist/jdk-debug
	@jvm/build/image fastdebug

jvm-stock: ## build the unmodified VM with the same toolchain into dist/jdk-stock, for comparisons
	@jvm/build/image stock

TESTS += test-policy test-jvm test-jvm-stock test-image
.PHONY: test-policy test-jvm test-jvm-stock test-image soak
test-policy: ## replay samples through the VM's decisions (needs no VM)
	@jvm/test/unit/run

test-jvm: ## run our jtreg tests on the fastdebug VM, those of the flags on the release VM too
	@jvm/test/run --keywords '!soak' gc warm
	@jvm/test/run --image dist/jdk --name flags gc/h2/flags

# The groups that test the collector we extend, with H2 on; the tests themselves choose heap sizes and so on.
test-jvm-stock: ## run OpenJDK's own tests of ParallelGC with H2 configured
	@jvm/test/run --name stock-parallel --root build/jdk/src/test/hotspot/jtreg \
	  --exclude jvm/test/stock-excluded.txt \
	  --vm-options '-XX:+UseParallelGC -XX:SecondHeapSize=64m -XX:SecondHeapPath=.' gc/parallel gc/arguments

test-image: ## check that the image does what a JDK does: javac, jlink, jcmd, jfr, CDS in all modes
	@jvm/test/image dist/jdk

# A VM that could be a warm server and never resets anything does what a stock one does.
WARM_STOCK = -XX:+UseParallelGC -Ddev.spillway.warm.server=true
# Other parts add what they have to SOAK, as to TESTS.
soak: jvm jvm-debug ## run what make test leaves out: long jtreg tests, those of balancer and warm server on the release VM, all of OpenJDK's gc tests with H2, those of classes on the warm server's VM, Spark's suites and releases
	@jvm/test/run --name soak-h2 --vm-options '-XX:+UnlockDiagnosticVMOptions -XX:+VerifyBeforeGC' gc/h2
	@jvm/test/run --name soak gc/balancer warm
	@jvm/test/run --image dist/jdk --name soak-release --keywords '!soak' gc/balancer warm
	@jvm/test/run --image dist/jdk --name soak-survival gc/balancer/TestSurvival.java gc/balancer/TestSources.java
	@jvm/test/run --name soak-stock --root build/jdk/src/test/hotspot/jtreg --exclude jvm/test/stock-excluded.txt \
	  --vm-options '-XX:+UseParallelGC -XX:SecondHeapSize=64m -XX:SecondHeapPath=.' gc
	@jvm/test/run --name soak-warm-stock --root build/jdk/src/test/hotspot/jtreg --exclude jvm/test/warm-stock-excluded.txt --vm-options '$(WARM_STOCK)' \
	  runtime/clinit runtime/ClassInitErrors runtime/invokedynamic runtime/lambda-features runtime/HiddenClasses compiler/jsr292 compiler/exceptions
	@jvm/test/run --name soak-warm-stock-jdk --root build/jdk/src/test/jdk --exclude jvm/test/warm-stock-excluded.txt --vm-options '$(WARM_STOCK)' \
	  java/lang/Class java/lang/reflect java/lang/Enum
	@jvm/test/run --image dist/jdk --name soak-warm-stock-invoke --root build/jdk/src/test/jdk --vm-options '$(WARM_STOCK)' java/lang/invoke
	@$(if $(SOAK),$(MAKE) $(SOAK),:)
