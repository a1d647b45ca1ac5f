package io.hybridycsb.it.pages;

import java.util.Map;

/**
 * What becomes of each block of commands: a test runs it, or a reason says why none does. That the
 * commands of all of them are understood is tested in any case.
 */
final class Assignments {
  private static final String KUBERNETES =
      "takes a Kubernetes cluster; KubernetesTest holds the manifests to their schemas";
  private static final String ENGINE =
      "takes images of others; ContainersIT does the same where there is an engine, with its own"
          + " smaller load";

  /** By the block's id: the test that takes it from the page. */
  static final Map<String, String> RUN =
      Map.ofEntries(
          Map.entry("README.md: By hand", "ReadmeIT"),
          Map.entry("README.md: Experiments", "ReadmeIT"),
          Map.entry("docs/checking.md: Checking histories", "EtcdPagesIT"),
          Map.entry("docs/existing-ycsb.md: In a YCSB that you have", "VeritasKafkaPageIT"),
          Map.entry("docs/existing-ycsb.md: In a YCSB that you have (2)", "VeritasKafkaPageIT"),
          Map.entry("docs/existing-ycsb.md: In a YCSB that you have (3)", "VeritasKafkaPageIT"),
          Map.entry("docs/experiments.md: Experiments", "ExperimentsPageIT"),
          Map.entry("docs/extending.md: A binding in an hour", "ExtendingPageIT"),
          Map.entry("docs/extending.md: A binding in an hour (2)", "ExtendingPageIT"),
          Map.entry("docs/extending.md: A binding in an hour (3)", "ExtendingPageIT"),
          Map.entry("docs/kubernetes.md: A fleet of clients (2)", "VeritasKafkaPageIT"),
          Map.entry(
              "docs/metrics.md: Metrics, and where an operation's time goes", "VeritasKafkaPageIT"),
          Map.entry("docs/network.md: A network between the nodes", "NetworkPageIT"),
          Map.entry("docs/reports.md: Reports", "ReadmeIT"),
          Map.entry("docs/systems/bigchaindb.md: Starting one", "BigchainDbPageIT"),
          Map.entry("docs/systems/blockchaindb.md: Starting one", "BlockchainDbPageIT"),
          Map.entry("docs/systems/cassandra-lwt.md: Starting one", "CassandraLwtPageIT"),
          Map.entry("docs/systems/etcd.md: Starting one", "EtcdPagesIT"),
          Map.entry("docs/systems/fabric.md: Starting one", "FabricPageIT"),
          Map.entry("docs/systems/veritas-kafka.md: Starting one", "VeritasKafkaPageIT"),
          Map.entry("docs/systems/veritas-tm.md: Starting one", "VeritasTmPageIT"),
          Map.entry(
              "docs/systems/veritas-tm.md: A new node, or one that has lost its data",
              "VeritasTmPageIT"),
          Map.entry("docs/tls.md: Certificates", "TlsPageIT"),
          Map.entry("docs/tls.md: Kafka", "TlsPageIT"),
          Map.entry("docs/tls.md: The timestamp oracle", "TlsPageIT"));

  /** By the block's id: why no test runs it. */
  static final Map<String, String> NOT_RUN =
      Map.ofEntries(
          Map.entry(
              "README.md: hybrid-ycsb",
              "the second command is what runs all tests; QuickstartTests run the first, with"
                  + " fewer operations"),
          Map.entry("docs/docker.md: In containers", ENGINE),
          Map.entry("docs/docker.md: A network between the nodes", ENGINE),
          Map.entry("docs/docker.md: A test with an engine", "is a run of all tests"),
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
              "docs/tls.md: Redis",
              "takes a Redis that was built with TLS, which few machines have"));

  private Assignments() {}
}
