package io.hybridycsb.blockchaindb.server.shard;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.io.IOException;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.web3j.abi.DefaultFunctionEncoder;
import org.web3j.abi.datatypes.DynamicBytes;

/** In place of the chain's client something that tells of a chain of large blocks. */
class ChainFollowerTest {
  private static final Shard SHARD =
      new Shard(Consensus.CLIQUE, 2_022, new Address("0x" + "0b".repeat(20)), List.of(), List.of());
  private static final int BLOCKS = 40;

  @AutoClose private RpcStandIn client;

  /**
   * What the client tells of: it changes at once.
   *
   * @param blocks their number
   * @param forkedAt the first block that another branch doesn't share
   * @param event by which each block writes
   */
  private record Told(int blocks, long forkedAt, String event) {
    ObjectNode block(long number) {
      ObjectNode block = JsonNodeFactory.instance.objectNode();
      for (String name :
          List.of(
              "sha3Uncles",
              "miner",
              "stateRoot",
              "transactionsRoot",
              "receiptsRoot",
              "logsBloom",
              "extraData",
              "mixHash",
              "nonce")) {
        block.put(name, "0x01");
      }
      for (String name : List.of("difficulty", "gasLimit", "gasUsed", "timestamp")) {
        block.put(name, "0x1");
      }
      block.put("number", Hex.of(number)).put("hash", hash(number));
      block.put("parentHash", hash(number - 1)).putArray("transactions").add("0x1");
      return block;
    }

    String hash(long number) {
      return (number < forkedAt ? "0x%04x" : "0xff%04x").formatted(number + 1);
    }
  }

  private volatile Told told = new Told(BLOCKS, Long.MAX_VALUE, event(1 << 20));

  /** What the chain's client waits for before it tells of the first block. */
  private volatile CountDownLatch first = new CountDownLatch(0);

  @BeforeEach
  void start() throws IOException {
    client = new RpcStandIn(this::answer);
  }

  private static String event(int bytes) {
    return "0x"
        + new DefaultFunctionEncoder()
            .encodeParameters(
                List.of(new DynamicBytes(new byte[] {1}), new DynamicBytes(new byte[bytes])));
  }

  private JsonNode answer(String method, JsonNode parameters) {
    JsonNodeFactory json = JsonNodeFactory.instance;
    Told now = told;
    if (method.equals("admin_peers")) {
      return json.arrayNode();
    }
    if (method.equals("eth_getBlockReceipts")) {
      ObjectNode receipt = json.objectNode().put("transactionHash", "0x1").put("status", "0x1");
      receipt
          .putArray("logs")
          .addObject()
          .put("address", SHARD.contract().hex())
          .put("data", now.event());
      return json.arrayNode().add(receipt);
    }
    long number =
        parameters.get(0).asText().equals("latest")
            ? now.blocks() - 1
            : Hex.number(parameters.get(0));
    if (number == 0) {
      awaitQuietly(first);
    }
    return number < now.blocks() ? now.block(number) : json.nullNode();
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Test
  void aLongChainOfLargeBlocksIsNotHeldInMemoryAtOnce() throws Exception {
    Queue<Integer> steps = new ConcurrentLinkedQueue<>();
    ShardState state = new ShardState();
    try (ChainFollower follower =
        new ChainFollower(
            "test",
            new EthChain(client.rpc(), SHARD),
            state,
            1,
            (undone, applied) -> steps.add(applied.size()))) {
      follower.start();
      assertThat(follower.awaitCaughtUp(TimeUnit.MINUTES.toMillis(2))).isTrue();
    }

    assertThat(steps).containsExactly(32, 8);
    assertThat(state.newest().orElseThrow().number()).isEqualTo(BLOCKS - 1);
    assertThat(state.get(new byte[] {1}).orElseThrow()).hasSize(1 << 20);
  }

  @Test
  void itFollowsOnceItHasCaughtUpAndNoLongerWhenTheChainIsAway() throws Exception {
    told = new Told(BLOCKS, Long.MAX_VALUE, event(1));
    try (ChainFollower follower =
        new ChainFollower(
            "test",
            new EthChain(client.rpc(), SHARD),
            new ShardState(),
            1,
            (undone, applied) -> {})) {
      assertThat(follower.isFollowing()).isFalse();
      follower.start();
      assertThat(follower.awaitCaughtUp(TimeUnit.MINUTES.toMillis(2))).isTrue();
      assertThat(follower.isFollowing()).isTrue();
      client.close();
      Awaitility.await().atMost(2, TimeUnit.MINUTES).until(() -> !follower.isFollowing());
    }
  }

  /** The oldest block that can be undone is gone, too. */
  @Test
  void aBranchThatPartedLongAgoIsDerivedAfreshAndOnlyThenFollowed() throws Exception {
    ShardState state = new ShardState();
    Queue<Integer> undoneBlocks = new ConcurrentLinkedQueue<>();
    Queue<Integer> appliedBlocks = new ConcurrentLinkedQueue<>();
    told = new Told(ShardState.UNDO_BLOCKS + 20, Long.MAX_VALUE, event(1));
    try (ChainFollower follower =
        new ChainFollower(
            "test",
            new EthChain(client.rpc(), SHARD),
            state,
            1,
            (undone, applied) -> {
              undoneBlocks.add(undone.size());
              appliedBlocks.add(applied.size());
            })) {
      follower.start();
      assertThat(follower.awaitCaughtUp(TimeUnit.MINUTES.toMillis(2))).isTrue();
      undoneBlocks.clear();
      appliedBlocks.clear();

      first = new CountDownLatch(1);
      told = new Told(told.blocks() + 10, 5, event(2));
      Awaitility.await().atMost(2, TimeUnit.MINUTES).until(() -> !follower.isFollowing());
      // Nobody reads a part of the records meanwhile.
      assertThat(state.get(new byte[] {1}).orElseThrow()).hasSize(1);
      first.countDown();
      Awaitility.await().atMost(2, TimeUnit.MINUTES).until(follower::isFollowing);
    }

    assertThat(state.newest().orElseThrow().hash()).isEqualTo(told.hash(told.blocks() - 1));
    assertThat(state.get(new byte[] {1}).orElseThrow()).hasSize(2);
    assertThat(undoneBlocks).containsExactly(ShardState.UNDO_BLOCKS);
    assertThat(appliedBlocks).containsExactly(told.blocks());
  }
}
