package io.hybridycsb.ledger.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ledger.audit.Audit;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the triggers write, on a real PostgreSQL. */
class LedgerTest {
  private static final int TIMEOUT_S = 60;
  private static final int THREADS = 8;
  private static final int TRANSACTIONS_OF_THREAD = 20;
  private static final AtomicInteger TABLES = new AtomicInteger();

  @TempDir private static Path directory;
  @AutoClose private static LedgerServer server;

  private final String table = "table" + TABLES.incrementAndGet();
  private final Findings findings = new Findings();
  private Connection user;
  private long before;

  @BeforeAll
  static void startServer() throws Exception {
    server = new LedgerServer(directory);
  }

  @BeforeEach
  void makeTable() throws SQLException {
    user = DriverManager.getConnection(server.url());
    run("SELECT ledger.make_table('%s', ARRAY['a', 'b'])".formatted(table));
    try (Ledger ledger = open()) {
      before = ledger.newest().head().number();
    }
  }

  /** All that a test has written is a chain, and as the tables are. */
  @AfterEach
  void audit() throws SQLException {
    user.close();
    try (Ledger ledger = open()) {
      new Audit(ledger, List.of(), findings, new Progress()).run();
    }
    assertThat(findings.lines()).isEmpty();
  }

  private static Ledger open() throws SQLException {
    return Ledger.open(server.url(), "", "", TIMEOUT_S);
  }

  private void run(String sql) throws SQLException {
    run(user, sql);
  }

  private static void run(Connection connection, String sql) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private void insert(String key, String value) throws SQLException {
    run("INSERT INTO %s VALUES ('%s', 1, '%s')".formatted(table, key, value));
  }

  /** The changes since the test's beginning. */
  private List<HistoryRow> changes() throws SQLException {
    List<HistoryRow> changes = new ArrayList<>();
    try (Ledger ledger = open();
        Rows<HistoryRow> rows = ledger.historyAfter(before)) {
      for (Optional<HistoryRow> row = rows.next(); row.isPresent(); row = rows.next()) {
        changes.add(row.get());
      }
    }
    return changes;
  }

  @Test
  void eachChangeIsARowWithTheRecordAfterIt() throws SQLException {
    insert("user1", "x");
    run("UPDATE %s SET ycsb_version = 2, b = 'y'".formatted(table));
    run("DELETE FROM " + table);

    assertThat(changes())
        .extracting(change -> change.operation() + " " + change.key() + ": " + change.contents())
        .containsExactly(
            """
            INSERT user1: {"a": "\\\\x78", "b": null, "ycsb_key": "user1", "ycsb_version": 1}""",
            """
            UPDATE user1: {"a": "\\\\x78", "b": "\\\\x79", "ycsb_key": "user1", "ycsb_version": 2}""",
            "DELETE user1: null");
    assertThat(changes()).extracting(HistoryRow::table).containsOnly("public." + table);
    assertThat(changes().stream().map(HistoryRow::transactionId).distinct()).hasSize(3);
  }

  @Test
  void aTransactionsChangesFollowEachOtherAndAreOneTransaction() throws SQLException {
    user.setAutoCommit(false);
    insert("user1", "x");
    insert("user2", "x");
    run("UPDATE %s SET b = 'y' WHERE ycsb_key = 'user1'".formatted(table));
    assertThat(changes()).as("before the commit").isEmpty();
    user.commit();

    assertThat(changes()).extracting(HistoryRow::key).containsExactly("user1", "user2", "user1");
    assertThat(changes().stream().map(HistoryRow::transactionId).distinct()).hasSize(1);
  }

  @Test
  void whatWasUndoneIsNotInTheHistoryAndLeavesNoGap() throws SQLException {
    user.setAutoCommit(false);
    insert("user1", "x");
    run("SET CONSTRAINTS ALL IMMEDIATE");
    user.rollback();
    insert("user2", "x");
    user.commit();

    assertThat(changes()).extracting(HistoryRow::key).containsExactly("user2");
    assertThat(changes()).extracting(HistoryRow::number).containsExactly(before + 1);
  }

  @Test
  void aChangedKeyIsADeletionAndAnInsertion() throws SQLException {
    insert("user1", "x");
    run("UPDATE %s SET ycsb_key = 'user2'".formatted(table));

    assertThat(changes())
        .extracting(change -> change.operation() + " " + change.key())
        .containsExactly("INSERT user1", "DELETE user1", "INSERT user2");
  }

