package io.hybridycsb.blockchaindb.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.GetReply;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.chain.OneRecordChain;
import io.hybridycsb.records.StateKey;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.web3j.crypto.Credentials;

/** Clients of one shard among three nodes that answer what a test wants. */
abstract class AmongThreeNodes {
  static final Credentials SEALER = Credentials.create("01".repeat(32));
  static final byte[] KEY = StateKey.of("usertable", "user1");
  static final List<Write> ONE_WRITE =
      List.of(Write.newBuilder().setKey(ByteString.copyFrom(KEY)).build());

  /** Nobody is waited for so long, unless a machine is busy. */
  static final BlockTimes PATIENT = new BlockTimes(60_000, 60_000, 60_000, 60_000);

  final List<ScriptedNode> nodes = new ArrayList<>();
  ClusterFile cluster;
  BlockchainDb db;

  /** For what never comes. */
  BlockchainDb hasty;

  @BeforeEach
  void start() throws IOException {
    List<ClusterFile.Node> members = new ArrayList<>();
    for (int i = 1; i <= 3; i++) {
      ScriptedNode node = new ScriptedNode();
      nodes.add(node);
      members.add(new ClusterFile.Node("node" + i, node.address()));
    }
    Shard shard =
        new Shard(
            Consensus.CLIQUE,
            2_022,
            OneRecordChain.CONTRACT,
            List.of(new Address(SEALER.getAddress())),
            List.of());
    cluster = new ClusterFile(Layout.LOG, members, List.of(shard));
    db = client(60_000, PATIENT);
    hasty = client(1_000, PATIENT);
  }

  /** Why a call is not answered; one that ends before nodes have answered is made again. */
  static String failure(ThrowingCallable call) {
    return Awaitility.await()
        .pollInSameThread()
        .atMost(1, TimeUnit.MINUTES)
        .until(
            () ->
                requireNonNull(catchThrowableOfType(ClientException.class, call), "it is answered")
                    .getMessage(),
            message -> !message.matches(".*no answer in time|too few nodes tell of .*"));
  }

  final BlockchainDb client(long timeoutMs, BlockTimes times) {
    return new BlockchainDb(cluster, timeoutMs, 1, Requirements.NONE, times);
  }

  @AfterEach
  void stop() {
    db.close();
    hasty.close();
    nodes.forEach(ScriptedNode::close);
  }

  /** All nodes are as far, and have no block that is asked for. */
  final void allReach(long newest) {
    nodes.forEach(node -> node.block = question -> newest(newest));
  }

  /** A node is so far, and has no block that it is asked for. */
  static BlockReply newest(long number) {
    return BlockReply.newBuilder().setNewest(number).build();
  }

  static WriteReply committed(long block) {
    return WriteReply.newBuilder().setOutcome(Outcome.COMMITTED).setBlock(block).build();
  }

  /** An answer as of a block: there is no record. */
  static GetReply read(long block) {
    return GetReply.newBuilder().setBlock(block).setBlockHash(ScriptedNode.ANY_BLOCK).build();
  }
}
