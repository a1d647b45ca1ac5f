package io.hybridycsb.it.extending;

import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.system.programs.RedisProgram;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A test's own redis-server, started as by hand. */
final class RedisProcess implements AutoCloseable {
  private static final String HOST = "127.0.0.1";

  /** Above the ports of clusters. */
  private static final int PORTS_FROM = 31_900;

  private final int port;
  private final Process process;

  /** Starts a server that saves nothing, and waits until it answers. */
  RedisProcess(Path directory) throws IOException {
    port = new Ports(Map.of(), PORTS_FROM).port("redis");
    process =
        new ProcessBuilder(
                RedisProgram.ofThisMachine().find("").toString(),
                "--port",
                String.valueOf(port),
                "--bind",
                HOST,
                "--save",
                "",
                "--dir",
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("redis.log").toFile())
            .start();
    try {
      Awaitility.await("Redis")
          .atMost(30, TimeUnit.SECONDS)
          .ignoreExceptionsInstanceOf(JedisException.class)
          .until(this::answers);
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
  }

  private boolean answers() {
    try (Jedis client = new Jedis(HOST, port)) {
      return client.ping().equals("PONG");
    }
  }

  int port() {
    return port;
  }

  @Override
  public void close() {
    process.destroyForcibly().onExit().orTimeout(30, TimeUnit.SECONDS).join();
  }
}
