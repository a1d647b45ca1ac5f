package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.bench.crash.ReadBack;
import io.hybridycsb.harness.bench.plan.Point;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.bench.probe.StoredBytes;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Soak;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.SystemData.StoredPart;
import io.hybridycsb.harness.system.programs.Home;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A run for hours, in sections on one cluster. Between two of them a process may be killed and
 * started again. What changes from section to section becomes counters; all else is of the last
 * section.
 *
 * @param directory of the run; each section has one in it
 */
record Sections(Home home, BenchCluster cluster, Point point, Path directory, Progress progress) {
  private static final String PROOF_BYTES = ": bytes for each ";
  private static final double NANOS_PER_HOUR = 3600e9;

  /** Does all sections; fails if one doesn't count. */
  Measured measure() throws InterruptedException {
    RunSettings.Sections sections = point.run().length().sections();
    if (!sections.restarted().isEmpty()) {
      // Fails now if there is no such process, not after the first section.
      cluster.withCompanions(sections.restarted());
    }
    Soak soak = new Soak();
    long begunNanos = System.nanoTime();
    long records = point.cluster().load().records();
    Optional<StoredBytes> before = cluster.storedBytes();
    Optional<Measured> last = Optional.empty();
    for (int i = 1; i <= sections.count(); i++) {
      progress.say("section %d of %d".formatted(i, sections.count()));
      Path own = directory.resolve(String.format(Locale.ROOT, "section-%03d", i));
      Disk.makeDirectory(own);
      double from = hoursSince(begunNanos);
      Measured measured =
          new OneRun(home, cluster, point.run(), own, progress).measure(point.cluster());
      ReadBack.requireCorrect(measured.findings());
      double middle = (from + hoursSince(begunNanos)) / 2;
      records += acknowledged(measured, Set.of(YcsbReport.INSERT));
      Optional<StoredBytes> now = cluster.storedBytes();
      SortedMap<String, Double> values = of(measured, records, before, now);
      restart(sections.restarted()).ifPresent(seconds -> values.put(Soak.RESTART, seconds));
      soak.add(middle, values);
      before = now;
      last = Optional.of(measured);
    }
    Measured end = last.orElseThrow();
    List<Probe.Findings> findings = new ArrayList<>(end.findings());
    findings.add(Probe.Findings.counted(soak.counters()));
    return new Measured(
        end.warmUp(),
        end.phase(),
        end.reports(),
        end.recorded(),
        end.processes(),
        end.cpu(),
        findings);
  }

  private static double hoursSince(long nanos) {
    return (System.nanoTime() - nanos) / NANOS_PER_HOUR;
  }

  /** Kills and starts again; returns in how many seconds it served. */
  private Optional<Double> restart(String process) throws InterruptedException {
    if (process.isEmpty()) {
      cluster.countSection(Set.of());
      return Optional.empty();
    }
    cluster.countSection(cluster.withCompanions(process));
    cluster.cluster().kill(List.of(process));
    long begunNanos = System.nanoTime();
    Duration timeout = Duration.ofSeconds(point.cluster().startTimeoutSeconds());
    cluster.cluster().restart(List.of(process), timeout);
    return Optional.of((System.nanoTime() - begunNanos) / 1e9);
  }

  /**
   * What a section has measured, by its names in {@link Soak}.
   *
   * @param records that there are at its end
   * @param before what was on disk before it; empty if unknown, as {@code now}
   */
  static SortedMap<String, Double> of(
      Measured measured, long records, Optional<StoredBytes> before, Optional<StoredBytes> now) {
    SortedMap<String, Double> values = new TreeMap<>();
    double perSecond = measured.phase().acknowledgedPerSecond();
    if (perSecond > 0) {
      values.put(Soak.CPU, 1000 * measured.coresBusy(cost -> !cost.ofClient()) / perSecond);
    }
    now.map(stored -> stored.byKind().get(StoredPart.Kind.STATE))
        .ifPresent(state -> values.put(Soak.STATE, state / records));
    long writes = acknowledged(measured, Set.of("UPDATE", "DELETE", "TRANSACTION", "INSERT"));
    if (before.isPresent() && now.isPresent() && writes > 0) {
      Double ledger = now.get().byKind().get(StoredPart.Kind.LEDGER);
      if (ledger != null) {
        double old = before.get().byKind().getOrDefault(StoredPart.Kind.LEDGER, 0.0);
        values.put(Soak.LEDGER, (ledger - old) / writes);
      }
      values.put(Soak.STORED, (double) (sum(now.get()) - sum(before.get())) / writes);
    }
    measured.findings().stream()
        .flatMap(found -> found.counters().entrySet().stream())
        .filter(counter -> counter.getKey().startsWith(Counters.PROOFS))
        .filter(counter -> counter.getKey().contains(PROOF_BYTES))
        .forEach(counter -> values.put(Soak.PROOF + answer(counter.getKey()), counter.getValue()));
    return values;
  }

  /** What the proofs are of that a counter is about. */
  private static String answer(String counter) {
    return counter.substring(Counters.PROOFS.length(), counter.indexOf(PROOF_BYTES));
  }

  private static long sum(StoredBytes stored) {
    return stored.byRole().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Operations of these kinds that ended well, warm-up included. */
  private static long acknowledged(Measured measured, Set<String> kinds) {
    return measured.reports().stream()
        .flatMap(report -> report.statuses().entrySet().stream())
        .filter(kind -> kinds.contains(kind.getKey()))
        .mapToLong(kind -> kind.getValue().getOrDefault(YcsbReport.OK, 0L))
        .sum();
  }
}
