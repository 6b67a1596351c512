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

$(WARM)/bin/unit-checked: $(patsubst warm/src/%.c,$(WARM)/checked/%.o,$(WARM_SHARED)) warm/tests/unit.c warm/tests/checked.c
	@mkdir -p $(@D) && $(CC) $(WARM_FLAGS) $(WARM_CHECKED) -Iwarm/src $^ -o $@ $(WARM_ZLIB)

.PHONY: warm
warm: $(foreach b,spillway spillway-java,$(WARM)/bin/$(b) $(WARM)/bin/$(b)-checked) $(WARM)/bin/unit-checked ## build the warm pool's client into build/warm

TESTS += test-warm
.PHONY: test-warm
test-warm: warm venv ## test the warm pool's client against the real launcher and a stand-in server
	@scripts/test-python warm warm/tests
