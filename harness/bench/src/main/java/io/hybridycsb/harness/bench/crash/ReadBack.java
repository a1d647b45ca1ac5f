package io.hybridycsb.harness.bench.crash;

import io.hybridycsb.harness.CorrectnessException;
import io.hybridycsb.harness.bench.clients.Clients;
import io.hybridycsb.harness.bench.clients.YcsbCommand;
import io.hybridycsb.harness.bench.plan.RunSettings;
import io.hybridycsb.harness.bench.plan.RunSettings.WarmUp;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.check.LostWrites;
import io.hybridycsb.harness.check.history.HistoryFile;
import io.hybridycsb.harness.check.history.RecordedCall;
import io.hybridycsb.harness.cluster.Progress;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Reads all loaded records after a crash, counts the acknowledged writes that were lost, and checks
 * all histories against what the system promises. They are large, so they are removed if all is
 * whole.
 *
 * @param directory the run's directory, with its clients' histories
 * @param run the run before the reading
 */
public record ReadBack(
    Path directory,
    RunSettings run,
    long records,
    Round round,
    PromiseCheck check,
    Pause pause,
    Progress progress) {
  private static final String CLIENT = "readback";

  /** The clients' calls that matter; a history has millions of calls. */
  private static final Set<String> WRITES = Set.of("insert", "update", "delete");

  private static final Set<String> READS = Set.of("read");

  /** A single read may fail, and a node may lag a little behind. */
  private static final int ROUNDS_MAX = 3;

  /** As many again, if reads may be of old states: the restarted process may still catch up. */
  private static final int LATE_ROUNDS_MAX = 3;

  private static final Duration CATCHING_UP = Duration.ofSeconds(10);

  /** The warnings that aren't reasons why the run fails, which are printed anyway. */
  private static final Set<Kind> PRINTED =
      Set.of(
          Kind.INSERTED_UNREAD,
          Kind.NOTHING_TO_LOSE,
          Kind.UNCHECKED_PROMISE,
          Kind.UNDECIDED_PROMISE);

  /** Waits for servers to catch up. */
  public interface Pause {
    void last(Duration duration) throws InterruptedException;
  }

  /** Runs clients to their end. */
  public interface Round {
    void run(String name, RunSettings settings, SortedMap<String, String> properties)
        throws InterruptedException;
  }

  /** Reads the records, counts what was lost, and checks the histories. */
  public Probe.Findings findings() throws InterruptedException {
    List<Path> histories = histories(YcsbCommand.CLIENT, run.processes());
    LostWrites found;
    try {
      found = read(histories);
    } catch (Clients.Failed e) {
      if (!e.interrupted()) {
        // What was lost isn't known, but the clients may have seen a broken promise themselves.
        requireKept(check.of(histories, directory).warnings(), e.getMessage());
      }
      throw e;
    }
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
    if (found.unaskedRecords() > 0) {
      warnings.add(Kind.INSERTED_UNREAD.of(found.unaskedRecords()));
    }
    if (found.acknowledged() == 0) {
      warnings.add(Kind.NOTHING_TO_LOSE.of());
    }
    PromiseCheck.Findings checked = check.of(histories, directory);
    counters.putAll(checked.counters());
    warnings.addAll(checked.warnings());
    progress.say(
        "%,d acknowledged writes, %s lost; %s"
            .formatted(
                found.acknowledged(),
                found.lost() == 0 ? "none" : "%,d".formatted(found.lost()),
                checked.verdict()));
    warnings.stream()
        .filter(warning -> PRINTED.contains(warning.kind()))
        .forEach(warning -> progress.say("warning: " + warning.text()));
    if (isWhole(found) && checked.warnings().isEmpty()) {
      histories.forEach(Disk::remove);
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
    int rounds = ROUNDS_MAX + (check.allowsOldReads() ? LATE_ROUNDS_MAX : 0);
    for (int i = 1; i <= rounds && !isWhole(found); i++) {
      if (i > ROUNDS_MAX) {
        if (found.lost() == 0) {
          return found;
        }
        pause.last(CATCHING_UP);
      }
      String client = i == 1 ? CLIENT : CLIENT + i + "-";
      try {
        round.run(client, reading(), properties());
      } catch (Clients.Failed e) {
        if (e.interrupted() || e.foundErrors() || found == null) {
          throw e;
        }
        // What an earlier round has found missing, nobody has found since.
        return found;
      }
      List<Path> reading = histories(client, 1);
      after.addAll(calls(reading, READS));
      histories.addAll(reading);
      found = LostWrites.of(during, after);
    }
    return found;
  }

  private static void requireKept(List<RunWarning> warnings, String failure) {
    if (!broken(warnings.stream()).isEmpty()) {
      throw new CorrectnessException(
          String.join("; ", broken(warnings.stream())) + "; not read back: " + failure);
    }
  }

  private static List<String> broken(Stream<RunWarning> warnings) {
    return warnings
        .filter(warning -> warning.kind() == Kind.BROKEN_PROMISE)
        .map(RunWarning::text)
        .toList();
  }

  /**
   * Fails if a kill has shown that the system breaks a promise, or if nobody knows because records
   * weren't read.
   */
  public static void requireCorrect(List<Probe.Findings> findings) {
    double lost = counted(findings, Counters.LOST);
    double unread = counted(findings, Counters.UNREAD);
    List<String> reasons = new ArrayList<>();
    if (lost > 0) {
      reasons.add("%,.0f acknowledged writes were lost".formatted(lost));
    }
    reasons.addAll(broken(findings.stream().flatMap(found -> found.warnings().stream())));
    if (unread > 0) {
      reasons.add(
          "%,.0f records could not be read back, so it isn't known whether writes to them were lost"
              .formatted(unread));
    }
    if (!reasons.isEmpty()) {
      throw new CorrectnessException(String.join("; ", reasons));
    }
  }

  private static double counted(List<Probe.Findings> findings, String counter) {
    return findings.stream()
        .mapToDouble(found -> found.counters().getOrDefault(counter, 0.0))
        .sum();
  }

  private static boolean isWhole(LostWrites found) {
    return found != null && found.lost() == 0 && found.unreadRecords() == 0;
  }

  private RunSettings reading() {
    return new RunSettings(
        1,
        "",
        run.threads() / run.processes(),
        RunSettings.Rate.CLOSED_LOOP,
        "workloadc",
        new TreeMap<>(),
        new RunSettings.Length(records, 0, new WarmUp(false, 0), run.length().timeoutSeconds()),
        Optional.empty());
  }

  /** One read of each record, whatever workload the run's own properties describe. */
  private SortedMap<String, String> properties() {
    SortedMap<String, String> properties = new TreeMap<>(run.properties());
    properties.remove(RunSettings.CONSTANT);
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
        .flatMap(file -> HistoryFile.read(file, ops, lines -> {}).calls().stream())
        .toList();
  }
}
