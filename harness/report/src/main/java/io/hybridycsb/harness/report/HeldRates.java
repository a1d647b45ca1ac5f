package io.hybridycsb.harness.report;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.files.Json;
import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.chart.Numbers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The highest rates that systems hold within a latency, by the files of searches.
 *
 * @param unread a line for each file that can't be read
 */
record HeldRates(List<Search> found, List<String> unread) {
  private static final String FILE = "saturate.json";
  private static final int FORMAT = 1;

  /** A file, as docs/experiments.md has it. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Document(
      int format,
      String system,
      double p99MsMax,
      int clients,
      double capacityPerSecond,
      OptionalLong heldPerSecond,
      OptionalLong notHeldPerSecond,
      List<Step> steps) {
    private boolean isWhole() {
      return system != null
          && steps != null
          && steps.stream()
              .allMatch(step -> step != null && (step.held() || step.notHeld() != null));
    }
  }

  /** A rate that was offered. */
  @JsonIgnoreProperties(ignoreUnknown = true)
  private record Step(
      long offeredPerSecond,
      int repeat,
      double committedPerSecond,
      double withinPercent,
      double p50Ms,
      double p99Ms,
      boolean held,
      String notHeld) {}

  /** A search for a system's rate. */
  record Search(Path file, String text, Document document) {
    private String system() {
      return document.system();
    }
  }

  /** Of all such files at or below these paths. */
  static HeldRates load(List<Path> paths) {
    Set<Path> files = new LinkedHashSet<>();
    for (Path path : paths) {
      Disk.walk(path).stream()
          .filter(file -> file.getFileName().toString().equals(FILE))
          .forEach(file -> files.add(Attempt.get("read " + file, () -> file.toRealPath())));
    }
    List<Search> found = new ArrayList<>();
    List<String> unread = new ArrayList<>();
    for (Path file : files) {
      try {
        found.add(read(file));
      } catch (HarnessException e) {
        unread.add(e.getMessage());
      }
    }
    return new HeldRates(found, unread);
  }

  private static Search read(Path file) {
    String text = Attempt.get("read " + file, () -> Files.readString(file));
    int format =
        Attempt.get("read " + file, () -> Json.MAPPER.readTree(text).path("format").asInt(-1));
    if (format != FORMAT) {
      throw new HarnessException(
          "%s has a search of format %d; this release reads format %d"
              .formatted(file, format, FORMAT));
    }
    Document document =
        Attempt.get("read " + file, () -> Json.MAPPER.readValue(text, Document.class));
    if (!document.isWhole()) {
      throw new HarnessException(file + " has a search without a system, or without its steps");
    }
    return new Search(file, text, document);
  }

  /** A row for each search, and its steps folded; nothing without a search. */
  void write(Markup page) {
    if (found.isEmpty()) {
      return;
    }
    page.open("section", "id", "held").element("h2", "The highest rate held");
    page.element("p", "An open loop; operations/s.", "class", "settings");
    new Table<Search>("figures")
        .heads("system", Search::system)
        .texts("p99 at most", one -> Numbers.text(one.document().p99MsMax()) + " ms")
        .texts("highest held, twice", one -> text(one.document().heldPerSecond()))
        .texts("lowest not held", one -> text(one.document().notHeldPerSecond()))
        .numbers(
            "closed loop", one -> OptionalDouble.of(Math.rint(one.document().capacityPerSecond())))
        .numbers("its clients", one -> OptionalDouble.of(one.document().clients()))
        .write(page, found);
    for (Search one : found) {
      new Table<Step>("figures")
          .heads("offered", step -> Numbers.text(step.offeredPerSecond()))
          .numbers("repeat", step -> OptionalDouble.of(step.repeat()))
          .numbers("committed", step -> OptionalDouble.of(step.committedPerSecond()))
          .numbers("% within", step -> OptionalDouble.of(step.withinPercent()))
          .numbers("p50 ms", step -> OptionalDouble.of(step.p50Ms()))
          .numbers("p99 ms", step -> OptionalDouble.of(step.p99Ms()))
          .texts("", step -> step.held() ? "held" : "not held: " + step.notHeld(), "class", "t")
          .folded(
              page,
              "Rates offered to %s (%d)".formatted(one.system(), one.document().steps().size()),
              one.document().steps());
    }
    page.close();
  }

  private static String text(OptionalLong rate) {
    return rate.isPresent() ? Numbers.text(rate.getAsLong()) : "–";
  }
}
