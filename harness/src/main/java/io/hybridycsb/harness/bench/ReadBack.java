package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.WarmUp;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.check.LostWrites;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RecordedCall;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads all loaded records after a crash, counts the acknowledged writes that were lost, and checks
 * all histories against what the system promises. They are large, so they are removed if all is
 * whole.
 */
final class ReadBack {
  private static final String CLIENT = "readback";

  /** The clients' calls that matter; a history has millions of calls. */
  private static final Set<String> WRITES = Set.of("insert", "update", "delete");

  private static final Set<String> READS = Set.of("read");

  /** A read from a node that lags behind may miss a write that a later read shows. */
  private static final int ROUNDS_MAX = 3;

  private final Path directory;
  private final RunSettings run;
  private final long records;
  private final Round round;
  private final PromiseCheck check;

  /** Runs clients to their end. */
  interface Round {
    void run(String name, RunSettings settings, SortedMap<String, String> properties)
        throws InterruptedException;
  }

  /**
   * @param directory the run's directory, with its clients' histories
   * @param run the run before the reading
   */
  ReadBack(Path directory, RunSettings run, long records, Round round, PromiseCheck check) {
    this.directory = directory;
    this.run = run;
    this.records = records;
    this.round = round;
    this.check = check;
  }

  /** Reads the records, counts what was lost, and checks the histories. */
  Probe.Findings findings() throws InterruptedException {
    List<Path> histories = histories(YcsbCommand.CLIENT, run.processes());
    LostWrites found = read(histories);
    SortedMap<String, Double> counters = new TreeMap<>();
    counters.put(Counters.ACKNOWLEDGED, (double) found.acknowledged());
    counters.put(Counters.LOST, (double) found.lost());
    counters.put(Counters.UNREAD, (double) found.unreadRecords());
    List<RunWarning> warnings = new ArrayList<>();
    if (found.lost() > 0) {
      warnings.add(Kind.LOST_WRITES.of(found.lost()));
    }
    if (found.unreadRecords() > 0) {
      warnings.add(Kind.UNREAD_RECORDS.of(found.unreadRecords()));
    }
    PromiseCheck.Findings checked = check.of(histories, directory);
    counters.putAll(checked.counters());
    warnings.addAll(checked.warnings());
    if (isWhole(found) && checked.warnings().isEmpty()) {
      histories.forEach(ReadBack::remove);
    }
    return new Probe.Findings(counters, new TreeMap<>(), "", warnings);
  }

  /**
   * Reads the records until nothing is missing, or often enough.
   *
   * @param histories of the clients; those of the reading are added
   */
  private LostWrites read(List<Path> histories) throws InterruptedException {
    List<RecordedCall> during = calls(histories, WRITES);
    List<RecordedCall> after = new ArrayList<>();
    LostWrites found = null;
    for (int i = 1; i <= ROUNDS_MAX && !isWhole(found); i++) {
      String client = i == 1 ? CLIENT : CLIENT + i + "-";
      round.run(client, reading(), properties());
      List<Path> reading = histories(client, 1);
      after.addAll(calls(reading, READS));
      histories.addAll(reading);
      found = LostWrites.of(during, after);
    }
    return found;
  }

  private static boolean isWhole(LostWrites found) {
    return found != null && found.lost() == 0 && found.unreadRecords() == 0;
  }

  private RunSettings reading() {
    return new RunSettings(
        1,
        run.threads() / run.processes(),
        records,
        OptionalLong.empty(),
        OptionalInt.empty(),
        "workloadc",
        new TreeMap<>(),
        0,
        new WarmUp(false, 0),
        run.timeoutSeconds(),
        Optional.empty());
  }

  /** One read of each record, whatever workload the run's own properties describe. */
  private SortedMap<String, String> properties() {
    SortedMap<String, String> properties = new TreeMap<>(run.properties());
    properties.remove(BenchWorkload.CONSTANT);
    for (String other : List.of("insert", "scan", "update", "readmodifywrite")) {
      properties.put(other + "proportion", "0");
    }
    properties.put("readproportion", "1");
    properties.put("readallfields", "true");
    properties.put("requestdistribution", "sequential");
    properties.put("recordcount", Long.toString(records));
    properties.put(YcsbCommand.HISTORY, directory.toString());
    return properties;
  }

  private List<Path> histories(String client, int processes) {
    List<Path> files = new ArrayList<>();
    for (int i = 1; i <= processes; i++) {
      files.add(YcsbCommand.history(directory, client + i));
    }
    return files;
  }

  private static List<RecordedCall> calls(List<Path> histories, Set<String> ops) {
    return histories.stream()
        .flatMap(file -> HistoryFile.read(file, ops).calls().stream())
        .toList();
  }

  private static void remove(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new HarnessException("cannot remove " + file + ": " + e.getMessage(), e);
    }
  }
}
