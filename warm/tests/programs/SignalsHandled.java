// SPDX-License-Identifier: Apache-2.0
import sun.misc.Signal;
import sun.misc.SignalHandler;

/** Handles what signals can be handled, tells what was done with each before, and waits; HUP makes it exit. With an argument it only tells and ends. */
public class SignalsHandled {
    private static final String[] NAMES = {"HUP", "INT", "TERM", "QUIT", "USR1", "ALRM", "WINCH", "URG", "IO", "PIPE", "CHLD", "SEGV", "KILL", "STOP", "NONE"};

    public static void main(String[] args) throws InterruptedException {
        for (String name : NAMES) {
            System.out.println(name + " " + handle(name));
        }
        System.out.println("ready");
        if (args.length == 0) {
            Thread.sleep(60_000);
        }
    }

    private static String handle(String name) {
        try {
            SignalHandler before = Signal.handle(new Signal(name), SignalsHandled::take);
            return before.equals(SignalHandler.SIG_DFL) ? "default" : before.equals(SignalHandler.SIG_IGN) ? "ignored" : "handled";
        } catch (IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    private static void take(Signal signal) {
        System.out.println(signal + " " + signal.getNumber() + " in " + Thread.currentThread().getName());
        if (signal.getName().equals("HUP")) {
            System.exit(9);
        }
    }
}
