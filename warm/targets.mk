# SPDX-License-Identifier: Apache-2.0
# The warm pool's client. C11 and libc; zlib is linked in, since jars' manifests are compressed.

WARM := build/warm
WARM_FLAGS := -std=c11 -D_GNU_SOURCE -O2 -g -Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wvla -Werror -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -fstack-protector-strong
WARM_CHECKED := -fsanitize=address,undefined -fno-sanitize-recover=all -U_FORTIFY_SOURCE
WARM_MAINS := java cli
WARM_SHARED := $(filter-out $(WARM_MAINS:%=warm/src/%.c),$(sort $(wildcard warm/src/*.c)))

# The client twice: as it is used, and with checks of memory for the tests.
$(WARM)/plain/%.o: warm/src/%.c $(wildcard warm/src/*.h) warm/targets.mk
	@mkdir -p $(@D) && $(CC) $(WARM_FLAGS) -c $< -o $@
$(WARM)/checked/%.o: warm/src/%.c $(wildcard warm/src/*.h) warm/targets.mk
	@mkdir -p $(@D) && $(CC) $(WARM_FLAGS) $(WARM_CHECKED) -c $< -o $@

warm_objects = $(patsubst warm/src/%.c,$(WARM)/$(1)/%.o,$(WARM_SHARED) warm/src/$(2).c)
# zlib goes in where the distribution has it as an archive (Debian's zlib1g-dev does), so that nothing but libc is needed to run.
WARM_ZLIB := $(if $(filter /%,$(shell $(CC) -print-file-name=libz.a)),-l:libz.a,-lz)
WARM_HARDEN := -Wl,-z,relro,-z,now
WARM_LINK = @mkdir -p $(@D) && $(CC) $(1) $^ -o $@ $(WARM_ZLIB)

$(WARM)/bin/spillway: $(call warm_objects,plain,cli)
	$(call WARM_LINK,$(WARM_HARDEN))
$(WARM)/bin/spillway-java: $(call warm_objects,plain,java)
	$(call WARM_LINK,$(WARM_HARDEN))
$(WARM)/bin/spillway-checked: $(call warm_objects,checked,cli) warm/tests/checked.c
	$(call WARM_LINK,$(WARM_CHECKED))
$(WARM)/bin/spillway-java-checked: $(call warm_objects,checked,java) warm/tests/checked.c
	$(call WARM_LINK,$(WARM_CHECKED))

# With what reads a peer's messages in the server.
WARM_UNIT := warm/tests/unit.c warm/tests/requests.c warm/tests/checked.c warm/server/src/main/c/connection.c warm/server/src/main/c/offer.c
$(WARM)/bin/unit-checked: $(patsubst warm/src/%.c,$(WARM)/checked/%.o,$(WARM_SHARED)) $(WARM_UNIT) $(wildcard warm/tests/*.h warm/server/src/main/c/*.h)
	@mkdir -p $(@D) && $(CC) $(WARM_FLAGS) $(WARM_CHECKED) -Iwarm/src -Iwarm/server/src/main/c $(filter %.o %.c,$^) -o $@ $(WARM_ZLIB)

# The server: C around the VM of an image, with its Java classes inside, since no class path may lead to them.
WARM_JAVA := $(wildcard warm/server/src/main/java/dev/spillway/warm/*.java)
WARM_SERVER_SHARED := util wire process closure_items
warm_server_c = $(wildcard warm/server/src/main/c/*.c)
WARM_JDK = $(shell jvm/build/boot-jdk)

$(WARM)/server.classes: $(WARM_JAVA) warm/pack-classes
	@rm -rf $(WARM)/classes && mkdir -p $(WARM)/classes && $(WARM_JDK)/bin/javac --release 21 -Xlint:all -Werror -d $(WARM)/classes $(WARM_JAVA)
	@warm/pack-classes $(WARM)/classes $@

$(WARM)/bin/spillway-warm-server: $(warm_server_c) $(wildcard warm/server/src/main/c/*.h) $(WARM_SERVER_SHARED:%=$(WARM)/plain/%.o) $(WARM)/server.classes
	@mkdir -p $(@D) && $(CC) $(WARM_FLAGS) $(WARM_HARDEN) -Iwarm/src -isystem $(WARM_JDK)/include -isystem $(WARM_JDK)/include/linux \
	  -DWARM_CLASSES='"$(WARM)/server.classes"' $(warm_server_c) $(WARM_SERVER_SHARED:%=$(WARM)/plain/%.o) -o $@ -ldl -lpthread

# The warm-up report is Java: its jar goes where the command looks for it.
$(WARM)/bin/spillway-warmup.jar: pom.xml warm/report/pom.xml $(shell find warm/report/src/main -type f)
	@mkdir -p $(@D) build/logs && { mvn -B -ntp -DskipTests package -pl warm/report -am >build/logs/warmup.log 2>&1 || { tail -n 30 build/logs/warmup.log; exit 1; }; }
	@cp warm/report/target/spillway-warmup-$(shell cat VERSION).jar $@

.PHONY: warm
warm: $(foreach b,spillway spillway-java,$(WARM)/bin/$(b) $(WARM)/bin/$(b)-checked) $(WARM)/bin/unit-checked $(WARM)/bin/spillway-warm-server $(WARM)/bin/spillway-warmup.jar ## build the warm pool and put it into dist/jdk, if make jvm has built that: JAVA_HOME=dist/jdk/warm uses it
	@if [ -x dist/jdk/bin/java ]; then warm/install dist/jdk; fi

TESTS += test-warm
.PHONY: test-warm
test-warm: warm venv ## test the warm pool: the client, and programs on warm servers against plain java
	@# Half of the time they wait for servers.
	@scripts/test-python warm -n 2 --dist loadfile warm/tests

TESTS += test-warmup
.PHONY: test-warmup
test-warmup: ## test the warm-up report: its figures, and programs that know what they must be
	@mkdir -p build/counts && scripts/test-java warm/report

# The conformance suite with twenty runs of each program, a thousand mixed runs on one server, and a hundred each of HDFS's shell, of Spark with javac, of Spark's scripts and executors, of Maven, Scala and Kotlin, of a thousand class loaders.
SOAK += soak-warm
.PHONY: soak-warm
soak-warm: warm venv ## run the conformance suite five times as often, a thousand mixed programs on a warm server, and a hundred of each real program: none may differ, the server may not grow
	@SPILLWAY_WARM_HDFS_RUNS=100 SPILLWAY_WARM_SPARK_RUNS=100 SPILLWAY_WARM_PROGRAM_RUNS=100 SPILLWAY_WARM_LANGUAGE_RUNS=100 SPILLWAY_WARM_LOADER_RUNS=100 SPILLWAY_WARM_RACE_ROUNDS=300 SPILLWAY_WARM_TIMES=5 \
	  scripts/test-python soak-warm -n 2 --dist loadfile -m '' warm/tests/soak_mixed.py warm/tests/test_conformance*.py warm/tests/test_hdfs.py warm/tests/test_spark.py warm/tests/test_spark_programs.py warm/tests/test_languages.py
