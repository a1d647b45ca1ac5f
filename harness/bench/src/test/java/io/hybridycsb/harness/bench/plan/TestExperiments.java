package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Experiments' files of a test, and the release's workloads. */
public final class TestExperiments {
  private final Path directory;

  public TestExperiments(Path directory) {
    this.directory = directory;
  }

  /** A directory of the source tree that the release takes as it is. */
  public static Path released(String name) {
    return Path.of(System.getProperty("test.bin")).resolveSibling(name);
  }

  public Path write(String name, String text) {
    try {
      return Files.writeString(directory.resolve(name), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  Experiment read(String text) {
    return Experiment.read(write("experiment.yaml", text));
  }

  /** All points, those left out not among them. */
  public List<Point> points(String text, String system) {
    return points(text, system, released("workloads"));
  }

  List<Point> points(String text, String system, Path workloads) {
    return new Points(read(text), Systems.byName(system), false, workloads, Optional.empty())
        .all(new ArrayList<>()::add);
  }

  Plan plan(String text, String... systems) {
    return Plan.of(List.of(read(text)), List.of(systems), false, released("workloads"));
  }
}
