package io.hybridycsb.harness.process;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Tiny real processes. */
public final class TestProcesses {
  private TestProcesses() {}

  /** A shell script that says it is ready when its output has a line that begins with "ready". */
  public static ProcessSpec shell(Path dir, String name, int stage, String script) {
    return new ProcessSpec(
        name,
        "test",
        stage,
        List.of("sh", "-c", script),
        Map.of("GREETING", "hello"),
        dir.resolve(name),
        "127.0.0.1:0",
        List.of(),
        new Readiness.LogLine("(?m)^ready"));
  }

  /** The same process, listening on this port as well. */
  public static ProcessSpec onPort(ProcessSpec spec, int port) {
    return new ProcessSpec(
            spec.name(),
            spec.role(),
            spec.stage(),
            spec.command(),
            spec.environment(),
            spec.dir(),
            "127.0.0.1:" + port,
            List.of(port),
            spec.readiness())
        .withSetup(spec.beforeFirstStart(), spec.afterFirstStart())
        .withBeforeRestart(spec.beforeRestart())
        .endingWith(spec.endsWith());
  }
}
