package io.hybridycsb.veritas.stores.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.testdatabases.SqlServer;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.stores.database.DatabaseFaultsContract;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
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
abstract class SqlFaultsContract extends DatabaseFaultsContract {
  private SqlServer server;

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
  void start() {
    openStore();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  /** Longer than a restart takes on a busy machine. */
  @Override
  protected StateStore openPatient() {
    return SqlStateStore.open(new SqlOptions(server.url(), "", "", 5, 60_000));
  }

  @Override
  protected StateStore openImpatient() {
    return SqlStateStore.open(new SqlOptions(server.url(), "", "", 2, 1_000));
  }

  @Override
  protected void endDatabase() {
    server.kill();
  }

  @Override
  protected void startDatabaseAgain() throws Exception {
    server.start();
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
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .pollInterval(1, TimeUnit.MILLISECONDS)
        .until(() -> confirmed.get() > 20);
    server.kill();
    long before = confirmed.get();
    server.start();
    try (StateStore beside = openPatient()) {
      assertThat(beside.appliedHeight()).isGreaterThanOrEqualTo(before);
    }
    writer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertThat(store.appliedHeight()).isEqualTo(200);
    List<byte[]> values = store.getAll(numbered(200).writes().stream().map(w -> w.key()).toList());
    assertThat(values).allSatisfy(value -> assertThat(value).isEqualTo("200".getBytes(UTF_8)));
  }

  @Test
  void aDatabaseThatStandsStillEndsCallsAtTheirDeadlinesAndServesWhenItGoesOn() throws Exception {
    reopenImpatient();
    server.signal("STOP");
    try {
      assertUnreachable(() -> store.apply(batch(2, "two")));
    } finally {
      server.signal("CONT");
    }
    assertServesAgain(batch(2, "two"));
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
      apply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
    assertValue("three");
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
}
