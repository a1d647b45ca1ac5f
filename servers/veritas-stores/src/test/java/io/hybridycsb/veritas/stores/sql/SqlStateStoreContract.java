package io.hybridycsb.veritas.stores.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateStoreContract;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the store keeps to on every relational database. */
abstract class SqlStateStoreContract extends StateStoreContract {

  /** The database's address, the same throughout a test. */
  abstract String url();

  @Override
  protected StateStore open() {
    // Statements may take long on a busy machine, or a slow disk.
    return SqlStateStore.open(new SqlOptions(url(), "", "", 5, 60_000));
  }

  @AfterEach
  void dropTables() throws SQLException {
    execute("DROP TABLE IF EXISTS veritas_state");
    execute("DROP TABLE IF EXISTS veritas_meta");
  }

  @Test
  void aFailedBatchLeavesNothingBehind() {
    store.apply(new StateBatch(1, List.of(create("a", "1"))));
    byte[] tooLong = new byte[5_000];
    new Random(1).nextBytes(tooLong);
    StateBatch batch =
        new StateBatch(2, List.of(update("a", "2"), new StateWrite(tooLong, bytes("b"), true)));
    assertThatThrownBy(() -> store.apply(batch))
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StateLostException.class)
        .hasMessageContaining(store.describe())
        .hasMessageNotContaining("\n");
    assertThat(store.appliedHeight()).isEqualTo(1);
    assertThat(store.getAll(List.of(bytes("a"), tooLong))).containsExactly(bytes("1"), null);
  }

  @Test
  void aKeyOfTheGreatestLengthIsStored() {
    byte[] longest = new byte[1_024];
    new Random(2).nextBytes(longest);
    store.apply(new StateBatch(1, List.of(new StateWrite(longest, bytes("1"), true))));
    assertThat(store.getAll(List.of(longest))).containsExactly(bytes("1"));
  }

  @Test
  void theWriterNoticesAnEmptiedDatabase() throws SQLException {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    execute("DELETE FROM veritas_state");
    execute("DELETE FROM veritas_meta");
    assertLost(() -> store.apply(new StateBatch(6, List.of(create("b", "1")))));
    assertLost(() -> store.getAll(List.of(bytes("a"))));
    store.clear();
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly(bytes("1"));
  }

  @Test
  void aReaderNoticesAnEmptiedDatabase() throws SQLException {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    execute("DELETE FROM veritas_state");
    execute("DELETE FROM veritas_meta");
    assertLost(() -> store.getAll(List.of(bytes("a"))));
  }

  @Test
  void aScanNoticesADatabaseWithAnOlderState() throws SQLException {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    execute("UPDATE veritas_meta SET height = 4");
    assertLost(() -> store.scan(bytes("a"), bytes("z"), 10));
  }

  @Test
  void aDatabaseWithoutTablesIsToldAndRebuilt() throws SQLException {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    dropTables();
    assertLost(() -> store.getAll(List.of(bytes("a"))));
    assertLost(store::appliedHeight);
    store.clear();
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly(bytes("1"));
  }

  @Test
  void aStateWithoutAHeightIsNeverTakenForAWholeOne() throws SQLException {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    store.close();
    execute("DELETE FROM veritas_meta");
    store = open();
    assertThat(store.appliedHeight()).isZero();
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly((byte[]) null);
  }

  @Test
  void aSecondWriterIsNoticed() {
    try (StateStore second = open()) {
      second.apply(new StateBatch(7, List.of(create("a", "7"))));
      assertThatThrownBy(() -> store.apply(new StateBatch(2, List.of(create("a", "2")))))
          .isInstanceOf(StoreException.class)
          .isNotInstanceOf(StateLostException.class)
          .hasMessageContaining("something else writes to it");
      assertThat(second.getAll(List.of(bytes("a")))).containsExactly(bytes("7"));
    }
  }

  private void assertLost(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining(store.describe())
        .hasMessageContaining("5");
  }

  final void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
