package io.hybridycsb.it.blockchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.Session;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.ethereum.rpc.NewHeads;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.cluster.LyingProxy;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.records.RecordCodec;
import io.hybridycsb.records.StateKey;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What clients can rely on when a node lies, dies or has no room, with values in the log. */
@Tag("campaign")
@Tag("blockchaindb")
class BlockchainDbTrustIT {
  @RegisterExtension
  private static final LocalCluster CLUSTER =
      new BlockchainDbCluster(400).with("layout", "log").with("block.gas", "2000000");

  private static BlockchainDb connect(long timeoutMs) {
    Path file = CLUSTER.runDirectory().resolve("cluster.json");
    return new BlockchainDb(ClusterFile.read(file), timeoutMs, 1);
  }

  private static byte[] stateKey(String key) {
    return StateKey.of(CLUSTER.table("usertable"), key);
  }

  private static Write write(String key, int bytes) {
    return write(key, new byte[bytes]);
  }

  private static Write write(String key, byte[] value) {
    return Write.newBuilder()
        .setKind(Kind.SET)
        .setKey(ByteString.copyFrom(stateKey(key)))
        .setRecord(ByteString.copyFrom(RecordCodec.encode(Map.of("f", value))))
        .build();
  }

  @Test
  void aRecordOf100kBytesIsWrittenAndVerified() {
    try (BlockchainDb db = connect(60_000)) {
      Session session = db.session();
      WriteReply reply = session.write(List.of(write("large", 100_000)), 2);
      assertThat(reply.getOutcome()).as(reply.getDetail()).isEqualTo(Outcome.COMMITTED);

      BlockchainDb.Verified verified = session.verify(stateKey("large"), 1, Freshness.SESSION);
      assertThat(RecordCodec.decode(verified.record().orElseThrow()).get("f")).hasSize(100_000);
    }
  }

  @Test
  void aRecordThatNoTransactionHoldsIsRefusedWithBothSizes() {
    try (BlockchainDb db = connect(60_000)) {
      WriteReply reply = db.session().write(List.of(write("larger", 140_000)), 0);

      assertThat(reply.getOutcome()).isEqualTo(Outcome.TOO_LARGE);
      assertThat(reply.getDetail())
          .matches(
              "a record of 140008 bytes needs a transaction of 14[0-9]{4} bytes; the chain takes"
                  + " 131072");
    }
  }

  /** Non-zero bytes cost four times as much gas. */
  @Test
  void aRecordThatNoBlockHasGasForIsRefusedWithBothAmounts() {
    byte[] value = new byte[100_000];
    Arrays.fill(value, (byte) 'x');
    try (BlockchainDb db = connect(60_000)) {
      WriteReply reply = db.session().write(List.of(write("dear", value)), 0);

      assertThat(reply.getOutcome()).isEqualTo(Outcome.TOO_LARGE);
      assertThat(reply.getDetail())
          .matches(
              "a record of 100008 bytes needs 2[0-9]{6} gas in the layout log; a block's limit is"
                  + " 2000000");
    }
  }

  @Test
  void aValueThatAChainsClientLiesAboutFailsVerification() throws Exception {
    String truth = "thetruthandnothingelse";
    CLUSTER.hybridOn("put", "liar", "f=" + truth).requireSuccess();
    Path config = CLUSTER.process("node1").dir().resolve("node.properties");
    String honest = Files.readString(config);
    String rpc = rpc(1);
    HexFormat hex = HexFormat.of();
    try (LyingProxy proxy =
        new LyingProxy(
            rpc,
            hex.formatHex(truth.getBytes(UTF_8)),
            hex.formatHex("thelie".repeat(4).substring(0, truth.length()).getBytes(UTF_8)))) {
      CLUSTER.kill("node1");
      Files.writeString(
          config, honest.replaceAll("(?m)^shard1.rpc=.*$", "shard1.rpc=" + proxy.url()));
      CLUSTER.restart("node1");

      Ended lied = CLUSTER.hybridOn("verify", "--node", "1", "liar");
      Ended told = CLUSTER.hybridOn("verify", "--node", "2", "liar").requireSuccess();
      Ended audit = CLUSTER.hybridOn("audit");

      assertThat(lied.status()).as("%s", lied).isEqualTo(1);
      assertThat(lied.out())
          .contains("verification failed: " + CLUSTER.table("usertable") + "/liar of node1")
          .contains("the chain holds another value than the one that was read");
      assertThat(told.out())
          .contains("f=" + truth)
          .containsPattern("verified in block \\d+, made \\d+ s ago, .* of 4 nodes have");
      // The node serves what the events tell.
      assertThat(audit.status()).as("%s", audit).isEqualTo(1);
      assertThat(audit.out())
          .contains("/liar has another value in the contract's storage than in the events");
      CLUSTER.kill("node1");
    } finally {
      Files.writeString(config, honest);
      CLUSTER.restart("node1");
    }
  }

