package io.hybridycsb.it.pages;

import java.util.List;
import java.util.Map;

/**
 * For each block of commands, the tests that run it, or the reason why none does. In any case a
 * test checks that our programs understand the commands.
 */
final class Assignments {
  private static final String KUBERNETES =
      "takes a Kubernetes cluster; KubernetesTest holds the manifests to their schemas";
  private static final String ENGINE =
      "takes images of others; ContainersIT does the same where there is an engine, with its own"
          + " smaller load";

  /** By the block's id: the tests that take it from the page. */
  static final Map<String, List<String>> RUN =
      Map.ofEntries(
          by("README.md: By hand", "ReadmeIT"),
          by("README.md: Experiments", "ReadmeIT"),
          by("docs/checking.md: Checking histories", "EtcdPagesIT"),
          by("docs/comparing.md: Comparing results", "ReadmeIT"),
          by("docs/existing-ycsb.md: In a YCSB that you have", "VeritasKafkaPageIT"),
          by("docs/existing-ycsb.md: In a YCSB that you have (2)", "VeritasKafkaPageIT"),
          by("docs/existing-ycsb.md: In a YCSB that you have (3)", "VeritasKafkaPageIT"),
          by("docs/experiments.md: Experiments", "ExperimentsPageIT"),
          by("docs/extending.md: A system in an hour", "DocumentedSystem"),
          by("docs/extending.md: A system in an hour (2)", "DocumentedSystem"),
          by("docs/extending.md: A system in an hour (3)", "DocumentedSystem"),
          by("docs/extending.md: A system in an hour (4)", "DocumentedSystem"),
          by("docs/extending.md: A system in an hour (5)", "DocumentedSystem"),
          by("docs/kubernetes.md: A fleet of clients (2)", "VeritasKafkaPageIT"),
          by("docs/metrics.md: Flame graphs", "VeritasKafkaPageIT"),
          by("docs/metrics.md: Metrics, and where an operation's time goes", "VeritasKafkaPageIT"),
          by("docs/network.md: A network between the nodes", "NetworkPageIT"),
          by("docs/reports.md: Reports", "ReadmeIT"),
          by("docs/results/README.md: The raw files", "ResultsPageIT"),
          by("docs/results/transactions/README.md: The raw files", "ResultsPageIT"),
          by("docs/systems/bigchaindb.md: Starting one", "BigchainDbPageIT"),
          by("docs/systems/blockchaindb.md: Starting one", "BlockchainDbPageIT"),
          by("docs/systems/blockchaindb.md: Over QBFT", "BlockchainDbQbftIT"),
          by(
              "docs/systems/cassandra-lwt.md: Starting one",
              "CassandraLwtInstallIntoIT",
              "CassandraLwtPageIT"),
          by("docs/systems/etcd.md: Starting one", "EtcdPagesIT"),
          by("docs/systems/fabric.md: Starting one", "FabricPageIT"),
          by(
              "docs/systems/postgresql-ledger.md: Heads beyond the operator's reach",
              "PostgresqlLedgerPageIT"),
          by("docs/systems/postgresql-ledger.md: Starting one", "PostgresqlLedgerPageIT"),
          by("docs/systems/quorum.md: Starting one", "QuorumPagesIT"),
          by("docs/systems/quorum.md: Starting one (2)", "QuorumPagesIT"),
          by("docs/systems/immudb.md: Starting one", "ImmudbPagesIT"),
          by("docs/systems/immudb.md: An immudb of your own", "ImmudbPagesIT"),
          by("docs/systems/relational-databases.md: Starting one", "RelationalDatabasesPageIT"),
          by("docs/systems/relational-kafka.md: Starting one", "RelationalKafkaPageIT"),
          by("docs/systems/relational-tm.md: Starting one", "RelationalTmPageIT"),
          by("docs/systems/veritas-kafka.md: Starting one", "VeritasKafkaPageIT"),
          by("docs/systems/veritas-tm.md: Starting one", "VeritasTmStateSyncIT"),
          by(
              "docs/systems/veritas-tm.md: A new node, or one that has lost its data",
              "VeritasTmStateSyncIT"),
          by("docs/tls.md: Certificates", "TlsPageIT"),
          by("docs/tls.md: Kafka", "TlsPageIT"),
          by("docs/tls.md: The timestamp oracle", "TlsPageIT"),
          by("docs/tpcc.md: TPC-C", "EtcdPagesIT"),
          by("docs/transactions.md: Transactions over several records", "VeritasKafkaPageIT"),
          by("docs/verified-workloads.md: Verified workloads", "ImmudbPagesIT"));

  /** By the block's id: why no test runs it. */
  static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          Map.entry(
              "README.md: hybrid-ycsb",
              "the second command is what runs all tests; QuickstartTests run the first, with"
                  + " fewer operations"),
          Map.entry(
              "docs/attach.md: Experiments on a cluster of yours",
              "takes a cluster of the reader's; BenchIT attaches one that it has started"),
          Map.entry(
              "docs/clients.md: Clients on other hosts",
              "takes other hosts, or a Kubernetes cluster; BenchClientsIT has sshds of its own"),
          Map.entry("docs/docker.md: In containers", ENGINE),
          Map.entry("docs/docker.md: Images", ENGINE),
          Map.entry("docs/docker.md: A network between the nodes", ENGINE),
          Map.entry("docs/docker.md: A test with an engine", "is a run of tests"),
          Map.entry(
              "docs/experiments.md: The highest rate held",
              "takes minutes for each; SaturateIT searches with a smaller load"),
          Map.entry("docs/kubernetes.md: On Kubernetes", KUBERNETES),
          Map.entry("docs/kubernetes.md: A fleet of clients", KUBERNETES),
          Map.entry("docs/kubernetes.md: Audit", KUBERNETES),
          Map.entry("docs/maven.md: Publishing", "uploads to a repository"),
          Map.entry(
              "docs/performance.md: Measure it again",
              "measures, which takes a machine of its own for minutes; QuickstartTests run it with"
                  + " fewer operations"),
          Map.entry(
              "docs/performance.md: Measure it again (2)",
              "measures, which takes a machine of its own for minutes; ReadmeIT runs the same"
                  + " commands with fewer operations"),
          Map.entry(
              "docs/performance.md: Measure it again (3)",
              "measures, which takes a machine of its own for minutes, and a source tree"),
          Map.entry(
              "docs/results/README.md: How they were made",
              "measures for hours; ReadmeIT runs such commands with one small experiment"),
          Map.entry(
              "docs/results/transactions/README.md: How they were made",
              "measures for hours; ReadmeIT runs such commands with one small experiment"),
          Map.entry(
              "docs/tls.md: Redis",
              "takes a Redis that was built with TLS, which few machines have"));

  private Assignments() {}

  private static Map.Entry<String, List<String>> by(String block, String... tests) {
    return Map.entry(block, List.of(tests));
  }
}
