package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.stores.PostgresServer;
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

  private final Map<String, Integer> ports;

  LedgerTransactions(Servers servers) {
    ports = servers.ports();
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
    SortedMap<String, Long> counts = new TreeMap<>();
    for (Map.Entry<String, Integer> server : ports.entrySet()) {
      counts.put(server.getKey(), count(server.getValue()));
    }
    return counts;
  }

  private static long count(int port) throws IOException {
    Properties driver = new Properties();
    driver.setProperty("user", PostgresqlLedgerSystem.USER);
    driver.setProperty("connectTimeout", TIMEOUT_S);
    driver.setProperty("loginTimeout", TIMEOUT_S);
    driver.setProperty("socketTimeout", TIMEOUT_S);
    try (Connection connection =
            new Driver().connect(PostgresServer.urlAt("127.0.0.1:" + port), driver);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(COUNT)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IOException("the ledger's head cannot be read: " + e.getMessage(), e);
    }
  }
}