  @Test
  void aWriteWhoseServerDiesBeforeTheReceiptIsUnknownAndLaterTheTruthIsTold() throws Exception {
    // A client's write waits until the node knows the block of the process's last write, which a
    // geth that has just come back may lack.
    try (BlockchainDb db = connect(60_000)) {
      WriteReply before = db.sessionAt(0).write(List.of(write("known", 10)), 2);
      assertThat(before.getOutcome()).as(before.getDetail()).isEqualTo(Outcome.COMMITTED);
    }
    ByteString id = BlockchainDb.newId();
    OutcomeRequest question = OutcomeRequest.newBuilder().setOperationId(id).build();
    try (BlockchainDb db = connect(15_000)) {
      // One remaining sealer seals at most one more block, begun before the write comes, so the
      // write stays in the pool. Two sealers would seal two more, the second with the write.
      CLUSTER.kill("geth2", "geth3", "geth4");
      Session session = db.sessionAt(0);
      CompletableFuture<WriteReply> reply =
          CompletableFuture.supplyAsync(() -> session.write(id, List.of(write("unknown", 10)), 0));
      Awaitility.await("the write in the pool")
          .atMost(Duration.ofMinutes(2))
          .until(() -> session.outcome(stateKey("unknown"), question).getTransactionsCount() == 1);
      CLUSTER.kill("node1");

      assertThat(reply.get(60, TimeUnit.SECONDS).getOutcome()).isEqualTo(Outcome.UNKNOWN);
    } finally {
      CLUSTER.restart("geth2", "geth3", "geth4", "node1");
    }

    try (BlockchainDb db = connect(60_000)) {
      Awaitility.await("the truth")
          .atMost(Duration.ofMinutes(5))
          .until(
              () ->
                  db.sessionAt(0).outcome(stateKey("unknown"), question).getOutcome()
                      == Outcome.COMMITTED);
      // Another node may answer that lags behind, and returning sealers may reorganise the chain.
      Awaitility.await("the record")
          .atMost(Duration.ofMinutes(2))
          .until(() -> CLUSTER.hybridOn("get", "unknown").out().contains("f="));
    }
  }

  /** Its node never sees the block that the reads wait for, and has nobody to ask for proofs. */
  @Test
  void readsGoToOtherNodesWhileAGethIsDown() {
    try (BlockchainDb db = connect(60_000)) {
      Session session = db.session();
      CLUSTER.kill("geth1");
      WriteReply reply = db.sessionAt(1).write(List.of(write("elsewhere", 10)), 2);
      assertThat(reply.getOutcome()).as(reply.getDetail()).isEqualTo(Outcome.COMMITTED);
      byte[] key = stateKey("elsewhere");

      assertThat(session.get(key, Freshness.SESSION)).isPresent();
      assertThat(session.scan(key, new byte[0], 1, Freshness.SESSION)).hasSize(1);
      assertThat(session.verify(key, 1, Freshness.SESSION).record()).isPresent();
    } finally {
      CLUSTER.restart("geth1");
    }
  }

  /** How many others a node's geth is connected to. */
  private static int peers(int node) {
    try {
      return new EthRpc(rpc(node)).call("admin_peers").size();
    } catch (EthRpc.Unreachable | EthRpc.Refused | InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Where a node's geth answers, which only the node is told. */
  private static String rpc(int node) {
    Path config = CLUSTER.process("node" + node).dir().resolve("node.properties");
    Properties properties = new Properties();
    try (Reader in = Files.newBufferedReader(config)) {
      properties.load(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("shard1.rpc");
  }

  /** Otherwise a node works as well, but asks for blocks again and again. */
  @Test
  void aGethTellsOfEachNewBlock() {
    ClusterFile cluster = ClusterFile.read(CLUSTER.runDirectory().resolve("cluster.json"));
    EthRpc geth = new EthRpc(rpc(2));
    try (NewHeads heads = new EthChain(geth, cluster.shards().get(0)).newHeads()) {
      for (String what : List.of("that it will tell", "a block", "a further block")) {
        Awaitility.await(what).atMost(Duration.ofMinutes(1)).until(heads::await);
      }
    }
  }

  /** If some had no room for more connections, one sealer could stay without any. */
  @Test
  void sealersThatComeBackTogetherAreAllConnected() {
    String[] most = {"geth2", "geth3", "geth4"};
    CLUSTER.kill(most);
    CLUSTER.restart(most);

    Awaitility.await("connections of each to each")
        .atMost(Duration.ofMinutes(2))
        .until(() -> IntStream.rangeClosed(1, 4).allMatch(node -> peers(node) == 3));
  }
}
