package io.hybridycsb.blockchaindb.server.shard;

import static com.google.common.util.concurrent.Uninterruptibles.awaitUninterruptibly;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.chain.Address;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.ethereum.rpc.RpcStandIn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a writer does by itself; in place of the chain's client something that takes all it is sent.
 */
class AccountWriterTest {
  private static final Shard SHARD =
      new Shard(Consensus.CLIQUE, 2_022, new Address("0x" + "0b".repeat(20)), List.of(), List.of());

  @TempDir private Path directory;
  private final Queue<String> sent = new ConcurrentLinkedQueue<>();
  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch asked = new CountDownLatch(1);
  private volatile boolean hangs;
  private RpcStandIn client;
  private EthChain chain;
  private Journal journal;
  private AccountWriter writer;

  @BeforeEach
  void start() throws IOException {
    client = new RpcStandIn(this::answer);
    chain = new EthChain(client.rpc(), SHARD);
    List<Submitted> found = new ArrayList<>();
    journal = Journal.open(directory.resolve("journal"), found);
    ShardState state = new ShardState();
    state.replace(
        0,
        List.of(
            new Block(
                1,
                "h",
                "",
                new Block.Gas(30_000_000, 0),
                true,
                new byte[0],
                Map.of(),
                Block.Changes.NONE)));
    writer =
        new AccountWriter(
            "test",
            chain,
            Layout.LOG,
            state,
            new Account("01".repeat(32)),
            journal,
            found,
            new ShardService.Options(64, 5, 64, 1),
            1);
  }

  @AfterEach
  void stop() throws InterruptedException {
    writer.close();
    client.close();
  }

  private JsonNode answer(String method, JsonNode parameters) {
    if (hangs) {
      asked.countDown();
      awaitUninterruptibly(hanging);
    }
    if (method.equals("eth_sendRawTransaction")) {
      sent.add(parameters.get(0).asText());
    }
    return TextNode.valueOf("0x0");
  }

  private static PendingWrite write(int id, int bytes) {
    Write write =
        Write.newBuilder()
            .setKey(ByteString.copyFromUtf8("t\0k"))
            .setRecord(ByteString.copyFrom(new byte[bytes]))
            .build();
    return new PendingWrite(id(id), write, -1, 0);
  }

  private static ByteString id(int id) {
    byte[] bytes = new byte[16];
    bytes[0] = (byte) id;
    return ByteString.copyFrom(bytes);
  }

  private static Outcome outcome(PendingWrite write) throws Exception {
    return write.reply().get(30, TimeUnit.SECONDS).getOutcome();
  }

  /** A block of all that was sent. */
  private Block blockOfAll(long number) {
    Map<String, Block.Execution> transactions =
        sent.stream()
            .collect(
                Collectors.toMap(
                    raw -> Hex.of(Hashes.keccak(Hex.bytes(raw))),
                    raw -> new Block.Execution(true, Set.of())));
    return new Block(
        number,
        "0x0" + number,
        "0x",
        new Block.Gas(1, 0),
        true,
        new byte[0],
        transactions,
        Block.Changes.NONE);
  }

  @Test
  void moreIsSentThanTheWindowHoldsOnlyOnceABlockHasTakenWhatWasSent() throws Exception {
    List<PendingWrite> writes = IntStream.range(0, 60).mapToObj(i -> write(i, 1_000)).toList();
    writes.forEach(write -> assertThat(writer.offer(write)).isTrue());
    writer.start();
    assertThat(outcome(writes.get(0))).isEqualTo(Outcome.ACCEPTED);
    assertThat(sent.stream().mapToLong(raw -> Hex.bytes(raw).length).sum())
        .isBetween(1_000L, SendWindow.BYTES_FIRST + 2_000);
    assertThat(writes.get(59).reply()).isNotDone();

    AtomicLong number = new AtomicLong(1);
    Awaitility.await()
        .atMost(1, TimeUnit.MINUTES)
        .until(
            () -> {
              writer.chainChanged(List.of(), List.of(blockOfAll(number.incrementAndGet())));
              return writes.stream().allMatch(write -> write.reply().isDone());
            });
  }

  @Test
  void anAcceptedOperationIsKnownAtEveryMoment() throws Exception {
    PendingWrite write = write(1, 10);
    assertThat(writer.outcomes(id(1))).isEmpty();
    assertThat(writer.offer(write)).isTrue();
    assertThat(writer.outcomes(id(1)).get(0).getOutcome()).isEqualTo(Outcome.PENDING);

    writer.start();
    while (!write.reply().isDone()) {
      assertThat(writer.outcomes(id(1))).isNotEmpty();
    }

    assertThat(outcome(write)).isEqualTo(Outcome.ACCEPTED);
    assertThat(writer.outcomes(id(1)).get(0).getOutcome()).isEqualTo(Outcome.ACCEPTED);
    assertThat(sent).hasSize(1);
  }

  @Test
  void whatIsNotInTheJournalIsNeverSent() throws Exception {
    journal.close();
    PendingWrite first = write(1, 10);
    PendingWrite second = write(2, 10);
    writer.offer(first);
    writer.start();

    assertThat(outcome(first)).isEqualTo(Outcome.UNKNOWN);
    // By the time that the next has ended too, the first would have been sent.
    writer.offer(second);
    assertThat(outcome(second)).isEqualTo(Outcome.UNKNOWN);
    assertThat(sent).isEmpty();
    assertThat(writer.outcomes(id(1))).isEmpty();
  }

  @Test
  void whatNoTransactionHoldsIsRefusedBeforeItWaits() throws Exception {
    PendingWrite write = write(1, 140_000);

    assertThat(writer.offer(write)).isTrue();

    assertThat(outcome(write)).isEqualTo(Outcome.TOO_LARGE);
    assertThat(writer.outcomes(id(1))).isEmpty();
  }

  @Test
  void aWriterClosesThoughTheClientHangs() throws Exception {
    hangs = true;
    writer.start();
    writer.offer(write(1, 10));
    assertThat(asked.await(2, TimeUnit.MINUTES)).isTrue();

    writer.close();

    // It has not waited for the answer, which comes only now. The writer does nothing with it.
    hanging.countDown();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("writer-test")) {
        thread.join();
      }
    }
    assertThat(sent).isEmpty();
  }
}
