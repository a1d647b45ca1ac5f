package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.proto.Outcome;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** Each block is executed once, whatever ends: the node, its database, or the connection. */
abstract class RecoveryContract extends DatabaseContract {
  RecoveryContract(TestDatabase on) {
    super(on);
  }

  @Test
  void nothingIsThereBeforeItIsCommitted() throws Exception {
    block(1, transaction(1, table("t")));
    database.execute(2, List.of(transaction(2, records(put("t", "k")))));
    assertThat(read("t", "k")).isEmpty();
    database.execute(2, List.of(transaction(2, records(put("t", "l")))));
    database.commit();
    assertThat(read("t", "k")).isEmpty();
    assertThat(read("t", "l")).isEqualTo("2.0 {}");
  }

  @Test
  void aBlockIsExecutedOnceThoughTheNodeIsKilledAtAnyPoint() throws Exception {
    BlockTransaction add = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t"), records(merge("t", "k"))));
    byte[] first = database.execute(2, List.of(add)).appHash();
    startAgain();
    assertThat(database.height()).isEqualTo(1);
    assertThat(database.execute(2, List.of(add)).appHash()).isEqualTo(first);
    database.commit();
    startAgain();
    assertThat(database.height()).isEqualTo(2);
    assertThat(database.appHash()).isEqualTo(first);
    assertThat(read("t", "k")).isEqualTo("2.0 {}");
    assertThatThrownBy(() -> database.execute(2, List.of(add)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("has block 2");
  }

  @Test
  void aBlockIsExecutedOnceThoughTheDatabaseIsKilled() throws Exception {
    BlockTransaction add = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t"), records(merge("t", "k"))));
    byte[] first = database.execute(2, List.of(add)).appHash();
    on.server().kill();
    on.server().start();
    database.commit();
    assertThat(database.appHash()).isEqualTo(first);
    on.server().kill();
    on.server().start();
    assertThat(outcomes(database.execute(3, List.of(add)))).containsExactly(Outcome.OK);
    database.commit();
    assertThat(database.height()).isEqualTo(3);
    assertThat(read("t", "k")).isEqualTo("2.0 {}");
  }

  @Test
  void aBlockIsExecutedOnceThoughItsConnectionIsLost() throws Exception {
    BlockTransaction add = transaction(2, records(merge("t", "k")));
    block(1, transaction(1, table("t"), records(merge("t", "k"))));
    byte[] first = database.execute(2, List.of(add)).appHash();
    cutOffWriter();
    database.commit();
    assertThat(database.appHash()).isEqualTo(first);
    assertThat(read("t", "k")).isEqualTo("2.0 {}");
    cutOffWriter();
    block(3, transaction(3, records(merge("t", "k"))));
    assertThat(read("t", "k")).isEqualTo("3.0 {}");
  }

  /** The pool doesn't check a connection that was used just before. */
  @Test
  void aReadIsAnsweredThoughAllConnectionsHaveJustBeenLost() throws Exception {
    block(1, transaction(1, table("t"), records(put("t", "k"))));
    try (Connection connection = connection()) {
      assertThat(read("t", "k")).isEqualTo("1.1 {}");
      assertThat(on.cutOffAll(connection)).isPositive();
      assertThat(read("t", "k")).isEqualTo("1.1 {}");
    }
  }

  private void cutOffWriter() throws SQLException {
    try (Connection connection = connection()) {
      on.cutOff(connection);
    }
  }

  /** What the database has committed is not executed again, if only the answer was lost. */
  @Test
  void aCommitWhoseAnswerWasLostIsFound() throws Exception {
    block(1, transaction(1, table("t"), records(put("t", "k"))));
    byte[] appHash =
        database.execute(2, List.of(transaction(2, records(merge("t", "k"))))).appHash();
    cutOffWriter();
    commitElsewhere(2, appHash);
    database.commit();
    assertThat(database.height()).isEqualTo(2);
    assertThat(read("t", "k")).isEqualTo("1.1 {}");
    database.execute(3, List.of(transaction(3, records(merge("t", "k")))));
    cutOffWriter();
    commitElsewhere(3, new byte[32]);
    assertThatThrownBy(database::commit)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("block 3 has other effects");
  }

  private void commitElsewhere(long height, byte[] appHash) throws SQLException {
    try (Connection connection = connection();
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO relational_blocks VALUES (?, ?)")) {
      insert.setLong(1, height);
      insert.setBytes(2, appHash);
      insert.executeUpdate();
    }
  }

  @Test
  void anotherNodeIsKeptOut() throws Exception {
    DatabaseOptions impatient =
        new DatabaseOptions(
            on.server().url(), "", "", 2, 1_000, DatabaseOptions.DEFINITION_TIMEOUT_MS);
    Rules rules = new Rules("shop", "chain-shop", Rules.Failure.TRANSACTION, 1 << 20);
    // A try may end before the database has answered.
    String message =
        Awaitility.await()
            .atMost(2, TimeUnit.MINUTES)
            .until(
                () ->
                    requireNonNull(
                            catchThrowableOfType(
                                DatabaseFailure.class,
                                () -> ChainDatabase.open(impatient, rules, Skips.none()).close()),
                            "the database is open")
                        .getMessage(),
                told -> told.contains("another node uses this database"));
    assertThat(message).contains("database.timeout.ms");
    block(1, transaction(1, table("t")));
  }

  @Test
  void otherRulesAreRefused() {
    close();
    assertThatThrownBy(() -> open(Rules.Failure.BLOCK))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("began with other rules");
    open(Rules.Failure.TRANSACTION);
  }

  @Test
  void aDatabaseOfAnOlderReleaseIsRefused() throws Exception {
    try (Connection connection = connection()) {
      Dialect.execute(connection, "ALTER TABLE relational_transactions DROP COLUMN body");
    }
    close();
    assertThatThrownBy(() -> open(Rules.Failure.TRANSACTION))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("the database was begun by an older release");
    beginEmpty();
  }
}
