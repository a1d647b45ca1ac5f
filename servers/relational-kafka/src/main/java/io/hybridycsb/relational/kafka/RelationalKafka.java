package io.hybridycsb.relational.kafka;

import io.hybridycsb.commands.Program;
import io.hybridycsb.relational.node.NodeParts;
import io.hybridycsb.relational.node.Ordering;
import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.sharedlog.kafka.KafkaSecurity;
import io.hybridycsb.sharedlog.kafka.KafkaSharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The command of a relational blockchain over Kafka, for its nodes and their users. */
public final class RelationalKafka implements RelationalSystem {
  /** There is one log for each cluster. */
  private static final String CHAIN = "kafka";

  private static final Property<Path> KEY =
      Property.requiredFile("node.key", "the node's private key, by which it signs votes");
  private static final Property<String> TOPIC =
      Property.text("kafka.topic", "NAME", "relational", "the shared log; it has one partition");
  private static final Property<Integer> BLOCK_TRANSACTIONS_MAX =
      Property.integer(
          "block.transactions.max", 500, 1, 100_000, "transactions of a block, at most");
  private static final Property<Integer> BLOCK_BYTES_MAX =
      Property.integer("block.bytes.max", 4 << 20, 1_024, 256 << 20, "bytes of a block, at most");
  private static final Property<Integer> BLOCK_LINGER_MS =
      Property.integer(
          "block.linger.ms", 2, 0, 60_000, "how long a block's first transaction waits for others");

  RelationalKafka() {}

  public static void main(String[] args) {
    Program.main(args, () -> new RelationalKafka().program());
  }

  @Override
  public String name() {
    return "relational-kafka";
  }

  @Override
  public List<Property<?>> properties() {
    List<Property<?>> properties = new ArrayList<>(KafkaSecurity.PROPERTIES);
    properties.addAll(
        List.of(
            KEY,
            KafkaSharedLog.SERVERS,
            TOPIC,
            BLOCK_TRANSACTIONS_MAX,
            BLOCK_BYTES_MAX,
            BLOCK_LINGER_MS));
    return properties;
  }

  @Override
  public String chainId(ClusterConfig cluster) {
    if (cluster.validators().isPresent()) {
      throw new IllegalArgumentException(
          "cluster.json names \"validators\": it is that of a cluster over CometBFT");
    }
    return CHAIN;
  }

  @Override
  public SkipSigners skipSigners(ClusterConfig cluster) {
    return SkipSigners.ofNodes(cluster, chainId(cluster));
  }

  @Override
  public SigningKey skipKey(Path file) {
    return SigningKey.read(file);
  }

  @Override
  public Ordering ordering(NodeParts node) {
    Settings settings = node.settings();
    SigningKey key = SigningKey.read(settings.get(KEY));
    node.cluster().requireOwnKey(node.name(), key);
    int blockBytesMax = settings.get(BLOCK_BYTES_MAX);
    Proposer.Limits limits =
        new Proposer.Limits(
            settings.get(BLOCK_TRANSACTIONS_MAX),
            blockBytesMax,
            settings.get(BLOCK_LINGER_MS),
            node.waitingBytesMax());
    int recordBytesMax =
        Math.max(blockBytesMax, node.rules().transactionBytesMax())
            + limits.transactionsMax() * LogCodec.TRANSACTION_EXTRA_BYTES
            + LogCodec.VOTES_BYTES_MAX;
    SharedLog log = KafkaSharedLog.open(settings, TOPIC, recordBytesMax);
    try {
      return new LogOrdering(node, log, key, limits);
    } catch (RuntimeException e) {
      log.close();
      throw e;
    }
  }

  @Override
  public SignedHashes signed(ClusterConfig cluster, List<Settings> nodes) {
    return new VotedHashes(
        cluster, KafkaSharedLog.open(nodes.get(0), TOPIC, LogCodec.VOTES_BYTES_MAX));
  }
}
