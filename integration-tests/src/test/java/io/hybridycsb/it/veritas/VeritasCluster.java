package io.hybridycsb.it.veritas;

import io.hybridycsb.it.cluster.DrivenCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.nio.file.Path;
import java.util.Map;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** What every Veritas has, whatever orders its transactions. */
public abstract class VeritasCluster extends DrivenCluster {
  /** For commands that must be answered, however busy the machine is. */
  static final String[] CALL_TIMEOUT = {"--timeout", "60000"};

  public VeritasCluster(String system, int nodes) {
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
  public String table() {
    return table("usertable");
  }

  /** The audit, with time for each answer of a very busy machine. */
  public Ended audit() {
    return hybridOn("audit", CALL_TIMEOUT);
  }

  @Override
  public void requireAuditPasses() {
    audit().requireSuccess();
  }

  @Override
  public Map<String, String> patience() {
    return Map.of("veritas.timeout.ms", "60000");
  }

  public ClusterConfig config() {
    return ClusterConfig.read(clusterFile());
  }

  public Path clusterFile() {
    return runDirectory().resolve("cluster.json");
  }

  /** A connection to a Redis. */
  public Jedis redis(String name) {
    Jedis jedis = new Jedis(HostAndPort.from(process(name).address()));
    jedis.auth(password(name));
    return jedis;
  }

  /** Empties a Redis. */
  public void flush(String redis) {
    try (Jedis jedis = redis(redis)) {
      jedis.flushAll();
    }
  }

  public SigningKey key() {
    return SigningKey.read(runDirectory().resolve("client.key"));
  }
}
