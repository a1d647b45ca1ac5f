package io.hybridycsb.ycsb.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** A binding on a real database, with a table of its own for each test. */
abstract class SqlDbTests {
  private static final AtomicInteger TABLES = new AtomicInteger();

  final String table = "table" + TABLES.incrementAndGet();
  final List<String> ends = new CopyOnWriteArrayList<>();
  final Map<String, ByteIterator> result = new HashMap<>();

  /** For what ends by it, and long enough for what does not. */
  static final String SHORT_MS = "3000";

  private final Map<String, String> properties = new HashMap<>();
  SqlDb client;

  /** The database's address. */
  abstract String url();

  /** The binding's name. */
  abstract String binding();

  abstract SqlDb newClient();

  @BeforeEach
  void open() throws DBException {
    // Statements may take long on a busy machine.
    properties.put("url", url());
    properties.put("timeout.ms", "60000");
    client = connected(Map.of());
  }

  @AfterEach
  void close() {
    client.cleanup();
  }

  /** A further client, of the thread that calls this. */
  final SqlDb connected(Map<String, String> more) throws DBException {
    SqlDb made = unconnected(more);
    made.init();
    return made;
  }

  /** The same, not yet connected. */
  final SqlDb unconnected(Map<String, String> more) {
    SqlDb made = newClient();
    made.endBy(ends::add);
    Properties all = new Properties();
    properties.forEach((name, value) -> all.setProperty(binding() + "." + name, value));
    more.forEach((name, value) -> all.setProperty(binding() + "." + name, value));
    made.setProperties(all);
    return made;
  }

  /** With other properties than before. */
  final void reopen(Map<String, String> more) throws DBException {
    client.cleanup();
    client = connected(more);
  }

  final Status insert(String key, String... namesAndValues) {
    return client.insert(table, key, TestClients.values(namesAndValues));
  }

  final Status update(String key, String... namesAndValues) {
    return client.update(table, key, TestClients.values(namesAndValues));
  }

  /** Makes the table with these columns. */
  final void makeTable(String... fields) {
    String[] values = new String[fields.length * 2];
    for (int i = 0; i < fields.length; i++) {
      values[2 * i] = fields[i];
      values[2 * i + 1] = "";
    }
    insert("first", values);
    client.delete(table, "first");
  }

  final Map<String, String> read(String key) {
    result.clear();
    assertThat(client.read(table, key, null, result)).isEqualTo(Status.OK);
    return StringByteIterator.getStringMap(result);
  }

  /** A connection to the database itself, whose statements are one transaction. */
  final Connection another() throws SQLException {
    Connection connection = DriverManager.getConnection(url());
    connection.setAutoCommit(false);
    return connection;
  }

  /** Writes a record by a transaction that is still open. */
  final void touch(Connection connection, String key) throws SQLException {
    try (Statement statement = connection.createStatement()) {
      assertThat(
              statement.executeUpdate(
                  "UPDATE %s SET ycsb_version = ycsb_version + 1 WHERE ycsb_key = '%s'"
                      .formatted(table, key)))
          .isEqualTo(1);
    }
  }
}
