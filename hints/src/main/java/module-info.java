// SPDX-License-Identifier: Apache-2.0
/** Hints to the second heap. java.management is used for the MXBean where the runtime image has it. */
module dev.spillway.hints {
    requires static java.management;

    exports dev.spillway;
}