  /** Transactions of different records aren't in each other's way, whatever they see. */
  @ParameterizedTest
  @ValueSource(
      ints = {
        Connection.TRANSACTION_SERIALIZABLE,
        Connection.TRANSACTION_REPEATABLE_READ,
        Connection.TRANSACTION_READ_COMMITTED
      })
  void aTransactionThatBeganBeforeOthersCommittedGoesOnTheirChain(int isolation)
      throws SQLException {
    insert("user1", "x");
    try (Connection early = DriverManager.getConnection(server.url())) {
      early.setTransactionIsolation(isolation);
      early.setAutoCommit(false);
      run(early, "UPDATE %s SET a = 'early' WHERE ycsb_key = 'user1'".formatted(table));
      insert("user2", "x");
      insert("user3", "x");
      early.commit();
    }

    assertThat(changes())
        .extracting(HistoryRow::key)
        .containsExactly("user1", "user2", "user3", "user1");
  }

  @Test
  void manyWritersMakeOneChain() throws Exception {
    insert("shared", "x");
    ExecutorService pool = Executors.newFixedThreadPool(THREADS);
    CountDownLatch start = new CountDownLatch(THREADS);
    List<Future<?>> all = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      int thread = i;
      all.add(
          pool.submit(
              () -> {
                start.countDown();
                start.await();
                write(thread);
                return null;
              }));
    }
    pool.shutdown();
    assertThat(pool.awaitTermination(TIMEOUT_S, TimeUnit.SECONDS)).isTrue();
    for (Future<?> one : all) {
      one.get();
    }

    assertThat(changes()).hasSize(1 + 2 * THREADS * TRANSACTIONS_OF_THREAD);
  }

  /** Each of two records by each transaction: one that all write, and one of its own. */
  private void write(int thread) throws SQLException {
    try (Connection connection = DriverManager.getConnection(server.url())) {
      connection.setAutoCommit(false);
      for (int i = 0; i < TRANSACTIONS_OF_THREAD; i++) {
        run(
            connection,
            "UPDATE %s SET ycsb_version = ycsb_version + 1 WHERE ycsb_key = 'shared'"
                .formatted(table));
        run(connection, "INSERT INTO %s VALUES ('user%d-%d', 1, 'x')".formatted(table, thread, i));
        connection.commit();
      }
    }
  }

  @Test
  void evenAnOwnerCannotTruncateAWatchedTable() {
    assertThatThrownBy(() -> server.execute("TRUNCATE " + table))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("TRUNCATE of public." + table + " is refused");
  }

  @Test
  void aTableOfOnesOwnIsWatchedWithTheRecordsThatItHas() throws SQLException {
    String own = "\"Own " + table + "\"";
    server.execute(
        """
        CREATE TABLE %1$s (id int PRIMARY KEY, at timestamptz, amount numeric(9, 2), note text);
        INSERT INTO %1$s VALUES (1, '2026-01-01 12:00+01', 1.50, 'one'), (2, now(), 0.1, NULL);
        GRANT SELECT, INSERT, UPDATE, DELETE ON %1$s TO ycsb;
        SELECT ledger.watch('%1$s')
        """
            .formatted(own));
    // Others may prefer other forms.
    run("SET timezone = 'Asia/Tokyo'; SET bytea_output = escape; SET extra_float_digits = -5");
    run("UPDATE %s SET amount = amount * 2, at = at + interval '1 day'".formatted(own));
    server.execute("ALTER TABLE %s ADD COLUMN more text".formatted(own));
    run("UPDATE %s SET more = 'yes' WHERE id = 2".formatted(own));

    assertThat(changes())
        .extracting(change -> change.operation() + " " + change.key())
        .containsExactly("INSERT 1", "INSERT 2", "UPDATE 1", "UPDATE 2", "UPDATE 2");
    assertThat(changes().get(2).contents())
        .contains("\"at\": \"2026-01-02T11:00:00+00:00\"", "\"amount\": 3.00");
    assertThat(changes()).extracting(HistoryRow::table).containsOnly("public." + own);
  }

  @Test
  void aTableWithoutAKeyOfOneColumnIsNotWatched() {
    assertThatThrownBy(
            () ->
                server.execute(
                    "CREATE TABLE pairs (a int, b int, PRIMARY KEY (a, b));"
                        + " SELECT ledger.watch('pairs')"))
        .hasMessageContaining("has no primary key of one column");
  }
}
