// SPDX-License-Identifier: Apache-2.0
import java.nio.file.Files;
import java.nio.file.Path;
import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** Events of the JDK's Flight Recorder. */
public class Events {
    @Name("conformance.Step")
    @Label("Step")
    @Category("Conformance")
    static class Step extends Event {
        static int made;

        @Label("Number")
        int number = ++made;
    }

    /** Has events but records nothing, as libraries do. */
    public static class Quiet {
        public static void main(String[] args) {
            System.out.println(FlightRecorder.isAvailable() + " " + FlightRecorder.isInitialized());
            for (int i = 0; i < 20_000; i++) {
                Step step = new Step();
                step.begin();
                if (step.shouldCommit()) {
                    System.out.println("is recorded");
                }
                step.commit();
            }
            EventType type = EventType.getEventType(Step.class);
            System.out.println(type.getName() + " " + type.getCategoryNames() + " " + type.isEnabled() + " " + Step.made);
            for (ValueDescriptor field : type.getFields()) {
                System.out.print(field.getName() + " ");
            }
            System.out.println(FlightRecorder.isInitialized());
        }
    }

    public static class Records {
        public static void main(String[] args) throws Exception {
            try (Recording recording = new Recording()) {
                recording.enable(Step.class);
                recording.start();
                for (int i = 0; i < 5; i++) {
                    new Step().commit();
                }
                recording.stop();
                Path file = Files.createTempFile("conformance", ".jfr");
                recording.dump(file);
                for (RecordedEvent event : RecordingFile.readAllEvents(file)) {
                    if (event.getEventType().getName().startsWith("conformance")) {
                        System.out.println(event.getEventType().getLabel() + " " + event.getInt("number"));
                    }
                }
                Files.delete(file);
            }
        }
    }
}
