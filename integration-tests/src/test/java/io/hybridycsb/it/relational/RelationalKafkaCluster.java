package io.hybridycsb.it.relational;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.otherusers.PortUse;
import io.hybridycsb.it.release.Ended;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** PostgreSQL and MariaDB side by side, which execute the transactions of a Kafka topic. */
final class RelationalKafkaCluster extends LocalCluster {
  RelationalKafkaCluster(int nodes) {
    super("relational-kafka", nodes);
    // As long as the command that starts the node waits.
    with("node.start.timeout.ms", "300000");
    // A node whose database alone dies waits for it, and doesn't end while others are to die.
    with("node.database.timeout.ms", "300000");
    with("node.jvm", SHORT_LIVED);
    with("node.heap", "128m");
    with("kafka.jvm", SHORT_LIVED);
  }

  /** The process of a node's database. */
  String database(int number) {
    return (number % 2 == 1 ? "postgresql" : "mariadb") + number;
  }

  /** All processes of a node. */
  List<String> node(int number) {
    return List.of("node" + number, database(number));
  }

  /** Properties of clients that each know one of the first nodes. */
  List<Map<String, String>> clientsOfOneNode(int nodes) {
    return IntStream.rangeClosed(1, nodes)
        .mapToObj(i -> Map.of("relational.nodes", process("node" + i).address()))
        .toList();
  }

  /** The audit, with time for each node of a very busy machine. */
  Ended audit() {
    return hybridOn("audit", "--timeout", "60000");
  }

  @Override
  public void requireAuditPasses() {
    audit().requireSuccess();
  }

  @Override
  public List<PortUse> ports() {
    return PortUse.all(
        List.of(
            PortUse.KAFKA,
            PortUse.database("postgresql[0-9]+", "postgresql"),
            PortUse.database("mariadb[0-9]+", "mariadb")),
        PortUse.NODES);
  }

  @Override
  public Map<String, String> patience() {
    return Map.of("relational.timeout.ms", "60000");
  }
}
