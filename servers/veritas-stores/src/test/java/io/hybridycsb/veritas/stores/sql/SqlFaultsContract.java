package io.hybridycsb.veritas.stores.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ThrowingRunnable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** What the store does while its database is killed, comes back or stands still. */
@TestInstance(Lifecycle.PER_CLASS)
abstract class SqlFaultsContract {
  private static final byte[] KEY = "k".getBytes(UTF_8);

  private SqlServer server;
  private StateStore store;

  /** Starts a server that keeps its files in a directory. */
  abstract SqlServer newServer(Path directory) throws Exception;

  @BeforeAll
  void startServer(@TempDir Path directory) throws Exception {
    server = newServer(directory);
  }

  @AfterAll
  void stopServer() throws Exception {
    server.close();
  }

  @BeforeEach
  void openStore() {
    store = SqlStateStore.open(patient());
    store.clear();
    store.apply(batch(1, "one"));
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  @Test
  void aKilledDatabaseComesBackWithAllItHadConfirmed() throws Exception {
    store.apply(batch(2, "two"));
    server.kill();
    server.start();
    assertValue("two");
    assertThat(store.appliedHeight()).isEqualTo(2);
    store.apply(batch(3, "three"));
    assertValue("three");
  }

  @Test
  void aStoreThatIsOpenedAfterTheKillGoesOnFromTheConfirmedHeight() throws Exception {
    store.apply(batch(2, "two"));
    server.kill();
    store.close();
    server.start();
    store = SqlStateStore.open(patient());
    assertThat(store.appliedHeight()).isEqualTo(2);
    assertValue("two");
  }

  @Test
  void callsWaitForADatabaseThatComesBack() throws Exception {
    server.kill();
    CompletableFuture<Void> apply = CompletableFuture.runAsync(() -> store.apply(batch(2, "two")));
    CompletableFuture<Void> read =
        CompletableFuture.runAsync(() -> assertThat(store.getAll(List.of(KEY))).hasSize(1));
    server.start();
    apply.get(SqlServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    read.get(SqlServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertValue("two");
  }

  @Test
  void aKillInTheMidstOfBatchesLeavesNoBatchInPart() throws Exception {
    AtomicLong confirmed = new AtomicLong(1);
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              for (long height = 2; height <= 200; height++) {
                store.apply(numbered(height));
                confirmed.set(height);
              }
            });
    Awaitility.await()
        .atMost(SqlServer.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .pollInterval(1, TimeUnit.MILLISECONDS)
        .until(() -> confirmed.get() > 20);
    server.kill();
    long before = confirmed.get();
    server.start();
    try (StateStore beside = SqlStateStore.open(patient())) {
      assertThat(beside.appliedHeight()).isGreaterThanOrEqualTo(before);
    }
    writer.get(SqlServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(store.appliedHeight()).isEqualTo(200);
    List<byte[]> values = store.getAll(numbered(200).writes().stream().map(w -> w.key()).toList());
    assertThat(values).allSatisfy(value -> assertThat(value).isEqualTo("200".getBytes(UTF_8)));
  }

  @Test
  void anAbsentDatabaseEndsACallAtItsDeadlineInOneClearLine() throws Exception {
    reopenWithShortDeadlines();
    server.kill();
    try {
      assertUnreachable(() -> store.getAll(List.of(KEY)));
      assertUnreachable(() -> store.apply(batch(2, "two")));
      assertThatThrownBy(() -> SqlStateStore.open(shortDeadlines()))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("127.0.0.1:")
          .hasMessageContaining("can't be reached")
          .hasMessageNotContaining("\n");
    } finally {
      server.start();
    }
  }

  @Test
  void aDatabaseThatStandsStillEndsCallsAtTheirDeadlinesAndServesWhenItGoesOn() throws Exception {
    reopenWithShortDeadlines();
    server.signal("STOP");
    try {
      assertUnreachable(() -> store.apply(batch(2, "two")));
    } finally {
      server.signal("CONT");
    }
    // With deadlines this short, one call may find that the server is still catching up.
    eventually(() -> store.apply(batch(2, "two")));
    reopen(patient());
    store.apply(batch(3, "three"));
    assertValue("three");
    assertThat(store.appliedHeight()).isEqualTo(3);
  }

  @Test
  void whatAnAbandonedWriterHasNotCommittedTakesNoEffect() throws Exception {
    try (Connection abandoned = DriverManager.getConnection(server.url());
        Statement statement = abandoned.createStatement()) {
      abandoned.setAutoCommit(false);
      statement.executeUpdate("UPDATE veritas_meta SET height = 2");
      statement.executeUpdate("DELETE FROM veritas_state");
      CompletableFuture<Void> apply =
          CompletableFuture.runAsync(() -> store.apply(batch(3, "three")));
      assertThat(store.appliedHeight()).isEqualTo(1);
      assertValue("one");
      abandoned.rollback();
      apply.get(SqlServer.PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    assertValue("three");
  }

  private void reopenWithShortDeadlines() {
    eventually(() -> reopen(shortDeadlines()));
  }

  private void reopen(SqlOptions options) {
    store.close();
    store = SqlStateStore.open(options);
  }

  private static void eventually(ThrowingRunnable call) {
    Awaitility.await()
        .atMost(SqlServer.PATIENCE_SECONDS, TimeUnit.SECONDS)
        .ignoreExceptionsInstanceOf(StoreException.class)
        .untilAsserted(call);
  }

  /** For what must succeed: longer than a restart takes on a busy machine. */
  private SqlOptions patient() {
    return new SqlOptions(server.url(), "", "", 5, 60_000);
  }

  private SqlOptions shortDeadlines() {
    return new SqlOptions(server.url(), "", "", 2, 1_000);
  }

  private static StateBatch batch(long height, String value) {
    return new StateBatch(height, List.of(new StateWrite(KEY, value.getBytes(UTF_8), height == 1)));
  }

  /** Gives a hundred keys the height as their value. */
  private static StateBatch numbered(long height) {
    byte[] value = String.valueOf(height).getBytes(UTF_8);
    List<StateWrite> writes = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      writes.add(new StateWrite(("n" + i).getBytes(UTF_8), value, height == 2));
    }
    return new StateBatch(height, writes);
  }

  private void assertValue(String expected) {
    assertThat(store.getAll(List.of(KEY))).containsExactly(expected.getBytes(UTF_8));
  }

  private static void assertUnreachable(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StateLostException.class)
        .hasMessageContaining("127.0.0.1:")
        .hasMessageContaining("can't be reached")
        .hasMessageNotContaining("\n");
  }
}
