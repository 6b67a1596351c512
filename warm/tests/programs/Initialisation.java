// SPDX-License-Identifier: Apache-2.0

import java.time.chrono.ThaiBuddhistChronology;

/** A class of the JDK that has not been used before, and keeps its state over runs. */
public class Initialisation {
    public static class Uses {
        public static void main(String[] args) {
            System.out.println(ThaiBuddhistChronology.INSTANCE.getId());
        }
    }

    /** Initialises it with less stack than that takes. */
    public static class Overflows {
        // Loading it takes more stack.
        static final Class<?> LOADED = ThaiBuddhistChronology.class;
        static boolean touched;

        static String touch() {
            return ThaiBuddhistChronology.INSTANCE.getId();
        }

        static void fall() {
            try {
                fall();
            } catch (StackOverflowError end) {
                if (!touched) {
                    touch();
                    touched = true;
                }
            } catch (NoClassDefFoundError broken) {
                touched = true;
            }
        }

        public static void main(String[] args) {
            fall();
            try {
                System.out.println(touch());
            } catch (NoClassDefFoundError broken) {
                System.out.println(broken.getMessage());
            }
        }
    }

    /** Ends while threads initialise such classes, and others wait for them. */
    public static class Ends {
        private static volatile boolean begins;

        private static int touch(int which) {
            return switch (which) {
                case 0 -> java.time.Month.MAY.ordinal();
                case 1 -> java.time.temporal.ChronoField.YEAR.ordinal();
                case 2 -> java.time.format.TextStyle.FULL.ordinal();
                case 3 -> java.time.format.FormatStyle.FULL.ordinal();
                case 4 -> java.time.format.SignStyle.NEVER.ordinal();
                case 5 -> java.time.format.ResolverStyle.SMART.ordinal();
                case 6 -> java.time.chrono.HijrahEra.AH.ordinal();
                case 7 -> java.time.chrono.MinguoEra.ROC.ordinal();
                case 8 -> java.math.RoundingMode.UP.ordinal();
                case 9 -> java.nio.file.FileVisitResult.CONTINUE.ordinal();
                case 10 -> java.nio.file.AccessMode.READ.ordinal();
                case 11 -> java.lang.Character.UnicodeScript.LATIN.ordinal();
                case 12 -> java.text.Normalizer.Form.NFC.ordinal();
                case 13 -> java.lang.annotation.ElementType.TYPE.ordinal();
                case 14 -> java.net.StandardProtocolFamily.INET.ordinal();
                case 15 -> java.security.KeyRep.Type.SECRET.ordinal();
                case 16 -> java.util.Locale.FilteringMode.MAP_EXTENDED_RANGES.ordinal();
                case 17 -> java.util.Formatter.BigDecimalLayoutForm.SCIENTIFIC.ordinal();
                case 18 -> java.net.Authenticator.RequestorType.PROXY.ordinal();
                default -> java.util.concurrent.Future.State.RUNNING.ordinal();
            };
        }

        public static void main(String[] args) throws Exception {
            for (int thread = 0; thread < 6; thread++) {
                int first = thread / 2 * 7;
                Thread daemon = new Thread(() -> {
                    while (!begins) {
                        Thread.onSpinWait();
                    }
                    for (int i = 0; i < 20; i++) {
                        touch((first + i) % 20);
                    }
                });
                daemon.setDaemon(true);
                daemon.start();
            }
            begins = true;
            Thread.sleep(0, 1000 * Integer.parseInt(args[0]));
            Runtime.getRuntime().halt(3);
        }
    }
}
