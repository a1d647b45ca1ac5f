package io.hybridycsb.harness.system.registry;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.check.linearizability.Model;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PromisedModelTest {
  private static String promised(String system, Map<String, String> set, Map<String, String> ycsb) {
    SystemDescription description = Systems.byName(system);
    Optional<Model> model =
        description.promisedModel(new Settings(description.options(), set), ycsb);
    return model.map(Model::title).orElse("none");
  }

  /** As the table of docs/systems/README.md has it, "By what one may rely on". */
  @Test
  void everySystemPromisesAModelByDefaultOrSaysThatItPromisesNone() {
    Map<String, String> promised = new LinkedHashMap<>();
    Systems.all()
        .forEach(one -> promised.put(one.name(), promised(one.name(), Map.of(), Map.of())));

    assertThat(promised)
        .isEqualTo(
            Map.ofEntries(
                Map.entry("veritas-kafka", "linearizable"),
                Map.entry("veritas-tm", "session"),
                Map.entry("relational-tm", "session"),
                Map.entry("relational-kafka", "session"),
                Map.entry("fabric", "committed"),
                Map.entry("blockchaindb", "none"),
                Map.entry("quorum", "session"),
                Map.entry("immudb", "linearizable"),
                Map.entry("bigchaindb", "committed"),
                Map.entry("bigchaindb-pv", "committed"),
                Map.entry("etcd", "linearizable"),
                Map.entry("cassandra-lwt", "linearizable"),
                Map.entry("postgresql-ledger", "linearizable"),
                Map.entry("postgresql", "linearizable"),
                Map.entry("mariadb", "linearizable")));
  }

  @ParameterizedTest
  @CsvSource({
    "etcd, etcd.read, serializable, committed",
    "quorum, quorum.read, linearizable, linearizable",
    "veritas-tm, veritas.read, local, committed",
    "veritas-tm, veritas.read, linearizable, linearizable",
    "veritas-kafka, veritas.verify, read, session",
    "veritas-kafka, veritas.verify, batch, linearizable",
    "relational-tm, relational.read, ordered, linearizable",
    "relational-kafka, relational.read, ordered, linearizable",
    "cassandra-lwt, cassandra.read.consistency, local_serial, linearizable",
    "cassandra-lwt, cassandra.read.consistency, quorum, none",
    "cassandra-lwt, cassandra.mode, plain, none",
    "fabric, fabric.peers, 'peer1:7051', linearizable",
    "fabric, fabric.peers, 'peer1:7051,peer2:7051', committed",
  })
  void clientsPropertiesChangeIt(String system, String property, String value, String model) {
    assertThat(promised(system, Map.of(), Map.of(property, value))).isEqualTo(model);
  }

  @ParameterizedTest
  @CsvSource({
    "veritas-kafka, approval.policy, majority, committed",
    "blockchaindb, chain, quorum-qbft, session",
    "immudb, fsync, false, none",
    "postgresql, fsync, false, linearizable",
    "mariadb, binlog, false, none",
    "cassandra-lwt, commitlog.sync, periodic, none",
  })
  void theClustersOptionsChangeIt(String system, String option, String value, String model) {
    assertThat(promised(system, Map.of(option, value), Map.of())).isEqualTo(model);
  }

  @Test
  void sessionsOfVeritasHoldWhereItsNodesMayLag() {
    assertThat(
            promised(
                "veritas-kafka",
                Map.of("approval.policy", "majority"),
                Map.of("veritas.read", "session")))
        .isEqualTo("session");
    assertThat(
            promised(
                "blockchaindb",
                Map.of("chain", "quorum-qbft"),
                Map.of("blockchaindb.read", "eventual")))
        .isEqualTo("committed");
  }
}
