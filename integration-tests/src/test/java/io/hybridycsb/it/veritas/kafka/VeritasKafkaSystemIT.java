package io.hybridycsb.it.veritas.kafka;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.it.cluster.KafkaBrokersOf;
import io.hybridycsb.it.suites.ProofTests;
import io.hybridycsb.it.veritas.PastReads;
import io.hybridycsb.it.veritas.Tampering;
import io.hybridycsb.it.veritas.VeritasTestClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import redis.clients.jedis.Jedis;

/** All nodes have to approve, so nothing commits while one is dead. */
@Tag("veritas-kafka")
class VeritasKafkaSystemIT extends ProofTests {
  @RegisterExtension private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(3);

  @Override
  protected boolean goesOnWithoutIt() {
    return false;
  }

  /** The node that died and another one each have all records and answer by themselves. */
  @Override
  protected List<Map<String, String>> readers() {
    return IntStream.rangeClosed(1, 2).mapToObj(i -> Map.of("veritas.node", "node" + i)).toList();
  }

  @Test
  @Tag("campaign")
  @Order(5)
  void eachNodeProvesWhatARecordWasAlsoAfterItsDeath() {
    PastReads.check(CLUSTER, "node2");
  }

  @Test
  @Order(6)
  void whatSomebodyHasChangedBehindANodesBackIsFoundAndNamed() throws IOException {
    try (VeritasTestClient client = VeritasTestClient.patient(CLUSTER)) {
      Tampering tampering = new Tampering(CLUSTER, client);
      tampering.load();
      tampering.withAByteInARedisAndLaterOneInALedgersLog();
    }
  }

  @Test
  @Order(7)
  void notEvenANodeTellsRedisWhereToWrite() {
    try (Jedis redis = CLUSTER.redis("redis1")) {
      assertThatThrownBy(() -> redis.configSet("dir", "/tmp")).hasMessageStartingWith("NOPERM");
      assertThatThrownBy(() -> redis.eval("return 1")).hasMessageStartingWith("NOPERM");
    }
  }

  /** The shared log on this cluster's broker. */
  @Nested
  class ItsSharedLog extends KafkaSharedLogTests {
    @Override
    KafkaBrokersOf brokers() {
      return new KafkaBrokersOf(CLUSTER);
    }
  }
}
