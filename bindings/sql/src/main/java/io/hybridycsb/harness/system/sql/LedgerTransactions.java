package io.hybridycsb.harness.system.sql;

import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import org.postgresql.Driver;

/** The transactions in the ledger, which its head counts. */
final class LedgerTransactions implements RecordedWrites {
  /** The second word of the large object that is the head. */
  private static final String COUNT =
      "SELECT split_part(convert_from(lo_get(1279607154), 'UTF8'), ' ', 2)::bigint";

  private static final String TIMEOUT_S = "10";

  private final String server;
  private final Map<String, String> client;

  /**
   * @param server its name
   */
  LedgerTransactions(String server, Servers servers) {
    this.server = server;
    this.client = servers.client();
  }

  @Override
  public Kept kept() {
    return Kept.BY_ALL_FOREVER;
  }

  @Override
  public String what() {
    return "transactions in the history";
  }

  @Override
  public SortedMap<String, Long> read() throws IOException {
    return new TreeMap<>(Map.of(server, count()));
  }

  private String property(String name) {
    return client.get(PostgresqlLedgerSystem.NAME + "." + name);
  }

  private long count() throws IOException {
    Properties driver = new Properties();
    driver.setProperty("user", property("user"));
    driver.setProperty("password", property("password"));
    driver.setProperty("connectTimeout", TIMEOUT_S);
    driver.setProperty("loginTimeout", TIMEOUT_S);
    driver.setProperty("socketTimeout", TIMEOUT_S);
    try (Connection connection = new Driver().connect(property("url"), driver);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(COUNT)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IOException("the ledger's head cannot be read: " + e.getMessage(), e);
    }
  }
}
