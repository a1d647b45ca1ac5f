package io.hybridycsb.it.veritas.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.it.cluster.KafkaBrokersOf;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.veritas.VeritasBadInputTests;
import io.hybridycsb.it.veritas.VeritasTestClient;
import io.hybridycsb.tso.TimestampOracleServer;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.StatusReply;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.signing.SignedMessages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Over Kafka there are a log that anybody can write to, and a timestamp oracle. */
@Tag("campaign")
@Tag("veritas-kafka")
class VeritasKafkaBadInputIT extends VeritasBadInputTests {
  @RegisterExtension private static final VeritasKafkaCluster CLUSTER = new VeritasKafkaCluster(3);

  private static final int LOST_PUTS = 4;

  @Override
  protected List<String> listeners() {
    return List.of("node1", "tso");
  }

  @Test
  void recordsInTheLogThatNoNodeHasSignedAreIgnored() throws Exception {
    SigningKey stranger = SigningKey.read(newKey());
    StatusReply status;
    try (VeritasTestClient client = patientClient()) {
      status = client.session(0).status();
    }
    byte[] body =
        VoteBody.newBuilder()
            .setCluster(CLUSTER.config().cluster())
            .setVoter("node1")
            .setUpToHeight(status.getOrderedHeight() + 1)
            .setDecidedHeight(status.getDecidedHeight())
            .setDecidedHash(status.getDecidedHash())
            .build()
            .toByteArray();
    byte[] message =
        SignedMessages.round(
            CLUSTER.config().cluster(), Hashes.sha256(body), new byte[Hashes.BYTES]);
    byte[] forged =
        LogRecord.newBuilder()
            .setVote(ByteString.copyFrom(body))
            .setSignature(ByteString.copyFrom(stranger.sign(message)))
            .build()
            .toByteArray();
    byte[] old =
        LogRecord.newBuilder().setOldBlock(ByteString.copyFrom(body)).build().toByteArray();
    append(forged, old, "no record at all".getBytes(UTF_8), new byte[0], null);
    for (String node : List.of("node1", "node2", "node3")) {
      Awaitility.await("%s ignores them".formatted(node))
          .atMost(2, TimeUnit.MINUTES)
          .untilAsserted(
              () ->
                  assertThat(CLUSTER.process(node).log().textFrom(0))
                      .contains("node1 has not signed it")
                      .contains("it is an older release's")
                      .contains("it can't be read")
                      .contains("it has no vote"));
    }
  }

  private static void append(byte[]... records) throws Exception {
    ByteArraySerializer bytes = new ByteArraySerializer();
    Map<String, Object> config = new HashMap<>(new KafkaBrokersOf(CLUSTER).login());
    config.put("bootstrap.servers", CLUSTER.process("kafka1").address());
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(config, bytes, bytes)) {
      for (byte[] record : records) {
        producer.send(new ProducerRecord<>("veritas", 0, null, record)).get(2, TimeUnit.MINUTES);
      }
    }
  }

  @Test
  void aNodeWithoutItsSharedLogEndsWithALineThatSaysSo() {
    Ended start = startOfNode1Without("kafka1");
    assertThat(start.status()).as("%s", start).isEqualTo(1);
    assertThat(start.text()).doesNotContain("\tat ");
    assertThat(start.text().strip().lines().reduce((before, last) -> last))
        .get()
        .asString()
        .startsWith("veritas-kafka: ")
        .contains(CLUSTER.process("kafka1").address());
  }

  @Test
  void writersAreToldWithinTheirTimeoutThatTheTimestampOracleIsGone() {
    CLUSTER.hybridOn("put", "key", "f=v").requireSuccess();
    CLUSTER.kill("tso");
    try {
      requireOneLine(
          CLUSTER.hybridOn("put", "--timeout", "10000", "key", "f=v"),
          CLUSTER.process("tso").address());
      CLUSTER.hybridOn("get", "key").requireSuccess();
    } finally {
      CLUSTER.restart("tso");
    }
    CLUSTER.hybridOn("put", "key", "f=v").requireSuccess();
  }

  @Test
  void anOracleThatHasLostItsDirectoryMakesNoPutAcknowledgedThatAGetDoesNotFind() throws Exception {
    for (int i = 0; i < LOST_PUTS; i++) {
      CLUSTER.hybridOn("put", "before" + i, "f=v").requireSuccess();
    }
    Path data = CLUSTER.runDirectory().resolve("tso").resolve("data");
    CLUSTER.kill("tso");
    try {
      empty(data);
      requireOneLine(CLUSTER.runDirectly("tso", START_DEADLINE), "is missing", "start.above=N");
      Files.createFile(data.resolve("first-start"));
      CLUSTER.restart("tso");
      for (int i = 0; i < LOST_PUTS; i++) {
        requireFoundIfAcknowledged("after" + i);
      }
    } finally {
      CLUSTER.kill("tso");
      TimestampOracleServer.start(
              "127.0.0.1:0", data, 1_000_000, newestTimestamp(), Optional.empty())
          .close();
      CLUSTER.restart("tso");
    }
    CLUSTER.hybridOn("put", "mended", "f=v").requireSuccess();
    CLUSTER.hybridOn("get", "mended").requireSuccess();
  }

  private static void empty(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file);
      }
    }
  }

  private static void requireFoundIfAcknowledged(String key) {
    Ended put = CLUSTER.hybridOn("put", key, "f=v");
    Ended get = CLUSTER.hybridOn("get", key);
    assertThat(get.status()).as("%s after %s", get, put).isEqualTo(put.status());
    if (put.status() != 0) {
      assertThat(put.text()).contains("another transaction has its id");
    }
  }

  /** What the audit tells for whoever has to start the oracle again. */
  private static long newestTimestamp() {
    Matcher told =
        Pattern.compile("newest timestamp: ([0-9]+)")
            .matcher(CLUSTER.audit().requireSuccess().text());
    assertThat(told.find()).isTrue();
    return Long.parseLong(told.group(1));
  }
}
