package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb.Freshness;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.ProofReply;
import io.hybridycsb.blockchaindb.proto.Proven;
import io.hybridycsb.blockchaindb.proto.ScanReply;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.OneRecordChain;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.records.StateKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.web3j.crypto.Credentials;

/** The client among six nodes, of which the first three hold one shard and the others another. */
class HeldShardsTest {
  private static final Credentials SEALER = Credentials.create("01".repeat(32));
  private static final byte[] VALUE = {1, 2};
  private static final int NODES = 6;

  private final List<ScriptedNode> nodes = new ArrayList<>();

  /** For each node, the shards of the keys that it was asked for. */
  private final Map<Integer, Set<Integer>> asked = new ConcurrentHashMap<>();

  private ClusterFile cluster;
  private BlockchainDb db;

  @BeforeEach
  void start() throws Exception {
    List<ClusterFile.Node> members = new ArrayList<>();
    for (int i = 0; i < NODES; i++) {
      ScriptedNode node = new ScriptedNode();
      nodes.add(node);
      members.add(new ClusterFile.Node("node" + (i + 1), node.address()));
      answer(i, node);
    }
    cluster =
        new ClusterFile(
            Layout.LOG,
            members,
            List.of(
                shard(2_022, "node1", "node2", "node3"), shard(2_023, "node4", "node5", "node6")));
    db = new BlockchainDb(cluster, 60_000, 1);
  }

  private static Shard shard(long chainId, String... holders) {
    return new Shard(
        Consensus.CLIQUE,
        chainId,
        OneRecordChain.CONTRACT,
        List.of(new Address(SEALER.getAddress())),
        List.of(holders));
  }

  private void answer(int number, ScriptedNode node) {
    node.get =
        question -> {
          note(number, question.getKey());
          return GetReply.newBuilder()
              .setBlockHash(ScriptedNode.ANY_BLOCK)
              .setFound(true)
              .setRecord(ByteString.copyFrom(VALUE))
              .build();
        };
    node.write =
        question -> {
          note(number, question.getWrites(0).getKey());
          return WriteReply.newBuilder().setOutcome(Outcome.COMMITTED).build();
        };
    node.scan =
        question -> {
          asked
              .computeIfAbsent(number, n -> ConcurrentHashMap.newKeySet())
              .add(question.getShard());
          return ScanReply.newBuilder()
              .addEntries(Entry.newBuilder().setKey(ByteString.copyFrom(key(question.getShard()))))
              .build();
        };
  }

  private void note(int node, ByteString key) {
    asked
        .computeIfAbsent(node, n -> ConcurrentHashMap.newKeySet())
        .add(cluster.shardOf(key.toByteArray()));
  }

  @AfterEach
  void stop() {
    db.close();
    nodes.forEach(ScriptedNode::close);
  }

  private byte[] key(int shard) {
    return IntStream.iterate(0, i -> i + 1)
        .mapToObj(i -> StateKey.of("usertable", "user" + i))
        .filter(key -> cluster.shardOf(key) == shard)
        .findFirst()
        .orElseThrow();
  }

  private static Write write(byte[] key) {
    return Write.newBuilder().setKey(ByteString.copyFrom(key)).build();
  }

  @Test
  void aNodeIsAskedForNothingBeyondItsShardsAndEachOfThemForItsPart() {
    for (int i = 0; i < NODES; i++) {
      Session session = db.session();
      for (int shard = 0; shard < 2; shard++) {
        session.get(key(shard), Freshness.SESSION);
        session.write(List.of(write(key(shard))), 0);
      }
      assertThat(session.scan(new byte[0], new byte[0], 10, Freshness.SESSION)).hasSize(2);
    }

    for (int node = 0; node < NODES; node++) {
      assertThat(asked.get(node)).as("node%d", node + 1).containsExactly(node < 3 ? 0 : 1);
    }
  }

  @Test
  void whileANodeOfAShardIsAwayTheOthersOfThatShardAnswer() {
    nodes.get(3).close();
    nodes.get(5).close();

    for (int i = 0; i < NODES; i++) {
      assertThat(db.session().get(key(1), Freshness.SESSION)).contains(VALUE);
    }
    assertThat(asked.get(4)).containsExactly(1);
    assertThat(asked).doesNotContainKeys(0, 1, 2);
  }

  @Test
  void aNodeThatDoesNotHoldWhatIsAskedForIsNotAsked() {
    Session session = db.sessionAt(0);
    byte[] elsewhere = key(1);
    String reason =
        "the node doesn't hold what is asked for: shard 2 is held by node4, node5, node6";

    assertThatIllegalArgumentException()
        .isThrownBy(() -> session.get(elsewhere, Freshness.EVENTUAL))
        .withMessage(reason);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> session.write(List.of(write(elsewhere)), 0))
        .withMessage(reason);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> session.outcome(elsewhere, OutcomeRequest.getDefaultInstance()))
        .withMessage(reason);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> session.verify(elsewhere, 1, Freshness.SESSION))
        .withMessage(reason);
    assertThat(asked).isEmpty();
  }

  @Test
  void writesOfTwoShardsAreNoOperation() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> db.session().write(List.of(write(key(0)), write(key(1))), 0))
        .withMessage("the writes of an operation are of one shard");
  }

  private void have(byte[] header, int... holders) throws Exception {
    SealedHeader block = SealedHeader.read(Consensus.CLIQUE, header);
    for (int holder : holders) {
      nodes.get(holder).block =
          question ->
              BlockReply.newBuilder()
                  .setNewest(block.number())
                  .setFound(true)
                  .setHash(ByteString.copyFrom(block.hash().bytes()))
                  .build();
    }
  }

  /** Nodes of other shards can neither make up for them nor outvote them. */
  @Test
  void aVerifiedReadNeedsMostNodesOfItsShard() throws Exception {
    byte[] key = key(1);
    OneRecordChain chain = new OneRecordChain(key, Hashes.keccak(VALUE));
    byte[] header = chain.header(100, SEALER);
    ProofReply proof =
        ProofReply.newBuilder()
            .setHeader(ByteString.copyFrom(header))
            .addRecords(Proven.newBuilder().setFound(true).setRecord(ByteString.copyFrom(VALUE)))
            .addAllNodes(chain.nodes().stream().map(ByteString::copyFrom).toList())
            .build();
    nodes.get(3).proof = question -> proof;
    have(header, 3, 4);

    BlockchainDb.Verified verified = db.sessionAt(3).verify(key, 1, Freshness.SESSION);
    assertThat(verified.record()).contains(VALUE);
    assertThat(verified.agreeing()).isEqualTo(2);

    nodes.get(4).block = question -> BlockReply.newBuilder().setNewest(100).build();
    have(header, 0, 1, 2, 3);
    try (BlockchainDb hasty = new BlockchainDb(cluster, 1_000, 1)) {
      assertThatThrownBy(() -> hasty.sessionAt(3).verify(key, 1, Freshness.SESSION))
          .isInstanceOf(ClientException.class)
          .hasMessageStartingWith("most nodes do not have the block that node4 proves from");
    }
  }
}
