package io.hybridycsb.veritas.stores.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.DatabaseStateStoreContract;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the store keeps to on every relational database. */
abstract class SqlStateStoreContract extends DatabaseStateStoreContract {

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

  @Override
  protected void emptyDatabase() throws SQLException {
    execute("DELETE FROM veritas_state");
    execute("DELETE FROM veritas_meta");
  }

  @Override
  protected void setHeight(long height) throws SQLException {
    execute("UPDATE veritas_meta SET height = " + height);
  }

  @Test
  void aDatabaseWithoutTablesIsToldAndRebuilt() throws SQLException {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    dropTables();
    assertLost(() -> store.getAll(List.of(bytes("a"))));
    assertLost(store::appliedHeight);
    assertIsRebuilt();
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

  final void execute(String sql) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url());
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
