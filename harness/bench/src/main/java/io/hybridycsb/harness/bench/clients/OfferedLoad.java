package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.OfferedReport;
import io.hybridycsb.harness.results.RunWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What clients were to send by a curve or a trace, and how much of it they sent when due. */
public final class OfferedLoad {
  private static final long SECOND_MS = 1000;

  /** So much of the load may be late. */
  private static final double LATE_SHARE = 0.01;

  private final HdrLogs.Part counted;
  private final Timeline timeline;
  private long due;
  private long late;

  OfferedLoad(HdrLogs.Part counted, Timeline timeline) {
    this.counted = counted;
    this.timeline = timeline;
  }

  /**
   * What was due and what was late, of all clients. Nothing if they had neither curve nor trace.
   *
   * @param timeline takes what was due in each second, counted or not
   */
  public static List<Probe.Findings> findings(
      Clients.Outcome outcome, HdrLogs.Part counted, Timeline timeline) {
    OfferedLoad offered = new OfferedLoad(counted, timeline);
    for (int i = 0; i < outcome.reports().size(); i++) {
      long aheadMs = outcome.clocksAheadMs().getOrDefault(YcsbCommand.CLIENT + (i + 1), 0L);
      outcome.reports().get(i).offered().ifPresent(report -> offered.add(report, aheadMs));
    }
    return offered.findings();
  }

  /**
   * Adds what a client has printed.
   *
   * @param aheadMs by how much its clock was ahead
   */
  void add(OfferedReport report, long aheadMs) {
    report
        .due()
        .forEach(
            (second, count) -> {
              long startMs = report.startMs() - aheadMs + second * SECOND_MS;
              timeline.addOffered(startMs, startMs + SECOND_MS, count);
              if (counted.has(startMs, startMs + SECOND_MS)) {
                due += count;
                late += report.late().getOrDefault(second, 0L);
              }
            });
  }

  List<Probe.Findings> findings() {
    List<Probe.Findings> findings = new ArrayList<>();
    if (due > 0) {
      findings.add(
          Probe.Findings.counted(
              new TreeMap<>(Map.of(Counters.DUE, (double) due, Counters.DUE_LATE, (double) late))));
    }
    if (late > LATE_SHARE * due) {
      findings.add(Probe.Findings.warning(RunWarning.Kind.NOT_OFFERED.of(late, due)));
    }
    return findings;
  }
}
