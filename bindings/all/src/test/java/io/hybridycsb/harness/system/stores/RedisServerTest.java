package io.hybridycsb.harness.system.stores;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.Deadline;
import io.hybridycsb.harness.process.ProcessLauncher;
import io.hybridycsb.harness.process.ProcessLauncher.Started;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.UnixSockets;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.TestPlans;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real Redis of a local cluster. */
class RedisServerTest {
  private static final Duration ENOUGH = Duration.ofSeconds(30);

  @TempDir private Path dir;

  @Test
  void itServesItsNodeByASocketHoweverLongTheClustersDirectoryIs() throws Exception {
    Path deep = Files.createDirectories(dir.resolve("d".repeat(150)));
    TestPlans plans = new TestPlans(Systems.byName("veritas-kafka"), deep);
    ClusterPlan plan = plans.plan(1, Map.of());
    ProcessSpec redis = TestPlans.process(plan, "redis1");
    Files.createDirectories(redis.dir());
    Files.writeString(redis.dir().resolve("redis.conf"), TestPlans.file(plan, "redis1/redis.conf"));
    Path socket =
        ofNode(
            plans,
            TestPlans.properties(plan, "node1/node.properties").getProperty("redis.address"));
    ProcessLauncher launcher = new ProcessLauncher();
    Started started = launcher.start(redis);
    try {
      launcher.awaitReady(redis, started, Deadline.after(ENOUGH));

      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
          .isEqualTo("rwx------");
      assertThat(answer(socket, "PING")).startsWith("-NOAUTH");
      assertThat(answer(socket, "AUTH " + plans.password("redis1"))).isEqualTo("+OK");
    } finally {
      started.identity().kill(ENOUGH);
    }
  }

  /** The socket that a node finds, which runs in its own directory. */
  private static Path ofNode(TestPlans plans, String address) {
    assertThat(address).startsWith("unix:");
    return plans.run().resolve("node1").resolve(address.substring("unix:".length())).normalize();
  }

  /** The first line. */
  private static String answer(Path socket, String command) throws Exception {
    try (SocketChannel channel = UnixSockets.connect(socket)) {
      channel.write(ByteBuffer.wrap((command + "\r\nQUIT\r\n").getBytes(US_ASCII)));
      try (InputStream in = Channels.newInputStream(channel)) {
        return new String(in.readAllBytes(), US_ASCII).lines().findFirst().orElse("");
      }
    }
  }
}
