package io.hybridycsb.blockchaindb.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.client.Methods;
import io.hybridycsb.blockchaindb.proto.BlockReply;
import io.hybridycsb.blockchaindb.proto.BlockRequest;
import io.hybridycsb.blockchaindb.proto.GetRequest;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.OutcomeRequest;
import io.hybridycsb.blockchaindb.proto.ProofRequest;
import io.hybridycsb.blockchaindb.proto.ScanRequest;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.proto.WriteRequest;
import io.hybridycsb.blockchaindb.server.eth.ChainStandIn;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.blockchaindb.server.shard.ShardService;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node that takes writes and has no chain to write them into. */
class NodeTest {
  private static final ByteString ID = BlockchainDb.newId();

  @TempDir private Path directory;
  @AutoClose private final ProcessingTime processing = new ProcessingTime(0);
  @AutoClose private ShardService shard;
  private Node node;

  @BeforeEach
  void make() {
    Shard chain = chain();
    shard = shard(new EthChain(new EthRpc("http://127.0.0.1:1"), chain));
    node = new Node(cluster(chain), new TreeMap<>(Map.of(0, shard)));
  }

  private ShardService shard(EthChain chain) {
    return new ShardService(
        "shard1",
        chain,
        Layout.LOG,
        List.of(new Account("01".repeat(32)), new Account("02".repeat(32))),
        directory,
        new ShardService.Options(64, 20, 64, 1));
  }

  private static Shard chain() {
    return new Shard(
        Consensus.CLIQUE, 2_022, new Address("0x" + "0b".repeat(20)), List.of(), List.of());
  }

  private static ClusterFile cluster(Shard... shards) {
    return new ClusterFile(
        Layout.LOG,
        List.of(
            new ClusterFile.Node("node1", "127.0.0.1:1"),
            new ClusterFile.Node("node2", "127.0.0.1:2")),
        List.of(shards));
  }

