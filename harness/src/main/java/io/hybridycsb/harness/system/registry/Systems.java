package io.hybridycsb.harness.system.registry;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.bigchaindb.BigchainDbSystem;
import io.hybridycsb.harness.system.blockchaindb.BlockchainDbSystem;
import io.hybridycsb.harness.system.cassandra.CassandraLwtSystem;
import io.hybridycsb.harness.system.etcd.EtcdSystem;
import io.hybridycsb.harness.system.fabric.FabricSystem;
import io.hybridycsb.harness.system.immudb.ImmudbSystem;
import io.hybridycsb.harness.system.quorum.QuorumSystem;
import io.hybridycsb.harness.system.relational.MariaDbSystem;
import io.hybridycsb.harness.system.relational.PostgresqlLedgerSystem;
import io.hybridycsb.harness.system.relational.PostgresqlSystem;
import io.hybridycsb.harness.system.relational.RelationalKafkaSystem;
import io.hybridycsb.harness.system.relational.RelationalTmSystem;
import io.hybridycsb.harness.system.veritas.VeritasKafkaSystem;
import io.hybridycsb.harness.system.veritas.VeritasTmSystem;
import java.util.List;
import java.util.stream.Collectors;

/** The systems that the harness can start. */
public final class Systems {
  private static final List<SystemDescription> ALL =
      List.of(
          new VeritasKafkaSystem(),
          new VeritasTmSystem(),
          new BlockchainDbSystem(),
          new BigchainDbSystem("bigchaindb", false),
          new BigchainDbSystem("bigchaindb-pv", true),
          new CassandraLwtSystem(),
          new EtcdSystem(),
          new FabricSystem(),
          new QuorumSystem(),
          new ImmudbSystem(),
          new PostgresqlSystem(),
          new PostgresqlLedgerSystem(),
          new MariaDbSystem(),
          new RelationalTmSystem(),
          new RelationalKafkaSystem());

  private Systems() {}

  public static List<SystemDescription> all() {
    return ALL;
  }

  /**
   * The system of this name.
   *
   * @throws UsageException if there is none; names all systems
   */
  public static SystemDescription byName(String name) {
    return ALL.stream()
        .filter(system -> system.name().equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new UsageException(
                    "unknown system '%s'; there are: %s"
                        .formatted(
                            name,
                            ALL.stream()
                                .map(SystemDescription::name)
                                .collect(Collectors.joining(", ")))));
  }
}
