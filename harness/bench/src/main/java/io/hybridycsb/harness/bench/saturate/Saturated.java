package io.hybridycsb.harness.bench.saturate;

import io.hybridycsb.harness.files.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/**
 * What a search has come to.
 *
 * @param clients threads of the closed loop
 * @param capacityPerSecond what the closed loop has committed, in operations of the workload
 * @param steps in their order
 * @param answer the highest rate that was held twice; empty if there is none
 */
public record Saturated(
    String system,
    Bound bound,
    int clients,
    double capacityPerSecond,
    List<Step> steps,
    OptionalLong answer) {
  /** The file for programs, in the directory of the system's runs; docs/experiments.md has it. */
  public static final String FILE = "saturate.json";

  /** The version of that file's form. */
  private static final int FORMAT = 1;

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
  public void write(Path directory) {
    Json.write(
        directory.resolve(FILE),
        new Document(
            FORMAT,
            system,
            bound.p99Ms(),
            clients,
            capacityPerSecond,
            answer,
            lowestNotHeld().stream().mapToLong(Step::offeredPerSecond).findFirst(),
            steps));
  }

  /**
   * The lowest rate above the answer that was not held in one of its runs; empty if there is none.
   */
  public Optional<Step> lowestNotHeld() {
    return steps.stream()
        .filter(step -> !step.held())
        .min(Comparator.comparingLong(Step::offeredPerSecond));
  }

  /** The runs at the answer. */
  List<Step> atAnswer() {
    return steps.stream()
        .filter(step -> answer.isPresent() && step.offeredPerSecond() == answer.getAsLong())
        .toList();
  }

  /** The conclusion, for readers. */
  public List<String> inWords() {
    List<String> lines = new ArrayList<>();
    if (answer.isPresent()) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%s holds %,d/s with a p99 of at most %s: p99 %s, p50 %s in two runs",
              system,
              answer.getAsLong(),
              Bound.ms(bound.p99Ms()),
              both(Step::p99Ms),
              both(Step::p50Ms)));
    } else if (steps.stream().anyMatch(Step::held)) {
      lines.add(
          "no rate was held twice in %d runs; some were held once: other work on the machine?"
              .formatted(steps.size()));
    } else {
      Step lowest = lowestNotHeld().orElseThrow();
      lines.add(
          String.format(
              Locale.ROOT,
              "%s holds no rate down to %,d/s, where p50 was %s and p99 %s: %s%s",
              system,
              lowest.offeredPerSecond(),
              Bound.ms(lowest.p50Ms()),
              Bound.ms(lowest.p99Ms()),
              lowest.notHeld(),
              lowest.p99Ms() > bound.p99Ms() ? "; give a longer --p99" : ""));
    }
    if (answer.isPresent()) {
      atAnswer().stream()
          .map(Step::reservation)
          .filter(reservation -> !reservation.isEmpty())
          .findFirst()
          .ifPresent(reservation -> lines.add("that was held, " + reservation));
      lines.add(
          lowestNotHeld()
              .map(step -> "the lowest rate not held: " + step.inWords())
              .orElse("no rate that was offered was too high"));
    }
    lines.add(
        String.format(
            Locale.ROOT,
            "without a target, %,d clients got %,.0f/s committed",
            clients,
            capacityPerSecond));
    return lines;
  }

  private String both(ToDoubleFunction<Step> latency) {
    return atAnswer().stream()
        .map(step -> Bound.ms(latency.applyAsDouble(step)))
        .collect(Collectors.joining(" and "));
  }
}
