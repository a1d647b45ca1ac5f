package io.hybridycsb.it.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.harness.system.veritas.VeritasKafkaSystem;
import io.hybridycsb.harness.system.veritas.VeritasTmSystem;
import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.veritas.server.NodeProperties;
import io.hybridycsb.veritas.server.VeritasSystem;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.SortedMap;
import org.junit.jupiter.api.Test;

/** Compares the nodes' properties with what the harness says of them without their classes. */
class NodeOptionsTest {
  private static SortedMap<String, Property<?>> veritas(String mainClass) throws Exception {
    VeritasSystem system = (VeritasSystem) make("io.hybridycsb.veritas." + mainClass);
    return NodeProperties.names(system.properties()).declared();
  }

  private static Object make(String mainClass) throws Exception {
    Constructor<?> constructor = Class.forName(mainClass).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }

  private static SortedMap<String, Property<?>> blockchainDb() throws Exception {
    Field names =
        Class.forName("io.hybridycsb.blockchaindb.server.command.NodeConfig")
            .getDeclaredField("NAMES");
    names.setAccessible(true);
    return ((SettingNames) names.get(null)).declared();
  }

  /** Fails unless exactly these options are left to the node, which has them all. */
  private static void requirePassedOn(
      String system, SortedMap<String, Property<?>> declared, String... names) {
    assertThat(Systems.byName(system).options())
        .filteredOn(option -> option.description().startsWith("a node's property"))
        .extracting(Property::name)
        .containsExactlyInAnyOrder(names)
        .allMatch(declared::containsKey);
  }

  @Test
  void optionsThatAreTheNodesOwnAreAmongItsProperties() throws Exception {
    requirePassedOn(
        "veritas-kafka",
        veritas("kafka.VeritasKafka"),
        "block.transactions.max",
        "block.bytes.max",
        "record.bytes.max",
        "state.history.blocks",
        "processing.ms");
    requirePassedOn(
        "veritas-tm",
        veritas("tendermint.VeritasTm"),
        "block.transactions.max",
        "block.bytes.max",
        "block.linger.ms",
        "record.bytes.max",
        "state.history.blocks",
        "processing.ms",
        "snapshot.interval");
    requirePassedOn(
        "relational-kafka",
        ((RelationalSystem) make("io.hybridycsb.relational.kafka.RelationalKafka"))
            .names()
            .declared(),
        "block.transactions.max",
        "block.bytes.max",
        "block.linger.ms",
        "processing.ms");
    requirePassedOn(
        "relational-tm",
        ((RelationalSystem) make("io.hybridycsb.relational.tendermint.RelationalTm"))
            .names()
            .declared(),
        "processing.ms");
    requirePassedOn(
        "blockchaindb",
        blockchainDb(),
        "batch.writes.max",
        "batch.linger.ms",
        "account.transactions.max",
        "processing.ms");
  }

  @Test
  void theRoomOfABlockIsWhatTheServersTakeUnlessTold() throws Exception {
    String name = NodeProperties.BLOCK_BYTES_MAX.name();
    assertThat(veritas("kafka.VeritasKafka").get(name).defaultValue())
        .contains(Long.toString(VeritasKafkaSystem.BLOCK_BYTES_DEFAULT));
    assertThat(veritas("tendermint.VeritasTm").get(name).defaultValue())
        .contains(Long.toString(VeritasTmSystem.BLOCK_BYTES_DEFAULT));
  }
}