  /** A client whose cluster file is another than the node's may ask for it. */
  @Test
  void whatTheNodeDoesNotHoldIsRefusedWithThoseWhoDo() throws Exception {
    Shard other =
        new Shard(
            Consensus.CLIQUE,
            2_023,
            new Address("0x" + "0b".repeat(20)),
            List.of(),
            List.of("node2"));
    ClusterFile two = cluster(other, other);
    ByteString key = ByteString.copyFromUtf8("t\0k");
    int number = two.shardOf(key.toByteArray());
    Node partly = new Node(two, new TreeMap<>(Map.of(1 - number, shard)));
    String reason =
        "this node doesn't hold what is asked for: shard %d is held by node2".formatted(number + 1);
    try (Gateway gateway =
        new Gateway(
            partly, processing, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", gateway.port()).usePlaintext().build();
      try {
        GetRequest get = GetRequest.newBuilder().setKey(key).setFromBlock(5).build();
        assertThatThrownBy(() -> call(channel, Methods.GET, get))
            .hasMessage("INVALID_ARGUMENT: " + reason);
        WriteRequest write =
            WriteRequest.newBuilder()
                .setOperationId(ID)
                .addWrites(Write.newBuilder().setKey(key).setRecord(key))
                .build();
        assertThatThrownBy(() -> call(channel, Methods.WRITE, write))
            .hasMessage("INVALID_ARGUMENT: " + reason);
        ScanRequest scan = ScanRequest.newBuilder().setShard(number).setCount(1).build();
        assertThatThrownBy(() -> call(channel, Methods.SCAN, scan))
            .hasMessage("INVALID_ARGUMENT: " + reason);
        BlockRequest block = BlockRequest.newBuilder().setShard(number).build();
        assertThatThrownBy(() -> call(channel, Methods.BLOCK, block))
            .hasMessage("INVALID_ARGUMENT: " + reason);
        BlockRequest none = BlockRequest.newBuilder().setShard(2).build();
        assertThatThrownBy(() -> call(channel, Methods.BLOCK, none))
            .hasMessage("INVALID_ARGUMENT: there are 2 shards, from 0, and no shard 2");
        ProofRequest proof = ProofRequest.newBuilder().addKeys(key).build();
        assertThatThrownBy(() -> call(channel, Methods.PROOF, proof))
            .hasMessage("INVALID_ARGUMENT: " + reason);
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** Also if its chain has left it. */
  @Test
  void aNodeTellsWhetherItsChainsClientHasExecutedABlock() throws Exception {
    ByteString known = ByteString.copyFrom(new byte[32]);
    ByteString unknown = known.substring(1).concat(ByteString.copyFrom(new byte[] {1}));
    JsonNodeFactory json = JsonNodeFactory.instance;
    try (RpcStandIn client =
            new RpcStandIn(
                (method, parameters) ->
                    (method + " " + parameters.get(0).asText())
                            .equals("eth_getBlockByHash 0x" + "00".repeat(32))
                        ? json.objectNode()
                        : json.nullNode());
        ShardService behind = shard(new EthChain(client.rpc(), chain()))) {
      Node asked = new Node(cluster(chain()), new TreeMap<>(Map.of(0, behind)));
      BlockRequest question = BlockRequest.newBuilder().setHash(known).build();

      assertThat(asked.block(question))
          .isEqualTo(BlockReply.newBuilder().setFound(true).setHash(known).build());
      assertThat(asked.block(question.toBuilder().setHash(unknown).build()))
          .isEqualTo(BlockReply.getDefaultInstance());
    }
  }

  /** A client that has verified it long ago asks whether it is still there. */
  @Test
  void aNodeTellsTheHashOfABlockThatItsMemoryNoLongerHas() throws Exception {
    try (ChainStandIn client = new ChainStandIn(Layout.LOG)) {
      for (int i = 0; i < 200; i++) {
        client.seal();
      }
      try (ShardService behind = shard(client.client())) {
        assertThat(behind.start(TimeUnit.MINUTES.toMillis(2))).isTrue();
        Node asked = new Node(cluster(chain()), new TreeMap<>(Map.of(0, behind)));
        try (Gateway gateway =
            new Gateway(
                asked, processing, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
          ManagedChannel channel =
              NettyChannelBuilder.forAddress("127.0.0.1", gateway.port()).usePlaintext().build();
          try {
            for (long number : List.of(1L, 73L, 74L, 201L)) {
              BlockReply told =
                  call(channel, Methods.BLOCK, BlockRequest.newBuilder().setNumber(number).build());
              assertThat(told.getNewest()).isEqualTo(201);
              assertThat(Hex.of(told.getHash().toByteArray()))
                  .isEqualTo(client.client().hash(number).orElseThrow());
            }
            assertThat(
                    call(channel, Methods.BLOCK, BlockRequest.newBuilder().setNumber(202).build()))
                .isEqualTo(BlockReply.newBuilder().setNewest(201).build());
          } finally {
            channel.shutdownNow();
          }
        }
      }
    }
  }

  /** Whoever names a block that never comes would otherwise stop all reads and proofs. */
  @Test
  void readsThatWaitForAFarBlockGiveWayToOthersAndLeaveThreadsToProofs() throws Exception {
    try (ChainStandIn client = new ChainStandIn(Layout.LOG)) {
      for (int i = 0; i < 130; i++) {
        client.seal();
      }
      try (ShardService following = shard(client.client())) {
        assertThat(following.start(TimeUnit.MINUTES.toMillis(2))).isTrue();
        Node asked = new Node(cluster(chain()), new TreeMap<>(Map.of(0, following)));
        try (Gateway gateway =
            new Gateway(
                asked, processing, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
          ManagedChannel channel =
              NettyChannelBuilder.forAddress("127.0.0.1", gateway.port()).usePlaintext().build();
          try {
            GetRequest waits =
                GetRequest.newBuilder()
                    .setKey(ByteString.copyFromUtf8("t\0k"))
                    .setFromBlock(1_000)
                    .build();
            AtomicLong sealed = new AtomicLong(130);
            // Those that wait end early if no block comes for two seconds, as on a busy machine.
            await()
                .atMost(2, TimeUnit.MINUTES)
                .untilAsserted(
                    () -> {
                      client.seal();
                      sealed.incrementAndGet();
                      var oldest =
                          ClientCalls.futureUnaryCall(
                              channel.newCall(Methods.GET, CallOptions.DEFAULT), waits);
                      for (int i = 0; i < 256; i++) {
                        ClientCalls.futureUnaryCall(
                            channel.newCall(Methods.GET, CallOptions.DEFAULT), waits);
                      }
                      assertThatThrownBy(oldest::get)
                          .hasMessageContaining(
                              "RESOURCE_EXHAUSTED: 256 calls wait already, the most allowed");
                      BlockRequest first = BlockRequest.newBuilder().setNumber(1).build();
                      assertThat(call(channel, Methods.BLOCK, first).getFound()).isTrue();
                      GetRequest near = waits.toBuilder().setFromBlock(sealed.get() + 1).build();
                      var answer =
                          ClientCalls.futureUnaryCall(
                              channel.newCall(Methods.GET, CallOptions.DEFAULT), near);
                      sealed.incrementAndGet();
                      client.seal();
                      assertThat(answer).succeedsWithin(Duration.ofSeconds(50));
                    });
          } finally {
            channel.shutdownNow();
          }
        }
      }
    }
  }

  private static WriteRequest request(int writes) {
    WriteRequest.Builder request = WriteRequest.newBuilder().setOperationId(ID);
    for (int i = 0; i < writes; i++) {
      request.addWrites(
          Write.newBuilder()
              .setKey(ByteString.copyFromUtf8("t\0k" + i))
              .setRecord(ByteString.copyFrom(new byte[] {1})));
    }
    return request.build();
  }

  private Outcome outcome(boolean giveUp) throws Exception {
    return node.outcome(OutcomeRequest.newBuilder().setOperationId(ID).setGiveUp(giveUp).build())
        .getOutcome();
  }

  /** Its client has been told that it was not submitted. */
  @Test
  void anOperationThatWasGivenUpIsNotTakenWhenItArrivesAfterAll() throws Exception {
    assertThat(outcome(true)).isEqualTo(Outcome.NOT_SUBMITTED);

    CompletableFuture<WriteReply> reply = node.write(request(1));

    assertThat(reply.join().getOutcome()).isEqualTo(Outcome.NOT_SUBMITTED);
    assertThat(outcome(false)).isEqualTo(Outcome.NOT_SUBMITTED);
  }

  @Test
  void anOperationThatHasArrivedCannotBeGivenUp() throws Exception {
    assertThat(outcome(false)).isEqualTo(Outcome.NOT_SUBMITTED);

    CompletableFuture<WriteReply> reply = node.write(request(1));

    assertThat(outcome(true)).isEqualTo(Outcome.PENDING);
    assertThat(reply).isNotDone();
  }

  /** Until then its client may give it up. */
  @Test
  void anOperationArrivesWhenItIsProcessed() throws Exception {
    InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    for (int ms : List.of(60_000, 1)) {
      try (ProcessingTime processed = new ProcessingTime(ms);
          Gateway gateway = new Gateway(node, processed, address)) {
        ManagedChannel channel =
            NettyChannelBuilder.forAddress("127.0.0.1", gateway.port()).usePlaintext().build();
        try {
          ClientCalls.futureUnaryCall(
              channel.newCall(Methods.WRITE, CallOptions.DEFAULT), request(1));
          if (ms == 1) {
            await().until(() -> outcome(false) == Outcome.PENDING);
          } else {
            OutcomeRequest question = OutcomeRequest.newBuilder().setOperationId(ID).build();
            assertThat(call(channel, Methods.OUTCOME, question).getOutcome())
                .isEqualTo(Outcome.NOT_SUBMITTED);
          }
        } finally {
          channel.shutdownNow();
        }
      }
    }
  }

  @Test
  void aRequestHasABoundedNumberOfWrites() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> node.write(request(4_097)))
        .withMessage("there are from 1 to 4096 writes, not 4097");
    assertThatIllegalArgumentException().isThrownBy(() -> node.write(request(0)));
    assertThat(node.write(request(4_096))).isNotDone();
  }

  @Test
  void aReadWaitsNoLongerThanItMay() throws Exception {
    assertThat(Node.await(() -> false, () -> false, 1)).isFalse();
    assertThat(Node.await(() -> false, () -> true, 1)).isTrue();
    assertThat(Node.await(() -> true, () -> false, 0)).isTrue();
  }

  /** Another node may have what it waits for. */
  @Test
  void aReadThatWaitsForABlockIsRefusedAtOnceWhileTheChainIsAway() throws Exception {
    try (Gateway gateway =
        new Gateway(node, processing, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
      ManagedChannel channel =
          NettyChannelBuilder.forAddress("127.0.0.1", gateway.port()).usePlaintext().build();
      try {
        GetRequest request =
            GetRequest.newBuilder().setKey(ByteString.copyFromUtf8("t\0k")).setFromBlock(5).build();
        assertThatThrownBy(() -> call(channel, Methods.GET, request))
            .hasMessageContaining("the node doesn't follow the chain at the moment");
        ScanRequest scan = ScanRequest.newBuilder().setFromBlock(5).setCount(1).build();
        assertThatThrownBy(() -> call(channel, Methods.SCAN, scan))
            .hasMessageContaining("the node doesn't follow the chain at the moment");
        ProofRequest proof = ProofRequest.newBuilder().addKeys(request.getKey()).build();
        assertThatThrownBy(() -> call(channel, Methods.PROOF, proof))
            .hasMessageContaining("the node doesn't follow the chain at the moment");
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private static <Q, A> A call(ManagedChannel channel, MethodDescriptor<Q, A> method, Q request) {
    return ClientCalls.blockingUnaryCall(
        channel, method, CallOptions.DEFAULT.withDeadlineAfter(50, TimeUnit.SECONDS), request);
  }
}
