package io.hybridycsb.sharedjvm;

import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;

/** Where a program runs that prepares a part, and whose end isn't the JVM's. */
final class SetupPlace extends Place {
  private static final int RUNS = -1;
  private static final Pattern NEVER = Pattern.compile("(?!)");

  private final AtomicInteger status = new AtomicInteger(RUNS);

  SetupPlace(String name, Path log) throws IOException {
    super(name, log, NEVER);
  }

  /** Takes the program's exit status; the first one counts. */
  void end(int exitStatus) {
    status.compareAndSet(RUNS, exitStatus);
  }

  /** What the program has ended with. */
  int status() {
    return status.get();
  }
}
