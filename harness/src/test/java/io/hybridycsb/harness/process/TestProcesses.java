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
        new Readiness.LogLine("(?m)^ready"),
        List.of(),
        List.of());
  }

  /** The same process with commands to run once. */
  public static ProcessSpec with(
      ProcessSpec spec, List<SetupCommand> before, List<SetupCommand> after) {
    return new ProcessSpec(
        spec.name(),
        spec.role(),
        spec.stage(),
        spec.command(),
        spec.environment(),
        spec.dir(),
        spec.address(),
        spec.ports(),
        spec.readiness(),
        before,
        after);
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
        spec.readiness(),
        spec.beforeFirstStart(),
        spec.afterFirstStart());
  }

  /** The same process, ending with another. */
  public static ProcessSpec endingWith(ProcessSpec spec, String other) {
    return new ProcessSpec(
        spec.name(),
        spec.role(),
        spec.stage(),
        spec.command(),
        spec.environment(),
        spec.dir(),
        spec.address(),
        spec.ports(),
        spec.readiness(),
        spec.beforeFirstStart(),
        spec.afterFirstStart(),
        List.of(new Partner(other, 0)));
  }
}
