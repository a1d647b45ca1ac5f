package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.InsecureChannelCredentials;
import io.hybridycsb.settings.PropertySet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.hyperledger.fabric.protos.peer.TxValidationCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;
import site.ycsb.measurements.Measurements;

class PhasesTest {
  private static final long BLOCK = FakeGateway.BLOCK;

  @TempDir private Path dir;
  private FakeGateway peer;
  private FakeOrderer orderer;
  private Properties properties;

  @BeforeEach
  void start() throws Exception {
    peer = new FakeGateway();
    orderer = peer.orderer();
    properties = new Properties();
    properties.putAll(TestIdentity.properties(dir, peer.address()));
    properties.put("fabric.phases", "true");
    properties.put("fabric.orderer", peer.address());
    Measurements.setProperties(new Properties());
    // A summary tells of what came after the one before it.
    Measurements.getMeasurements().getSummary();
  }

  @AfterEach
  void stop() throws Exception {
    peer.close();
  }

  private static ConditionFactory await() {
    return Awaitility.await().atMost(Duration.ofMinutes(1));
  }

  @Test
  void eachCommittedTransactionIsMeasuredInThreePhases() throws Exception {
    FabricClient client = new FabricClient();
    client.endBy(message -> {});
    client.setProperties(properties);
    client.init();
    try {
      await().until(orderer::hasFollower);
      orderer.send(BLOCK - 1);
      // It is on its way while transactions are.
      await().until(() -> insert(client).contains("[VALIDATE: Count=1"));

      peer.validateAs(TxValidationCode.MVCC_READ_CONFLICT);
      assertThat(insert(client))
          .contains("[EXECUTE: Count=0", "[ORDER: Count=0", "[VALIDATE: Count=0");
      peer.validateAs(TxValidationCode.VALID);
      assertThat(insert(client))
          .contains("[EXECUTE: Count=1", "[ORDER: Count=1", "[VALIDATE: Count=1");
    } finally {
      client.cleanup();
    }
  }

  /** What YCSB has measured of it. */
  private static String insert(FabricClient client) {
    Status ignored =
        client.insert("usertable", "user1", Map.of("field0", new StringByteIterator("value")));
    return Measurements.getMeasurements().getSummary();
  }

  @Test
  void aBlockIsOrderedWhenItComesOrWhenAPeerHasCommittedItIfThatIsEarlier() {
    List<String> notices = new CopyOnWriteArrayList<>();
    PropertySet.Values read = FabricProperties.read(properties);
    try (OrderedBlocks blocks =
        new OrderedBlocks(
            peer.address(),
            InsecureChannelCredentials.create(),
            "ycsb",
            ClientIdentity.read(read),
            notices::add)) {
      await().until(orderer::hasFollower);
      assertThat(blocks.orderedNs(BLOCK, 0)).as("nothing has come").isEmpty();

      long before = System.nanoTime();
      orderer.send(BLOCK);
      await().until(() -> blocks.orderedNs(BLOCK, before).isPresent());
      long after = System.nanoTime();
      long later = after + 1_000_000_000;
      assertThat(blocks.orderedNs(BLOCK, later).getAsLong()).isBetween(before, after);
      assertThat(blocks.orderedNs(BLOCK, before)).isEqualTo(OptionalLong.of(before));
      assertThat(blocks.orderedNs(BLOCK + 1, later))
          .as("it is still to come")
          .isEqualTo(OptionalLong.of(later));
      assertThat(blocks.orderedNs(BLOCK - 1, later)).as("it came before").isEmpty();

      orderer.refuse();
      await().until(() -> !notices.isEmpty());
      assertThat(notices)
          .containsExactly(
              "phases are measured no longer: orderer %s sends no blocks: FORBIDDEN"
                  .formatted(peer.address()));
      assertThat(blocks.orderedNs(BLOCK + 1, later)).isEmpty();
    }
  }
}
