package io.hybridycsb.it.veritas;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.TestClient.Outcome;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import redis.clients.jedis.Jedis;

/** Changes what nodes have stored, behind their backs, and requires that it is found and named. */
public record Tampering(VeritasCluster cluster, VeritasTestClient client) {
  private static final int RECORDS = 50;

  /** Writes the records that are tampered with. */
  public void load() {
    for (int i = 0; i < RECORDS; i++) {
      assertThat(client.put(i, "key" + i, "needle of key" + i)).isEqualTo(Outcome.COMMITTED);
    }
  }

  private Ended requireFinding(String pattern) {
    return requireFinding(cluster.audit(), pattern);
  }

  private static Ended requireFinding(Ended audit, String pattern) {
    assertThat(audit.status()).as("%s", audit).isEqualTo(1);
    assertThat(audit.out()).as("%s", audit).containsPattern("(?m)^" + pattern);
    return audit;
  }

  /**
   * Over CometBFT another node is asked after a quarter of the time; this one must answer first.
   */
  private Ended verify(String node, String key) {
    return cluster.hybridOn("verify", "--node", node, "--timeout", "60000", key);
  }

  /** The audit names it, and verified reads of that node fail. */
  void withAByteInARedis() {
    changeAByteInARedis(
        () -> {
          verify("node1", "key7").requireSuccess();
          verify("node2", "key8").requireSuccess();
        });
    cluster.requireAuditPasses();
  }

  /**
   * Changes a record of a node, requires that it is found, and changes it back.
   *
   * @param more what else holds meanwhile
   */
  private void changeAByteInARedis(Runnable more) {
    byte[] key = ("v:" + cluster.table() + "\0key7").getBytes(UTF_8);
    try (Jedis redis = cluster.redis("redis2")) {
      byte[] value = redis.get(key);
      byte[] changed = value.clone();
      changed[value.length - 1] ^= 1;
      redis.set(key, changed);
      assertThat(client.getFrom(1, "key7")).as("the read that isn't verified").isPresent();

      Ended audit = requireFinding("node2: .*key7");
      assertThat(audit.out()).doesNotContain("node1:", "node3:");
      Ended verify = verify("node2", "key7");
      assertThat(verify.status()).as("%s", verify).isEqualTo(1);
      assertThat(verify.out()).contains("verification failed");
      verify("node3", "key7").requireSuccess();
      more.run();

      redis.set(key, value);
    }
  }

  /** The audit names it, and it is not proved absent. */
  void withARecordThatARedisLoses() {
    byte[] key = ("v:" + cluster.table() + "\0key9").getBytes(UTF_8);
    try (Jedis redis = cluster.redis("redis3")) {
      byte[] value = redis.get(key);
      redis.del(key);

      requireFinding("node3: .*key9");
      // If nodes may withhold answers, another node is asked as well, and proves the record.
      Ended verify = verify("node3", "key9");
      assertThat(verify.status() == 1 || verify.out().contains("needle of key9"))
          .as("%s", verify)
          .isTrue();

      redis.set(key, value);
    }
    cluster.requireAuditPasses();
  }

  /** The node does not serve from it, and builds another from the shared log. */
  void withAByteInALedgersLog() throws IOException {
    flipAByteInTheLedgersLog();
    // The audit waits for the dead node's answers, too, so it has the default time-out.
    requireFinding(cluster.hybridOn("audit"), "node1: ");
    rebuildTheLedger();
    cluster.requireAuditPasses();
  }

  /** As each by itself, with fewer audits and verified reads. */
  public void withAByteInARedisAndLaterOneInALedgersLog() throws IOException {
    changeAByteInARedis(() -> {});
    flipAByteInTheLedgersLog();
    rebuildTheLedger();
    cluster.requireAuditPasses();
  }

  private void flipAByteInTheLedgersLog() throws IOException {
    cluster.kill("node1");
    flipByteOf("node1", "needle of key" + (RECORDS - 1), ".log");
  }

  private void rebuildTheLedger() throws IOException {
    Ended restart = cluster.hybridOn("restart", "node1");
    assertThat(restart.status()).as("%s", restart).isEqualTo(1);
    assertThat(restart.err()).contains("ledger").doesNotContain("\tat ");

    Release.delete(ledgerOf("node1"));
    cluster.restart("node1");
    for (int i = 0; i < RECORDS; i++) {
      assertThat(client.getFrom(0, "key" + i)).contains("needle of key" + i);
    }
  }

  /** The audit names the node; its ledger stays damaged. */
  void withAByteInALedgersTables() throws IOException {
    // The next start moves the write-ahead log's contents into a table.
    cluster.restart("node3");
    cluster.requireAuditPasses();
    flipByteOf("node3", "needle of key3", ".sst");

    Ended audit = requireFinding("node3: ");
    assertThat(audit.out()).doesNotContain("node1:", "node2:");
  }

  /** Changes a bit within a text in one of a ledger's files, or in the middle of its largest. */
  private void flipByteOf(String node, String text, String suffix) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(ledgerOf(node))) {
      files = all.filter(file -> file.toString().endsWith(suffix)).toList();
    }
    for (Path file : files) {
      int at = new String(Files.readAllBytes(file), ISO_8859_1).indexOf(text);
      if (at >= 0) {
        flip(file, at + text.length() - 1);
        return;
      }
    }
    Path largest = files.stream().max(Comparator.comparing(Tampering::size)).orElseThrow();
    flip(largest, size(largest) / 2);
  }

  private Path ledgerOf(String node) {
    return cluster.process(node).dir().resolve("data").resolve("ledger");
  }

  private static long size(Path file) {
    return file.toFile().length();
  }

  private static void flip(Path file, long position) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      channel.read(one, position);
      one.put(0, (byte) (one.get(0) ^ 1)).rewind();
      channel.write(one, position);
    }
  }
}
