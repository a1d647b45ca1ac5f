package io.hybridycsb.ledger.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.testdatabases.PostgresServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;

/** A real PostgreSQL with a ledger. Its address is that of an ordinary user, who may write. */
public final class LedgerServer extends PostgresServer {
  private static final String USER = "ycsb";

  public LedgerServer(Path directory) throws Exception {
    super(directory);
    makeLedger();
    execute("CREATE ROLE %s LOGIN PASSWORD '%s' IN ROLE ledger_writer".formatted(USER, password()));
  }

  /** Makes the ledger, or makes one that is there as it should be. */
  public void makeLedger() throws SQLException, IOException {
    execute(ledger());
  }

  /** The same in another database of the server. */
  public void makeLedger(String database) throws SQLException, IOException {
    String url = url(SUPERUSER).replace("/postgres?", "/" + database + "?");
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      statement.execute(ledger());
    }
  }

  private static String ledger() throws IOException {
    try (InputStream stream = LedgerServer.class.getResourceAsStream("/ledger.sql")) {
      return new String(stream.readAllBytes(), UTF_8);
    }
  }

  @Override
  public String url() {
    return url(USER);
  }

  /** Runs statements as a superuser. */
  public void execute(String statements) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url(SUPERUSER));
        Statement statement = connection.createStatement()) {
      statement.execute(statements);
    }
  }
}
