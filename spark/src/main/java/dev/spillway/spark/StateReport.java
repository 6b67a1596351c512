// SPDX-License-Identifier: Apache-2.0
package dev.spillway.spark;

import java.util.HashMap;
import java.util.Map;

/** What an executor tells the driver about one mechanism. */
record StateReport(String mechanism, String kind, String executor, String detail) {
    /** As a message: of JDK classes only, which every class loader of the driver knows. */
    HashMap<String, String> toMessage() {
        return new HashMap<>(Map.of("mechanism", mechanism, "kind", kind, "executor", executor, "detail", detail));
    }

    /** The report in a message of {@link #toMessage()}. */
    static StateReport of(Map<?, ?> message) {
        return new StateReport((String) message.get("mechanism"), (String) message.get("kind"),
                (String) message.get("executor"), (String) message.get("detail"));
    }

    boolean isOn() {
        return kind.equals(HookState.Kind.ON.name());
    }

    boolean isRefused() {
        return kind.equals(HookState.Kind.REFUSED.name());
    }

    String text() {
        return mechanism + " is " + kind + " on executor " + executor + ": " + detail;
    }
}
