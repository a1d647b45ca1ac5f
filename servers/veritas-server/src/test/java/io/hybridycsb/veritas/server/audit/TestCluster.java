package io.hybridycsb.veritas.server.audit;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.LogCodec;
import io.hybridycsb.veritas.core.consensus.log.LogItem;
import io.hybridycsb.veritas.core.consensus.log.Replica;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.LogEntry;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.crypto.BatchSigner;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.StatusReply;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.TransactionBody;
import io.hybridycsb.veritas.stores.rocksdb.Durability;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbLedgerStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A cluster of real replicas on real ledgers, fed by hand instead of over a network; its client
 * signs what it is given.
 */
final class TestCluster implements AutoCloseable {
  private static final String NAME = "test";

  private final List<SigningKey> keys = new ArrayList<>();
  private final SigningKey clientKey = Ed25519.generate();
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
    public void forEachEntry(EntryConsumer consumer) {
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
    List<Member> members = new ArrayList<>();
    for (int i = 1; i <= size; i++) {
      keys.add(Ed25519.generate());
      members.add(new Member("node" + i, "127.0.0.1:1", keys.get(i - 1).publicKey()));
    }
    config =
        new ClusterConfig(
            NAME,
            ApprovalPolicy.ALL,
            "127.0.0.1:1",
            members,
            List.of(new Member("client", "", clientKey.publicKey())));
    checker = new TransactionChecker(config, TransactionLimits.DEFAULT);
    codec = new LogCodec(config, checker);
    for (int i = 0; i < size; i++) {
      nodes.add(new TestNode(members.get(i).name(), keys.get(i)));
    }
  }

  /** A node's own rules: it wants nothing to do with the table "forbidden". */
  private static ApprovalRule vetoing() {
    return transaction ->
        transaction.writes().stream()
            .noneMatch(write -> write.key().toString().startsWith("forbidden/"));
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

  SigningKey clientKey() {
    return clientKey;
  }

  /** A transaction of the cluster's client. */
  Transaction sign(TransactionBody body) {
    return sign(clientKey, body);
  }

  Transaction sign(SigningKey key, TransactionBody body) {
    return new BatchSigner(key, NAME).sign(List.of(body.toByteArray())).get(0);
  }

  /** Orders a block, proposed by the nodes in turn, lets all vote on it, and so decides it. */
  void decide(Transaction... transactions) {
    List<CheckedTransaction> checked = Arrays.stream(transactions).map(checker::check).toList();
    int proposer = (int) (sequence % nodes.size());
    byte[] block =
        codec
            .encodeBlock(nodes.get(proposer).name(), keys.get(proposer), ++sequence, checked)
            .record();
    append(block);
    List<byte[]> votes =
        IntStream.range(0, nodes.size())
            .mapToObj(
                i ->
                    codec
                        .encodeVote(keys.get(i), nodes.get(i).replica.vote(false).orElseThrow())
                        .record())
            .toList();
    votes.forEach(this::append);
  }

  private void append(byte[] record) {
    LogItem item = codec.decode(new LogEntry(position++, record));
    nodes.forEach(node -> node.replica.process(List.of(item)));
  }

  /** Audits all nodes' ledgers as they lie on disk, and their state stores. */
  Findings audit() {
    return audit(new ArrayList<>(nodes));
  }

  Findings audit(List<NodeState> states) {
    Findings findings = new Findings();
    Audit audit =
        new Audit(
            nodes.stream().map(node -> new NodeLedger(node.name(), ledgerOf(node.name()))).toList(),
            new TransactionChecker(config, TransactionLimits.DEFAULT),
            new VotedBlockAttestation(config),
            findings,
            new Progress(System::nanoTime, line -> {}));
    audit.run(states, 1);
    return findings;
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
