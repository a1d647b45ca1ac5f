package io.hybridycsb.harness.flame;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.CommandOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A JDK's program that gives commands to running JVMs. */
final class Jcmd {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** It lives for a fraction of a second, beside processes that are being measured. */
  private static final List<String> SHORT_LIVED =
      List.of("-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-J-Xshare:auto");

  private final Path program;
  private final Path scratch;

  private Jcmd(Path program, Path scratch) {
    this.program = program;
    this.scratch = scratch;
  }

  /**
   * The one of a JDK.
   *
   * @param scratch a directory for its files
   */
  static Jcmd of(Path javaHome, Path scratch) {
    Path program = javaHome.resolve("bin").resolve("jcmd");
    if (!Files.isExecutable(program)) {
      throw new HarnessException(
          javaHome
              + " has no bin/jcmd: pictures take a JDK, not only a JRE; install one, and let"
              + " JAVA_HOME name it");
    }
    return new Jcmd(program, scratch);
  }

  /** What a JVM answers to commands, one after the other; empty if it can't be reached. */
  String run(long pid, List<String> commands) throws InterruptedException {
    List<String> line = new ArrayList<>(List.of(program.toString()));
    line.addAll(SHORT_LIVED);
    line.addAll(List.of(Long.toString(pid), "-f", file(pid, commands).toString()));
    return CommandOutput.of(line, TIMEOUT).orElse("");
  }

  private Path file(long pid, List<String> commands) {
    try {
      return Files.write(scratch.resolve("commands-" + pid), commands);
    } catch (IOException e) {
      throw new HarnessException("cannot write to %s: %s".formatted(scratch, e.getMessage()), e);
    }
  }
}
