package io.hybridycsb.veritas.kafka;

import io.hybridycsb.veritas.core.spi.SharedLog;
import io.hybridycsb.veritas.server.NodeSettings;
import io.hybridycsb.veritas.server.SharedLogFactory;
import io.hybridycsb.veritas.server.VeritasCommand;
import java.util.Map;

/** The command of Veritas over Kafka: its nodes, and what people ask of them. */
public final class VeritasKafka implements SharedLogFactory {
  private static final int BLOCK_OVERHEAD_BYTES = 64 << 10;

  private VeritasKafka() {}

  public static void main(String[] args) {
    VeritasCommand.main(new VeritasKafka(), args);
  }

  @Override
  public String system() {
    return "veritas-kafka";
  }

  @Override
  public Map<String, String> properties() {
    return Map.of("kafka.bootstrap.servers", "127.0.0.1:9092", "kafka.topic", "veritas");
  }

  @Override
  public SharedLog open(NodeSettings settings) {
    int blockBytes = settings.nodeOptions().blockBytesMax();
    int recordBytes = Math.max(blockBytes, settings.recordBytesMax()) + BLOCK_OVERHEAD_BYTES;
    return KafkaSharedLog.open(
        settings.text("kafka.bootstrap.servers"), settings.text("kafka.topic"), recordBytes);
  }
}
