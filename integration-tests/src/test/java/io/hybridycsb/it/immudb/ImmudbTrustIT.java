package io.hybridycsb.it.immudb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.immudb.client.Change;
import io.hybridycsb.immudb.client.Immudb;
import io.hybridycsb.immudb.client.Server;
import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LastOnCluster;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.verification.VerificationFailed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** What an operator who isn't honest can do to a real immudb, and what its clients see of it. */
@Tag("immudb")
@Tag("campaign")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@LastOnCluster
class ImmudbTrustIT extends ClusterTests<LocalCluster> {
  private static final String TRUTH = "the-true-value-of-user1";
  private static final String LIE = "the-fake-value-of-user1";

  @RegisterExtension private static final LocalCluster CLUSTER = new ImmudbCluster();

  @TempDir private Path directory;

  private static Path data() {
    return CLUSTER.runDirectory().resolve("node1").resolve("data").resolve("hybrid");
  }

  private static Server server(String address) {
    return new Server(address, "hybrid", "immudb", CLUSTER.password("node1"), 1, 30_000);
  }

  private static String address() {
    return "127.0.0.1:" + CLUSTER.port("node1");
  }

  private static byte[] key(String key) {
    return StateKey.of(CLUSTER.table("usertable"), key);
  }

  /** Replaces a text, wherever it is in the files of a directory, by another of the same length. */
  private static void replace(String directory, String old, String text) throws IOException {
    int replaced = 0;
    try (var files = Files.list(data().resolve(directory))) {
      for (Path file : files.toList()) {
        String before = Files.readString(file, StandardCharsets.ISO_8859_1);
        String after = before.replace(old, text);
        Files.writeString(file, after, StandardCharsets.ISO_8859_1);
        replaced += before.equals(after) ? 0 : 1;
      }
    }
    assertThat(replaced).as("files with %s", old).isPositive();
  }

  @Test
  @Order(1)
  void aForgedReplyIsFound() throws Exception {
    CLUSTER.hybridOn("put", "user1", "field0=" + TRUTH).requireSuccess();

    try (LyingServer liar = new LyingServer(address(), TRUTH, LIE);
        Immudb client = Immudb.open(server(liar.address()), Optional.empty())) {
      assertThat(new String(client.get(key("user1")).value().orElseThrow(), StandardCharsets.UTF_8))
          .contains(LIE);
      assertThatExceptionOfType(VerificationFailed.class)
          .isThrownBy(() -> client.verifiedGet(key("user1")))
          .withMessageStartingWith("the value isn't what transaction ");
      // YCSB's reads say so, too.
      Ended read =
          CLUSTER.workload(
              "run",
              "workloadc",
              Map.of(
                  "immudb.address", liar.address(),
                  "immudb.verify", "online",
                  "insertorder", "ordered",
                  "insertstart", "1",
                  "recordcount", "2",
                  "insertcount", "1",
                  "operationcount", "10"));
      assertThat(read.out()).contains("[READ], Return=VERIFICATION_FAILED, 10");
      assertThat(read.err()).contains("immudb: the value isn't what transaction ");
    }
  }

  @Test
  @Order(2)
  void aWriteThatTheServerChangesIsFound() throws Exception {
    String written = "written-value";
    try (LyingServer liar = new LyingServer(address(), key2(), key3());
        Immudb client = Immudb.open(server(liar.address()), Optional.empty())) {
      assertThatExceptionOfType(VerificationFailed.class)
          .isThrownBy(
              () ->
                  client.verifiedSet(
                      List.of(Change.put(key("user2"), written.getBytes(StandardCharsets.UTF_8))),
                      List.of()))
          .withMessageContaining("has another key");
    }
  }

  private static String key2() {
    return CLUSTER.table("usertable") + "\0user2";
  }

  private static String key3() {
    return CLUSTER.table("usertable") + "\0user3";
  }

  @Test
  @Order(3)
  void aChangedValueInItsFilesIsFoundAndNamed() throws Exception {
    CLUSTER.down();
    replace("val_0", TRUTH, LIE);
    CLUSTER.up();

    // The server finds it by itself.
    assertThat(CLUSTER.hybridOn("get", "user1").err()).contains("data is corrupted");
    Ended verify = CLUSTER.hybridOn("verify", "user1");
    assertThat(verify.status()).isEqualTo(1);
    assertThat(verify.out()).contains("verification failed: the server says: data is corrupted");
    Ended audit = CLUSTER.hybridOn("audit");
    assertThat(audit.status()).isEqualTo(1);
    assertThat(audit.out())
        .containsPattern("transaction \\d+ can't be read: data is corrupted")
        .contains("audit FAILED");

    CLUSTER.down();
    replace("val_0", LIE, TRUTH);
    CLUSTER.up();
    CLUSTER.requireAuditPasses();
  }

  @Test
  @Order(4)
  void aLedgerThatWasRolledBackIsFoundByWhoeverHasSeenMore() throws Exception {
    CLUSTER.down();
    Path backup = directory.resolve("backup");
    copy(data(), backup);
    CLUSTER.up();
    CLUSTER.hybridOn("put", "user1", "field0=newer").requireSuccess();
    CLUSTER.down();
    delete(data());
    copy(backup, data());
    CLUSTER.up();

    assertThat(CLUSTER.hybridOn("verify", "user1").out())
        .contains("verification failed: the ledger was rolled back: its last transaction is ");
    assertThat(CLUSTER.hybridOn("audit").out())
        .contains("the ledger was rolled back: its last transaction is ", "audit FAILED");
    Ended get = CLUSTER.hybridOn("get", "user1");
    assertThat(get.status()).isEqualTo(1);
    assertThat(get.err()).contains("the ledger was rolled back");
  }

  @Test
  @Order(5)
  void aLedgerThatGoesOnFromThereIsFoundAsWell() throws Exception {
    // Whoever has seen nothing before believes it.
    try (Immudb client = Immudb.open(server(address()), Optional.empty())) {
      for (int i = 0; i < 5; i++) {
        client.verifiedSet(List.of(Change.put(key("user1"), new byte[] {1})), List.of());
      }
    }

    Ended verify = CLUSTER.hybridOn("verify", "user1");
    assertThat(verify.status()).isEqualTo(1);
    assertThat(verify.out()).contains("verification failed: the proof from transaction ");
    assertThat(CLUSTER.hybridOn("audit").out()).contains("the proof from transaction ");
  }

  private static void copy(Path from, Path to) throws IOException {
    try (var files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void delete(Path directory) throws IOException {
    try (var files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
