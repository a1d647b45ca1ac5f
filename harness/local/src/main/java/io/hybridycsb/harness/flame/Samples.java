package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/**
 * What a recording says of a JVM's threads, by the kernel's numbers of them.
 *
 * @param names the full names of those that run Java code, and of a few others
 * @param stacks how often each stack was seen while the thread ran Java code
 */
record Samples(Map<Long, String> names, Map<Long, Stacks> stacks) {
  /** Stands for the frames that JFR has cut from a stack's bottom. */
  static final String CUT = "(deeper frames)";

  /** What differs from JVM to JVM in the names of classes that are made at run time. */
  private static final Pattern MADE_AT_RUN_TIME =
      Pattern.compile("[+/.](0x[0-9a-f]+|\\d+)|(?<=Lambda)\\$\\d+|(?<=Accessor)\\d+");

  /** Reads the part of a recording between two moments. */
  static Samples read(Path recording, Instant from, Instant to) {
    Samples samples = new Samples(new HashMap<>(), new HashMap<>());
    try (RecordingFile events = new RecordingFile(recording)) {
      while (events.hasMoreEvents()) {
        samples.add(events.readEvent(), from, to);
      }
    } catch (IOException e) {
      throw new HarnessException("cannot read a recording: " + e.getMessage(), e);
    }
    return samples;
  }

  private void add(RecordedEvent event, Instant from, Instant to) {
    switch (event.getEventType().getName()) {
      case "jdk.ThreadCPULoad" -> {
        RecordedThread thread = event.getThread();
        if (thread != null) {
          names.put(thread.getOSThreadId(), name(thread));
        }
      }
      case "jdk.ExecutionSample" -> {
        RecordedThread thread = event.getThread("sampledThread");
        RecordedStackTrace stack = event.getStackTrace();
        Instant at = event.getStartTime();
        if (thread != null && stack != null && !at.isBefore(from) && !at.isAfter(to)) {
          names.put(thread.getOSThreadId(), name(thread));
          stacks.computeIfAbsent(thread.getOSThreadId(), id -> new Stacks()).add(frames(stack), 1);
        }
      }
      default -> {
        // JFR's own.
      }
    }
  }

  private static String name(RecordedThread thread) {
    return thread.getJavaName() == null ? thread.getOSName() : thread.getJavaName();
  }

  /** From the bottom on; a method that calls itself directly is one frame. */
  private static List<String> frames(RecordedStackTrace stack) {
    List<String> frames = new ArrayList<>();
    if (stack.isTruncated()) {
      frames.add(CUT);
    }
    List<RecordedFrame> fromTop = stack.getFrames();
    String below = "";
    for (int i = fromTop.size() - 1; i >= 0; i--) {
      RecordedMethod method = fromTop.get(i).getMethod();
      String frame = common(method.getType().getName() + "." + method.getName());
      if (!frame.equals(below)) {
        frames.add(frame);
      }
      below = frame;
    }
    return frames;
  }

  /** A method's name as it is in all JVMs. */
  static String common(String name) {
    return MADE_AT_RUN_TIME.matcher(name).replaceAll("");
  }
}
