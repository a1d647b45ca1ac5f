package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.database.fixtures.TestDatabase;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.Record;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** What the contracts of databases share: a chain on an empty database. */
abstract class DatabaseContract {
  private static final int TIMEOUT_MS = 60_000;

  final TestDatabase on;
  ChainDatabase database;
  Reads reads;

  DatabaseContract(TestDatabase on) {
    this.on = on;
  }

  final DatabaseOptions options() {
    return new DatabaseOptions(
        on.server().url(), "", "", 2, TIMEOUT_MS, DatabaseOptions.DEFINITION_TIMEOUT_MS);
  }

  final Connection connection() throws SQLException {
    return DriverManager.getConnection(on.server().url());
  }

  @BeforeEach
  void beginEmpty() throws SQLException {
    beginEmpty(Rules.Failure.TRANSACTION);
  }

  final void beginEmpty(Rules.Failure failure) throws SQLException {
    try (Connection connection = connection()) {
      on.clear(connection);
    }
    open(failure);
  }

  final void open(Rules.Failure failure) {
    Rules rules = new Rules("shop", "chain-shop", failure, 1 << 20);
    database = ChainDatabase.open(options(), rules, Skips.none());
    reads = new Reads(options(), database);
  }

  @AfterEach
  void close() {
    reads.close();
    database.close();
  }

  final void startAgain() {
    close();
    open(Rules.Failure.TRANSACTION);
  }

  static List<Outcome> outcomes(ExecutedBlock block) {
    return block.results().stream().flatMap(result -> result.outcomes().stream()).toList();
  }

  final ExecutedBlock block(long height, BlockTransaction... transactions) {
    ExecutedBlock block = database.execute(height, List.of(transactions));
    database.commit();
    return block;
  }

  /** A record as text: version as height and place, then fields; empty if there is none. */
  final String read(String table, String key) throws SQLException {
    ReadReply reply = reads.read(table, key, 0);
    assertThat(reply.getHeight()).isEqualTo(database.height());
    return reply.getRecordsList().stream().map(DatabaseContract::text).findFirst().orElse("");
  }

  private static String text(Record record) {
    Map<String, String> fields = new TreeMap<>();
    record
        .getFieldsList()
        .forEach(f -> fields.put(f.getName(), f.getValue().toString(StandardCharsets.UTF_8)));
    return "%d.%d %s"
        .formatted(
            record.getVersion() / Versions.PLACES, record.getVersion() % Versions.PLACES, fields);
  }
}
