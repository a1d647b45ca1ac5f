package io.hybridycsb.harness.bench.saturate;

import io.hybridycsb.harness.files.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/** A search's outcome for programs. docs/experiments.md explains the fields. */
public final class SaturatedJson {
  /** The file's name, in the directory of the system's runs. */
  public static final String FILE = "saturate.json";

  /** The version of this form. */
  private static final int FORMAT = 1;

  private SaturatedJson() {}

  private record Document(
      int format,
      String system,
      double p99MsMax,
      int clients,
      double capacityPerSecond,
      OptionalLong heldPerSecond,
      OptionalLong notHeldPerSecond,
      List<Step> steps) {}

  /** Writes the file atomically. */
  public static void write(Path directory, Saturated outcome) {
    Json.write(
        directory.resolve(FILE),
        new Document(
            FORMAT,
            outcome.system(),
            outcome.bound().p99Ms(),
            outcome.clients(),
            outcome.capacityPerSecond(),
            outcome.answer(),
            outcome.lowestNotHeld().stream().mapToLong(Step::offeredPerSecond).findFirst(),
            outcome.steps()));
  }
}
