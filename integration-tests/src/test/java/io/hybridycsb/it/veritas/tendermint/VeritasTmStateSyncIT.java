package io.hybridycsb.it.veritas.tendermint;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.it.suites.FaultTests;
import io.hybridycsb.it.veritas.VeritasCluster;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.client.ClientOptions;
import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.VeritasClient;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.signing.BatchSigner;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A node that has lost everything gets the state from the others, and works as before. */
@Tag("campaign")
@Tag("veritas-tm")
class VeritasTmStateSyncIT extends FaultTests<VeritasCluster> {
  private static final String STARTING = "docs/systems/veritas-tm.md: Starting one";
  private static final String LOST_ITS_DATA =
      "docs/systems/veritas-tm.md: A new node, or one that has lost its data";
  private static final String INTERVAL = "20";
  private static final int KNOWN = 2;
  private static final Duration DEADLINE = Duration.ofMinutes(3);
  private static final Pattern FIRST_BLOCK =
      Pattern.compile(
          "note: node4: its ledger was restored from a snapshot and begins at block (\\d+)");

  @RegisterExtension private static final VeritasTmCluster CLUSTER = cluster4();

  private static VeritasTmCluster cluster4() {
    VeritasTmCluster cluster = new VeritasTmCluster(4);
    cluster.with("snapshot.interval", INTERVAL);
    cluster.startedAsIn(STARTING, 0);
    return cluster;
  }

  @Test
  void aNodeThatHasLostAllItsDataIsBroughtUpFromASnapshotUnderLoad() throws Exception {
    Transaction old = oldTransaction();
    assertThat(new ChainRpc(CLUSTER, "validator1").broadcast(old).path("code").asInt(-1)).isZero();
    awaitSnapshot();

    survives(
        "fresh",
        () -> {
          CLUSTER.kill("node4");
          client.put(0, "while-dead", "value");
          CLUSTER.hybridAsIn(LOST_ITS_DATA, 0).requireSuccess();
        });
    long firstBlock = firstBlockOfNode4();
    assertThat(firstBlock).isGreaterThan(1);
    requireOldTransactionIsKnown(old, firstBlock);

    // Its state store can't be filled from the first block on.
    survives("fresh-flushed", () -> CLUSTER.flush("redis4"));
    survives(
        "fresh-killed",
        () -> {
          CLUSTER.kill("node4");
          CLUSTER.restart("node4");
        });
    assertThat(firstBlockOfNode4()).isEqualTo(firstBlock);
    requireOldTransactionIsKnown(old, firstBlock);
  }

  private static Transaction oldTransaction() {
    SigningKey key = CLUSTER.key();
    TransactionBody.Builder body =
        TransactionBody.newBuilder()
            .setTimestamp(42)
            .setClient(ByteString.copyFrom(key.publicKey()));
    body.addWritesBuilder()
        .setKey(ByteString.copyFrom(StateKey.of(CLUSTER.table(), "old")))
        .setFields(ByteString.copyFrom(Fields.encode(Map.of("f", "v".getBytes(UTF_8)))));
    return new BatchSigner(key, CLUSTER.config().cluster())
        .sign(List.of(body.build().toByteArray()))
        .get(0);
  }

  /** Writes until every remaining node has a snapshot of blocks after the old transaction. */
  private void awaitSnapshot() {
    Awaitility.await("a snapshot on the nodes that stay")
        .atMost(DEADLINE)
        .until(
            () -> {
              client.put(0, "before", Long.toString(System.nanoTime()));
              for (String validator : List.of("validator1", "validator2", "validator3")) {
                if (new ChainRpc(CLUSTER, validator)
                    .query("/snapshots", new byte[0])
                    .path("value")
                    .asText("")
                    .isEmpty()) {
                  return false;
                }
              }
              return true;
            });
  }

  private static long firstBlockOfNode4() {
    String audit = CLUSTER.audit().requireSuccess().out();
    Matcher note = FIRST_BLOCK.matcher(audit);
    assertThat(note.find()).as("a note about node4 in: %s", audit).isTrue();
    return Long.parseLong(note.group(1));
  }

  private static void requireOldTransactionIsKnown(Transaction old, long firstBlock)
      throws Exception {
    assertThat(new ChainRpc(CLUSTER, "validator4").broadcast(old).path("code").asInt(-1))
        .as("what CheckTx of node4 says of a transaction that committed long ago")
        .isEqualTo(KNOWN);
    ClusterConfig all = CLUSTER.config();
    ClusterConfig only4 = all.withNodes(List.of(all.node("node4").orElseThrow()));
    try (VeritasClient node4 = VeritasClient.connect(only4, CLUSTER.key(), ClientOptions.DEFAULT)) {
      CommitResult result = node4.session().query(TransactionId.of(42, CLUSTER.key().publicKey()));
      assertThat(result.status()).isEqualTo(CommitResult.Status.COMMITTED);
      assertThat(result.height()).isLessThan(firstBlock);
    }
  }

  @Test
  void everyOptionIsListed() {
    assertThat(CLUSTER.hybridAsIn(STARTING, 1).requireSuccess().out())
        .contains("veritas-tm", "snapshot.interval");
  }

  @Test
  void whatKeepsAValidatorFromSigningTwiceIsNotRemoved() throws Exception {
    awaitSnapshot();
    Path data = CLUSTER.process("validator3").dir().resolve("data");
    Path key =
        CLUSTER.process("validator3").dir().resolve("config").resolve("priv_validator_key.json");
    byte[] before = Files.readAllBytes(key);
    CLUSTER.kill("validator3");
    String signed = Files.readString(data.resolve("priv_validator_state.json"));
    long heightSigned = heightIn(signed);
    CLUSTER.hybridOn("restart", "validator3", "--fresh").requireSuccess();
    assertThat(Files.readAllBytes(key)).isEqualTo(before);
    assertThat(heightIn(Files.readString(data.resolve("priv_validator_state.json"))))
        .isGreaterThanOrEqualTo(heightSigned);
    survives("after-fresh", () -> {});
  }

  private static long heightIn(String validatorState) {
    Matcher height = Pattern.compile("\"height\": *\"(\\d+)\"").matcher(validatorState);
    assertThat(height.find()).as(validatorState).isTrue();
    return Long.parseLong(height.group(1));
  }
}
