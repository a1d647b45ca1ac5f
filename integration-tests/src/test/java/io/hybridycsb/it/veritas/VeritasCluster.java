package io.hybridycsb.it.veritas;

import io.hybridycsb.it.DrivenCluster;
import io.hybridycsb.it.Ended;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.Map;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** What every Veritas has, whatever orders its transactions. */
abstract class VeritasCluster extends DrivenCluster {
  /** For commands that must be answered, however busy the machine is. */
  static final String[] CALL_TIMEOUT = {"--timeout", "60000"};

  VeritasCluster(String system, int nodes) {
    super(system, nodes);
    // As long as the command that starts the node waits.
    with("node.start.timeout.ms", "300000");
    with("node.jvm", SHORT_LIVED);
    with("state.history.blocks", "10000");
  }

  @Override
  public VeritasTestClient connect() {
    return new VeritasTestClient(this);
  }

  /** The table of what tests write through {@link VeritasTestClient}. */
  String table() {
    return table("usertable");
  }

  /** The audit, with time for each answer of a very busy machine. */
  Ended audit() {
    return hybridOn("audit", CALL_TIMEOUT);
  }

  @Override
  public void requireAuditPasses() {
    audit().requireSuccess();
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
    Jedis jedis = new Jedis(HostAndPort.from(process(name).address()));
    jedis.auth(password(name));
    return jedis;
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
