package io.hybridycsb.veritas.server.audit;

import static io.hybridycsb.veritas.core.testing.TestTransactions.key;

import com.google.protobuf.ByteString;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.LogItem;
import io.hybridycsb.veritas.core.consensus.log.Replica;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.StatusReply;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.VoteBody;
import io.hybridycsb.veritas.stores.rocksdb.Durability;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbLedgerStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * A cluster of {@link TestKeys}: real replicas on real ledgers, fed by hand instead of over a
 * network.
 */
final class TestCluster implements AutoCloseable {
  private final Path directory;
  private final ClusterConfig config;
  private final TransactionChecker checker;
  private final LogCodec codec;
  private final List<TestNode> nodes = new ArrayList<>();
  private long position;
  private long sequence;

  final class TestNode implements NodeState {
    private final String name;
    private final Ledger ledger;
    private final Replica replica;
    private final InMemoryStateStore state = new InMemoryStateStore();
    private Runnable duringScan = () -> {};

    TestNode(String name, SigningKey key) {
      this.name = name;
      NodeContext node =
          TestContext.of(
              config,
              name,
              key,
              RocksDbLedgerStore.open(ledgerOf(name), Durability.PROCESS),
              state,
              NodeOptions.DEFAULT);
      ledger = node.data().ledger();
      replica = new Replica(node, vetoing());
    }

    InMemoryStateStore state() {
      return state;
    }

    /** Runs something in the middle of the next scan. */
    void duringScan(Runnable action) {
      duringScan = action;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public StatusReply status() {
      return StatusReply.newBuilder()
          .setNode(name)
          .setDecidedHeight(ledger.head().height())
          .setDecidedHash(ByteString.copyFrom(ledger.head().hash()))
          .build();
    }

    @Override
    public void forEachEntry(BiConsumer<byte[], byte[]> consumer) {
      byte[] end = new byte[2000];
      Arrays.fill(end, (byte) 0xff);
      byte[] from = {};
      while (true) {
        List<StateEntry> next = state.scan(from, end, 1);
        if (next.isEmpty()) {
          return;
        }
        consumer.accept(next.get(0).key(), next.get(0).value());
        from = Arrays.copyOf(next.get(0).key(), next.get(0).key().length + 1);
        Runnable action = duringScan;
        duringScan = () -> {};
        action.run();
      }
    }

    @Override
    public void close() {
      ledger.store().close();
    }
  }

  TestCluster(Path directory, int size) {
    this.directory = directory;
    config = TestKeys.cluster(ApprovalPolicy.ALL, size, 1);
    checker = new TransactionChecker(config, TransactionLimits.DEFAULT);
    codec = new LogCodec(config, checker);
    for (int i = 1; i <= size; i++) {
      nodes.add(new TestNode(config.nodes().get(i - 1).name(), TestKeys.node(i)));
    }
  }

  /** A node's own rules: it wants nothing to do with the key "forbidden". */
  private static ApprovalRule vetoing() {
    return transaction ->
        transaction.writes().stream().noneMatch(write -> write.key().equals(key("forbidden")));
  }

  Path ledgerOf(String node) {
    return directory.resolve(node).resolve("ledger");
  }

  List<TestNode> nodes() {
    return nodes;
  }

  TestNode node(int number) {
    return nodes.get(number - 1);
  }

  /** Orders a block, proposed by the nodes in turn, lets all vote on it, and so decides it. */
  void decide(Transaction... transactions) {
    List<CheckedTransaction> checked = Arrays.stream(transactions).map(checker::check).toList();
    append(record((int) (sequence % nodes.size()), checked));
    List<byte[]> votes =
        IntStream.range(0, nodes.size()).mapToObj(node -> record(node, List.of())).toList();
    votes.forEach(this::append);
  }

  private byte[] record(int node, List<CheckedTransaction> block) {
    VoteBody vote = nodes.get(node).replica.vote(++sequence);
    return codec.encode(TestKeys.node(node + 1), vote, block).record();
  }

  private void append(byte[] record) {
    List<LogItem> items = codec.decode(new LogEntry(position++, record));
    for (TestNode node : nodes) {
      node.replica.process(items);
      node.replica.write();
    }
  }

  /** Audits all nodes' ledgers as they lie on disk, and their state stores. */
  Findings audit() {
    return audit(new ArrayList<>(nodes));
  }

  Findings audit(List<NodeState> states) {
    Findings findings = new Findings();
    audited(states, findings);
    return findings;
  }

  /** The audit of all nodes' ledgers and state stores, after it has been done. */
  Audit audited(Findings findings) {
    return audited(new ArrayList<>(nodes), findings);
  }

  private Audit audited(List<NodeState> states, Findings findings) {
    Map<String, Path> ledgers = new LinkedHashMap<>();
    nodes.forEach(node -> ledgers.put(node.name(), ledgerOf(node.name())));
    Audit audit =
        new Audit(
            ledgers,
            new TransactionChecker(config, TransactionLimits.DEFAULT),
            new VotedBlockAttestation(config),
            findings,
            new Progress());
    audit.run(states, 1);
    return audit;
  }

  /** Audits the ledgers alone. */
  List<String> auditLedgers() {
    return audit(List.of()).lines();
  }

  @Override
  public void close() {
    nodes.forEach(TestNode::close);
  }
}
