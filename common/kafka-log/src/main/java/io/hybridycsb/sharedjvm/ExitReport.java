package io.hybridycsb.sharedjvm;

import io.hybridycsb.sharedjvm.PartThreads.SetupThreads;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.utils.Exit;

/** Says which part has ended the JVM, and why: in one line, with what that part has said last. */
final class ExitReport {
  /** The JDK's class in whose methods the thread waits that has called {@code System.exit}. */
  private static final String EXITING = "java.lang.ApplicationShutdownHooks";

  private ExitReport() {}

  /**
   * From now on each end of the JVM is told, but for one by a signal or from outside of all parts.
   *
   * @param own the JVM's own output
   */
  static void install(PrintStream own) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(() -> exiting().ifPresent(part -> say(part, own)), "last words"));
    // Kafka's classes end a process by these.
    Exit.setExitProcedure((status, message) -> exit(status));
    Exit.setHaltProcedure(
        (status, message) -> {
          PartThreads.ofThisThread().ifPresent(part -> say(part, own));
          Runtime.getRuntime().halt(status);
        });
  }

  private static void exit(int status) {
    if (PartThreads.ofThisThread().orElse(null) instanceof SetupThreads setup) {
      setup.end(status);
    } else {
      System.exit(status);
    }
  }

  private static void say(PartThreads part, PrintStream own) {
    own.printf("%s has ended, and all others with it: %s%n", part.getName(), part.lastLine());
  }

  /** The part one of whose threads ends the JVM. */
  private static Optional<PartThreads> exiting() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(
            thread ->
                Arrays.stream(thread.getValue())
                    .anyMatch(frame -> frame.getClassName().startsWith(EXITING)))
        .map(Map.Entry::getKey)
        .findFirst()
        .flatMap(PartThreads::of);
  }
}
