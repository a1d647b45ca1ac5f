package io.hybridycsb.harness.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.OfferedReport;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OfferedLoadTest {
  private static final long START_MS = 10_000;

  @TempDir private Path directory;
  private final Timeline timeline = new Timeline();

  private static OfferedReport report(long startMs, Map<Long, Long> due, Map<Long, Long> late) {
    return new OfferedReport(startMs, new TreeMap<>(due), new TreeMap<>(late));
  }

  private OfferedLoad load(long fromMs, long toMs) {
    return new OfferedLoad(new HdrLogs.Part(fromMs, toMs), timeline);
  }

  private static SortedMap<String, Double> counters(List<Probe.Findings> findings) {
    SortedMap<String, Double> counters = new TreeMap<>();
    findings.forEach(found -> counters.putAll(found.counters()));
    return counters;
  }

  @Test
  void onlyWhatWasDueWhileTheRunCountedIsCounted() {
    OfferedLoad load = load(START_MS + 1_000, START_MS + 3_000);

    load.add(report(START_MS, Map.of(0L, 7L, 1L, 100L, 2L, 100L, 3L, 9L), Map.of(0L, 7L)), 0);
    load.add(report(START_MS + 500, Map.of(1L, 50L), Map.of(1L, 1L)), 500);

    assertThat(counters(load.findings()))
        .containsEntry(Counters.DUE, 250.0)
        .containsEntry(Counters.DUE_LATE, 1.0);
    assertThat(load.findings()).allMatch(found -> found.warnings().isEmpty());
  }

  @Test
  void overAHundredthThatIsLateIsAWarning() {
    OfferedLoad load = load(START_MS, START_MS + 1_000);

    load.add(report(START_MS, Map.of(0L, 200L), Map.of(0L, 3L)), 0);

    assertThat(load.findings())
        .flatMap(Probe.Findings::warnings)
        .singleElement()
        .satisfies(
            warning ->
                assertThat(warning.text())
                    .contains("clients sent 3 of 200 operations over a second late, or never"));
  }

  @Test
  void nothingIsToldOfEvenLoad() {
    assertThat(load(0, 1).findings()).isEmpty();
  }

  @Test
  void theTimelineHasWhatWasDueBesideWhatWasDone() {
    timeline.add("READ", START_MS, START_MS + 2_000, 150);

    load(0, 1).add(report(START_MS, Map.of(0L, 100L, 1L, 60L), Map.of()), 0);

    Path csv = directory.resolve("timeline.csv");
    timeline.write(csv);
    assertThat(Disk.read(csv)).isEqualTo("second,READ,offered\n0,75,100\n1,75,60\n");
  }

  @Test
  void clientsTellWhatWasDueAndLate() {
    String printed =
        "[OFFERED], StartMs, 17\n[OFFERED], Due=3, 40\n[OFFERED], Late=3, 2\n[READ], Return=OK, 5\n";

    assertThat(OfferedReport.parse(printed)).contains(report(17, Map.of(3L, 40L), Map.of(3L, 2L)));
    assertThat(OfferedReport.parse("[READ], Return=OK, 5\n")).isEmpty();
  }
}
