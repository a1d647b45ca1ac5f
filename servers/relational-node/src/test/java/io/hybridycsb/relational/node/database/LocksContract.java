package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.node.database.Snapshot.HashedRow;
import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.dialect.RowHash;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.testdatabases.TestProxy;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever reads a table, or whom a database keeps waiting, holds nobody else for ever. */
@Timeout(value = 5, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
abstract class LocksContract extends DatabaseContract {
  private static final Rules RULES =
      new Rules("shop", "chain-shop", Rules.Failure.TRANSACTION, 1 << 20);

  LocksContract(TestDatabase on) {
    super(on);
  }

  private SnapshotConnection snapshots() {
    return SnapshotConnection.open(options(), 60_000);
  }

  private void openAgain(int timeoutMs, int definitionTimeoutMs) {
    close();
    DatabaseOptions options =
        new DatabaseOptions(on.server().url(), "", "", 2, timeoutMs, definitionTimeoutMs);
    database = ChainDatabase.open(options, RULES, Skips.none());
    reads = new Reads(options(), database);
  }

  /** A transaction that has read a table, as a dump does. */
  private Connection reader() throws SQLException {
    Connection reader = connection();
    reader.setAutoCommit(false);
    Dialect.execute(reader, "SELECT * FROM t");
    return reader;
  }

  @Test
  void aSnapshotThatIsClosedStopsNoDefinition() throws Exception {
    String big = "x".repeat(RowHash.VALUE_BYTES_MAX + 1);
    block(1, transaction(1, table("t", "a", "c"), records(put("t", "k", "a", big), put("t", "l"))));
    long version = reads.read("t", "k", 0).getRecords(0).getVersion();
    try (SnapshotConnection connection = snapshots()) {
      try (Snapshot first = connection.begin()) {
        List<HashedRow> rows = first.records("t", Optional.of("")).orElseThrow().rows();
        TreeMap<String, byte[]> fields = new TreeMap<>();
        fields.put("a", big.getBytes(UTF_8));
        assertThat(rows).extracting(HashedRow::key).containsExactly("k", "l");
        assertThat(rows.get(0).hash())
            .isEqualTo(RowHash.of(RowHash.ADDED, "t", "k", version, fields));
        assertThat(first.records("t", Optional.of("k")).orElseThrow().rows())
            .extracting(HashedRow::key)
            .containsExactly("l");
        assertThat(first.records("u", Optional.empty())).isEmpty();
        assertThat(first.transactions(Optional.empty()).rows()).hasSize(1);
      }
      block(2, transaction(2, table("t", "b")));
      try (Snapshot second = connection.begin()) {
        assertThat(second.height()).isEqualTo(2);
        assertThat(second.blocks(-1, 1).rows()).hasSize(2);
        assertThat(second.tables().get("t")).containsExactly("a", "b", "c");
      }
    }
  }

  /** MariaDB refuses to read a table that was defined again since; the next snapshot has it. */
  @Test
  void aSnapshotIsNeverWrongAboutATableThatIsDefinedMeanwhile() {
    block(1, transaction(1, table("t"), records(put("t", "k"))));
    try (SnapshotConnection connection = snapshots()) {
      try (Snapshot before = connection.begin()) {
        block(2, transaction(2, table("t", "b"), records(put("t", "l", "b", "1"))));
        try {
          assertThat(before.records("t", Optional.empty()).orElseThrow().rows()).hasSize(1);
        } catch (DatabaseFailure e) {
          assertThat(e).hasMessageContaining("Table definition has changed");
        }
      }
      try (Snapshot after = connection.begin()) {
        assertThat(after.records("t", Optional.empty()).orElseThrow().rows()).hasSize(2);
      }
    }
  }

  @Test
  void aReaderThatHoldsATableDelaysADefinitionAndStopsNothing() throws Exception {
    block(1, transaction(1, table("t"), table("u"), records(put("t", "k"))));
    // A block waits so long for any other lock.
    openAgain(3_000, 300_000);
    try (Connection reader = reader()) {
      CompletableFuture<Void> defined =
          CompletableFuture.runAsync(
              () -> block(2, transaction(2, table("u", "a"), table("t", "a"))));
      Awaitility.await()
          .atMost(2, TimeUnit.MINUTES)
          .until(() -> database.definitionWaitMs() > 6_000 || defined.isDone());
      assertThat(defined).isNotDone();
      // Others read meanwhile, between two tries.
      assertThat(reads.read("t", "k", 0).getRecordsCount()).isEqualTo(1);
      reader.rollback();
      defined.get(2, TimeUnit.MINUTES);
    }
    assertThat(database.height()).isEqualTo(2);
    assertThat(database.definitionWaitMs()).isZero();
    block(3, transaction(3, records(put("t", "k", "a", "1"))));
    assertThat(read("t", "k")).endsWith("{a=1}");
  }

  @Test
  void aDefinitionThatWaitsTooLongSaysWhoHoldsItsTable() throws Exception {
    block(1, transaction(1, table("t"), records(put("t", "k"))));
    openAgain(60_000, 1_000);
    BlockTransaction definition = transaction(2, table("t", "a"));
    try (Connection reader = reader()) {
      assertThatThrownBy(() -> database.execute(2, List.of(definition)))
          .isInstanceOf(DatabaseFailure.class)
          .hasMessageMatching(
              "the database jdbc:.* block 2 could not define t in 1000 ms"
                  + " \\(definition.timeout.ms\\): held by (perhaps )?%s.*"
                      .formatted(on.named(reader))
                  + "Start the node again when that has ended");
    }
    block(2, definition);
    assertThat(database.height()).isEqualTo(2);
  }

  @Test
  void aDatabaseThatStandsStillHoldsNoReadForEver() throws Exception {
    block(1, transaction(1, table("t"), records(put("t", "k"))));
    int port = URI.create(on.server().url().substring("jdbc:".length())).getPort();
    try (TestProxy proxy = new TestProxy(port)) {
      String through = on.server().url().replace(":" + port + "/", ":" + proxy.port() + "/");
      DatabaseOptions impatient =
          new DatabaseOptions(through, "", "", 2, 1_000, DatabaseOptions.DEFINITION_TIMEOUT_MS);
      try (Reads frozen = new Reads(impatient, database)) {
        awaitRead(frozen);
        proxy.keepSilent(true);
        assertThatThrownBy(() -> frozen.read("t", "k", 0)).isInstanceOf(SQLException.class);
        proxy.keepSilent(false);
        awaitRead(frozen);
      }
    }
  }

  /** Repeats reads that took longer than their limit. */
  private static void awaitRead(Reads impatient) {
    int records =
        Awaitility.await()
            .atMost(2, TimeUnit.MINUTES)
            .ignoreExceptionsInstanceOf(SQLException.class)
            .until(() -> impatient.read("t", "k", 0).getRecordsCount(), Objects::nonNull);
    assertThat(records).isEqualTo(1);
  }
}
