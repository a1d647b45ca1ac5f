package io.hybridycsb.veritas.kafka;

import io.hybridycsb.commands.Program;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.sharedlog.kafka.KafkaSecurity;
import io.hybridycsb.sharedlog.kafka.KafkaSharedLog;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.core.consensus.Consensus;
import io.hybridycsb.veritas.core.consensus.log.LogConsensus;
import io.hybridycsb.veritas.core.spi.ApprovalRule;
import io.hybridycsb.veritas.server.NodeProperties;
import io.hybridycsb.veritas.server.VeritasCommand;
import io.hybridycsb.veritas.server.VeritasSystem;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import io.hybridycsb.veritas.server.audit.VotedBlockAttestation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The command of Veritas over Kafka, for its nodes and their users. */
public final class VeritasKafka implements VeritasSystem {
  private static final int BLOCK_OVERHEAD_BYTES = 64 << 10;

  private static final Property<String> TOPIC =
      Property.text("kafka.topic", "NAME", "veritas", "the shared log; it has one partition");

  private static final Property<String> RULE =
      Property.text(
          "approval.rule",
          "CLASS",
          "",
          "the node's own rule: a public class that is an ApprovalRule");

  VeritasKafka() {}

  public static void main(String[] args) {
    Program.main(args, () -> VeritasCommand.of(new VeritasKafka()));
  }

  @Override
  public String name() {
    return "veritas-kafka";
  }

  @Override
  public List<Property<?>> properties() {
    List<Property<?>> properties = new ArrayList<>(KafkaSecurity.PROPERTIES);
    properties.addAll(List.of(KafkaSharedLog.SERVERS, TOPIC, RULE));
    return properties;
  }

  /** The rule by which this node vetoes transactions that the protocol allows. */
  static ApprovalRule rule(Settings settings) {
    return ApprovalRule.named(settings.get(RULE));
  }

  @Override
  public Supplier<Ordering> ordering(Settings settings, ClusterConfig cluster) {
    cluster.requireTimestampOracle();
    ApprovalRule rule = rule(settings);
    int blockBytes = NodeProperties.options(settings).blockBytesMax();
    int recordBytes =
        Math.max(blockBytes, settings.get(NodeProperties.RECORD_BYTES_MAX)) + BLOCK_OVERHEAD_BYTES;
    return () -> over(KafkaSharedLog.open(settings, TOPIC, recordBytes), rule);
  }

  private static Ordering over(SharedLog log, ApprovalRule rule) {
    return new Ordering() {
      @Override
      public Consensus.Factory consensus() {
        return LogConsensus.over(log, rule);
      }

      @Override
      public void close() {
        log.close();
      }
    };
  }

  @Override
  public BlockAttestation attestation(ClusterConfig cluster, Map<String, Settings> nodes) {
    return new VotedBlockAttestation(cluster);
  }
}
