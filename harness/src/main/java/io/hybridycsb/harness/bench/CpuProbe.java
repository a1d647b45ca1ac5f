package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.results.RunWarning.Kind;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * For systems that aren't ours: which component took how much processor time, as far as components
 * are processes of their own. It can't see who waited for what, so its shares are of work, not of
 * an operation's time.
 */
final class CpuProbe implements Probe {
  private static final String SEPARATE =
      "processor time of processes, seen from outside, not time of operations: ";

  /**
   * What a system's processes are to it.
   *
   * @param componentByRole empty if one process is all components
   * @param explanation of what stands for what, or why nothing does
   */
  private record Roles(Map<String, String> componentByRole, String explanation) {}

  private static final Roles BIGCHAINDB =
      new Roles(
          Map.of(
              "validator", "consensus",
              "node", "ledger-validation",
              "mongod", "database",
              "mongod-stand-in", "database"),
          SEPARATE
              + "consensus is Tendermint, ledger-validation is BigchainDB's processes with their"
              + " web servers, database is MongoDB");

  private static final Map<String, Roles> SYSTEMS =
      Map.of(
          "bigchaindb",
          BIGCHAINDB,
          "bigchaindb-pv",
          BIGCHAINDB,
          "fabric",
          new Roles(
              Map.of("orderer", "consensus", "peer", "ledger", "chaincode", "other"),
              SEPARATE
                  + "consensus is the orderers, other is the chaincode, ledger is the peers, which"
                  + " hold the database too: the two can't be told apart"),
          "etcd",
          new Roles(
              Map.of(), "not separable: an etcd node is one process, log and database included"),
          "cassandra-lwt",
          new Roles(
              Map.of(), "not separable: a Cassandra node is one process, Paxos and database"));

  private final Roles roles;
  private final Supplier<SortedMap<String, BenchCluster.Seen>> processes;

  private CpuProbe(Roles roles, Supplier<SortedMap<String, BenchCluster.Seen>> processes) {
    this.roles = roles;
    this.processes = processes;
  }

  /** For a system that can be seen from outside only; otherwise there is none. */
  static List<Probe> of(String system, Supplier<SortedMap<String, BenchCluster.Seen>> processes) {
    Roles roles = SYSTEMS.get(system);
    return roles == null ? List.of() : List.of(new CpuProbe(roles, processes));
  }

  @Override
  public SortedMap<String, Double> counts() {
    SortedMap<String, Double> counts = new TreeMap<>();
    processes
        .get()
        .values()
        .forEach(
            process -> {
              String component = roles.componentByRole().get(process.role());
              if (component != null) {
                counts.merge(component, process.usage().cpuSeconds(), Double::sum);
              }
            });
    return counts;
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    if (counted.values().stream().anyMatch(seconds -> seconds < 0)) {
      return Findings.warning(Kind.PROCESS_ENDED.of());
    }
    return new Findings(new TreeMap<>(), counted, roles.explanation(), List.of());
  }
}
