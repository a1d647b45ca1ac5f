package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.process.CommandOutput;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.system.SystemData.StoredPart;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The disk space of a cluster's processes at one moment, without their logs.
 *
 * @param byRole of all that processes of a role have
 * @param byKind of state and of ledger, each on one node: the mean over the processes that have it
 */
public record StoredBytes(SortedMap<String, Long> byRole, Map<StoredPart.Kind, Double> byKind) {
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static final List<String> DU = List.of("du", "-sk");
  private static final Map<StoredPart.Kind, String> COUNTERS =
      Map.of(
          StoredPart.Kind.STATE, Counters.STATE,
          StoredPart.Kind.LEDGER, Counters.LEDGER);

  /**
   * Measures it; empty if it can't be measured.
   *
   * @param parts the files with only state, or only ledger
   */
  public static Optional<StoredBytes> of(Collection<ProcessSpec> processes, List<StoredPart> parts)
      throws InterruptedException {
    SortedMap<String, Long> byRole = new TreeMap<>();
    List<ProcessPart> servers =
        processes.stream().flatMap(process -> process.servers().stream()).toList();
    for (ProcessPart server : servers) {
      OptionalLong stored = bytesIn(server.dir(), server.log().path());
      if (stored.isEmpty()) {
        return Optional.empty();
      }
      byRole.merge(server.role(), stored.getAsLong(), Long::sum);
    }
    Map<StoredPart.Kind, Double> byKind = new EnumMap<>(StoredPart.Kind.class);
    for (StoredPart part : parts) {
      List<ProcessPart> with =
          servers.stream().filter(server -> server.role().equals(part.role())).toList();
      for (ProcessPart server : with) {
        Path directory = server.dir().resolve(part.directory());
        OptionalLong stored =
            Files.isDirectory(directory) ? bytesIn(directory) : OptionalLong.empty();
        if (stored.isPresent()) {
          byKind.merge(part.kind(), stored.getAsLong() / (double) with.size(), Double::sum);
        }
      }
    }
    return Optional.of(new StoredBytes(byRole, byKind));
  }

  /**
   * What has been added for each record, as counters. State and ledger are among them only if their
   * files are there now.
   *
   * @param nodes the number of the cluster's nodes
   */
  public SortedMap<String, Double> perRecordSince(StoredBytes before, long records, int nodes) {
    SortedMap<String, Double> counters = new TreeMap<>();
    double all = 0;
    for (Map.Entry<String, Long> role : byRole.entrySet()) {
      double added =
          (role.getValue() - before.byRole.getOrDefault(role.getKey(), 0L)) / (double) records;
      counters.put(Counters.STORED + ", " + role.getKey(), added);
      all += added;
    }
    counters.put(Counters.STORED, all);
    counters.put(Counters.STORED_BY_NODE, all / nodes);
    byKind.forEach(
        (kind, bytes) ->
            counters.put(
                COUNTERS.get(kind), (bytes - before.byKind.getOrDefault(kind, 0.0)) / records));
    return counters;
  }

  /**
   * The bytes allocated to a directory tree, as du(1) counts them: a sparse file counts only with
   * its written parts. Empty if unknown.
   */
  static OptionalLong bytesIn(Path directory) throws InterruptedException {
    return bytes(DU, directory, TIMEOUT);
  }

  /**
   * As {@link #bytesIn(Path)}, without a file in it.
   *
   * @param log the file to leave out
   */
  static OptionalLong bytesIn(Path directory, Path log) throws InterruptedException {
    OptionalLong all = bytesIn(directory);
    OptionalLong ofLog = Files.exists(log) ? bytes(DU, log, TIMEOUT) : OptionalLong.of(0);
    return all.isPresent() && ofLog.isPresent()
        ? OptionalLong.of(Math.max(0, all.getAsLong() - ofLog.getAsLong()))
        : OptionalLong.empty();
  }

  /**
   * @param command a command that prints a size in KiB for the path in its last argument
   * @param timeout after which the result is empty
   */
  static OptionalLong bytes(List<String> command, Path path, Duration timeout)
      throws InterruptedException {
    List<String> du = new ArrayList<>(command);
    du.add(path.toString());
    // du exits with an error if a file vanishes meanwhile, but still prints the sum.
    return CommandOutput.of(du, timeout)
        .filter(text -> text.matches("(?s)[0-9]+\\s.*"))
        .map(text -> OptionalLong.of(Long.parseLong(text.split("\\s", 2)[0]) * 1024))
        .orElseGet(OptionalLong::empty);
  }
}
