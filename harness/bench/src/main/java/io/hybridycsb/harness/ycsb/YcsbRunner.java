package io.hybridycsb.harness.ycsb;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.LogFile;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.results.YcsbReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/** Runs bin/ycsb with {@link BenchWorkload}, and reads what it prints. */
public final class YcsbRunner {
  private static final int LINES_SHOWN = 15;

  private final Path script;
  private final Path root;
  private final Path logs;

  /**
   * @param script bin/ycsb
   * @param root the directory that holds all run directories
   * @param logs the directory for the outputs ycsb-PHASE.out and ycsb-PHASE.err; while a phase
   *     runs, also for its properties, ycsb-PHASE.properties
   */
  public YcsbRunner(Path script, Path root, Path logs) {
    this.script = script;
    this.root = root;
    this.logs = logs;
  }

  /**
   * Runs one phase to its end.
   *
   * @param phase load or run
   * @throws HarnessException if YCSB's exit status isn't 0, the timeout passes, or it prints no
   *     result
   */
  public YcsbReport run(
      String phase,
      String system,
      Path workload,
      Map<String, String> properties,
      int threads,
      Duration timeout)
      throws InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString(), phase, system));
    command.addAll(OwnWorkload.options());
    command.addAll(List.of("-P", workload.toString(), "-threads", Integer.toString(threads)));
    SortedMap<String, String> all = new TreeMap<>(properties);
    OwnWorkload.nameIn(all);
    Path file = logs.resolve("ycsb-" + phase + ".properties");
    Path out = logs.resolve("ycsb-" + phase + ".out");
    LogFile err = new LogFile(logs.resolve("ycsb-" + phase + ".err"));
    try {
      command.addAll(ClientProperties.options(file, all));
      ProcessBuilder builder = new ProcessBuilder(command);
      builder.environment().put("HYBRID_DIR", root.toString());
      Process process =
          builder
              .redirectInput(ProcessLauncher.NO_INPUT)
              .redirectOutput(out.toFile())
              .redirectError(err.path().toFile())
              .start();
      try {
        if (!process.waitFor(timeout.toMillis(), TimeUnit.MILLISECONDS)) {
          throw failure(phase, "has not ended after %d s".formatted(timeout.toSeconds()), err);
        }
      } finally {
        process.destroyForcibly();
        Files.deleteIfExists(file);
      }
      if (process.exitValue() != 0) {
        throw failure(phase, "exited with status " + process.exitValue(), err);
      }
      return YcsbReport.parse(Files.readString(out, StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new HarnessException("cannot run " + script + ": " + e.getMessage(), e);
    }
  }

  private static HarnessException failure(String phase, String what, LogFile err) {
    StringBuilder message = new StringBuilder("ycsb ").append(phase).append(' ').append(what);
    message.append("; the end of ").append(err.path()).append(':');
    err.lastLines(LINES_SHOWN, 0).forEach(line -> message.append("\n    ").append(line));
    return new HarnessException(message.toString());
  }
}
