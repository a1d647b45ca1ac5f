package io.hybridycsb.it.veritas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;

/** Somebody on this machine who can connect to every port, but knows no password. */
final class Stranger {
  private static final int ANSWER_MS = (int) TimeUnit.MINUTES.toMillis(2);

  /** A request for all topics: its length, then key 3 (Metadata), version 1, a number, no name. */
  private static final byte[] METADATA = {
    0, 0, 0, 14, 0, 3, 0, 1, 0, 0, 0, 1, -1, -1, -1, -1, -1, -1
  };

  private final VeritasCluster cluster;

  Stranger(VeritasCluster cluster) {
    this.cluster = cluster;
  }

  void isRefusedByRedis(String name) {
    try (Jedis redis = new Jedis(HostAndPort.from(cluster.process(name).address()))) {
      assertThatThrownBy(redis::flushAll).hasMessageStartingWith("NOAUTH");
      assertThatThrownBy(() -> redis.get("key")).hasMessageStartingWith("NOAUTH");
    }
    try (Jedis redis = cluster.redis(name)) {
      assertThatThrownBy(() -> redis.configSet("dir", "/tmp"))
          .as("not even a node may tell it where to write")
          .hasMessageStartingWith("NOPERM");
      assertThatThrownBy(() -> redis.eval("return 1")).hasMessageStartingWith("NOPERM");
    }
  }

  /**
   * @param port its use
   */
  void isRefusedByKafka(String port) throws IOException {
    try (Socket kafka = new Socket(InetAddress.getLoopbackAddress(), cluster.port(port))) {
      kafka.setSoTimeout(ANSWER_MS);
      kafka.getOutputStream().write(METADATA);
      assertThat(kafka.getInputStream().read()).as("the connection ends").isEqualTo(-1);
    }
  }
}
