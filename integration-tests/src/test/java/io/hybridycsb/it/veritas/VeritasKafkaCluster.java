package io.hybridycsb.it.veritas;

import io.hybridycsb.it.LocalCluster;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Veritas over Kafka. */
final class VeritasKafkaCluster extends LocalCluster {
  VeritasKafkaCluster(int nodes) {
    super("veritas-kafka", nodes);
  }

  @Override
  public List<String> oneOfEachKind() {
    return List.of("node2", "redis2", "kafka1", "tso");
  }

  @Override
  public VeritasTestClient connect() {
    return new VeritasTestClient(config(), key());
  }

  @Override
  protected Map<String, String> patience() {
    return Map.of("veritas.timeout.ms", "60000");
  }

  ClusterConfig config() {
    return ClusterConfig.read(clusterFile());
  }

  Path clusterFile() {
    return runDirectory().resolve("cluster.json");
  }

  /** A connection to a Redis. */
  Jedis redis(String name) {
    return new Jedis(HostAndPort.from(process(name).address()));
  }

  /** Empties a Redis. */
  void flush(String redis) {
    try (Jedis jedis = redis(redis)) {
      jedis.flushAll();
    }
  }

  SigningKey key() {
    return SigningKey.read(runDirectory().resolve("client.key"));
  }
}
