package io.hybridycsb.blockchaindb.server.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.proto.Kind;
import io.hybridycsb.blockchaindb.proto.Outcome;
import io.hybridycsb.blockchaindb.proto.Write;
import io.hybridycsb.blockchaindb.proto.WriteReply;
import io.hybridycsb.blockchaindb.server.eth.ChainStandIn;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.records.RecordCodec;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes that update the same record, on a chain that seals when it is told to. */
abstract class UpdatesFixture {
  static final String KEY = "t\0k";
  static final List<Account> ACCOUNTS =
      List.of(new Account("01".repeat(32)), new Account("02".repeat(32)));
  static final String FIRST = ACCOUNTS.get(0).address();
  static final String SECOND = ACCOUNTS.get(1).address();

  @TempDir Path directory;
  final List<ShardService> nodes = new ArrayList<>();
  ChainStandIn chain;

  @BeforeEach
  void start() throws Exception {
    chain = new ChainStandIn(Layout.CODE);
    for (int node = 0; node < 2; node++) {
      nodes.add(start(node));
    }
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (ShardService node : nodes) {
      node.close();
    }
    chain.close();
  }

  ShardService start(int node) throws InterruptedException {
    ShardService service =
        new ShardService(
            "shard1",
            chain.client(),
            Layout.CODE,
            List.of(ACCOUNTS.get(node)),
            directory.resolve("node" + node),
            new ShardService.Options(64, 1, 64, 1));
    assertThat(service.start(60_000)).isTrue();
    return service;
  }

  void restart(int node) throws InterruptedException {
    nodes.get(node).close();
    nodes.set(node, start(node));
  }

  PendingWrite offer(int node, Kind kind, int commit, String... fields) {
    return offer(node, kind, commit, 0, fields);
  }

  PendingWrite offer(int node, Kind kind, int commit, long fromBlock, String... fields) {
    return offerTo(KEY, node, kind, commit, fromBlock, fields);
  }

  PendingWrite offerTo(
      String key, int node, Kind kind, int commit, long fromBlock, String... fields) {
    Map<String, byte[]> record = new HashMap<>();
    for (String field : fields) {
      record.put(field.split("=")[0], field.split("=")[1].getBytes(UTF_8));
    }
    Write.Builder write = Write.newBuilder().setKey(ByteString.copyFromUtf8(key)).setKind(kind);
    if (kind != Kind.DELETE) {
      write.setRecord(ByteString.copyFrom(RecordCodec.encode(record)));
    }
    PendingWrite pending = new PendingWrite(BlockchainDb.newId(), write.build(), commit, fromBlock);
    assertThat(nodes.get(node).offer(pending)).isTrue();
    return pending;
  }

  static void until(String what, Callable<Boolean> holds) {
    Awaitility.await(what)
        .atMost(Duration.ofMinutes(1))
        .pollInterval(Duration.ofMillis(2))
        .until(holds);
  }

  void untilWaiting(String account, int transactions) {
    until(transactions + " transactions in the pool", () -> chain.waiting(account) == transactions);
  }

  void untilAllKnowTheChain() {
    until(
        "the newest block",
        () ->
            nodes.stream()
                .allMatch(
                    node ->
                        node.state()
                            .newest()
                            .filter(block -> block.hash().equals(chain.newest()))
                            .isPresent()));
  }

  void seal(String... first) {
    chain.seal(first);
    untilAllKnowTheChain();
  }

  WriteReply sealUntilAnswered(PendingWrite write) {
    until(
        "an answer",
        () -> {
          seal();
          return write.reply().isDone();
        });
    return answer(write);
  }

  static WriteReply answer(PendingWrite write) {
    until("an answer", () -> write.reply().isDone());
    return write.reply().join();
  }

  Outcome outcome(int node, PendingWrite write) {
    List<WriteReply> outcomes = nodes.get(node).outcomes(write.operationId());
    assertThat(outcomes).hasSize(1);
    return outcomes.get(0).getOutcome();
  }

  /** A node tells outcomes a little later than blocks. */
  void untilCommitted(int node, PendingWrite write) {
    until("the outcome", () -> outcome(node, write) == Outcome.COMMITTED);
  }

  /** The record's fields in the chain. */
  Map<String, String> record() {
    Map<String, String> fields = new TreeMap<>();
    byte[] value = chain.value(KEY.getBytes(UTF_8));
    if (value.length > 0) {
      RecordCodec.decode(value)
          .forEach((name, bytes) -> fields.put(name, new String(bytes, UTF_8)));
    }
    return fields;
  }
}
