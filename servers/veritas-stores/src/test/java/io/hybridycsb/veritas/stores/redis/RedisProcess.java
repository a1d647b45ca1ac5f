package io.hybridycsb.veritas.stores.redis;

import io.hybridycsb.testdatabases.TestPorts;
import io.hybridycsb.testdatabases.TestServer;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;
import redis.embedded.core.ExecutableProvider;

/** A real redis-server that a test starts, kills and starts again. It saves only when told to. */
final class RedisProcess extends TestServer {
  private final File executable;
  private final Path directory;
  private final int port;
  private Process process;

  /** Starts a server that keeps its files in {@code directory}. */
  RedisProcess(Path directory) throws Exception {
    this.directory = directory;
    executable = ExecutableProvider.newJarResourceProvider(directory.toFile()).get();
    port = TestPorts.free();
    start();
  }

  @Override
  public void start() throws IOException {
    process =
        new ProcessBuilder(
                executable.toString(),
                "--port",
                String.valueOf(port),
                "--bind",
                "127.0.0.1",
                "--unixsocket",
                socket().toString(),
                "--save",
                "",
                "--appendonly",
                "no",
                "--dir",
                directory.toString())
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("redis.log").toFile())
            .start();
    Awaitility.await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .pollInterval(5, TimeUnit.MILLISECONDS)
        .ignoreExceptionsInstanceOf(JedisException.class)
        .until(
            () -> {
              try (Jedis jedis = client()) {
                return jedis.ping().equals("PONG");
              }
            });
  }

  @Override
  protected ProcessHandle process() {
    return process.toHandle();
  }

  /** A client of its own, to look and to meddle. */
  Jedis client() {
    return new Jedis("127.0.0.1", port, (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
  }

  String address() {
    return "127.0.0.1:" + port;
  }

  int port() {
    return port;
  }

  Path socket() {
    return directory.resolve("redis.sock");
  }
}
