package io.hybridycsb.harness.system.sql;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.recorded.CountedByServer;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.stores.PostgresServer;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import org.postgresql.Driver;

/** One PostgreSQL, whose triggers keep a chain of all changes. */
public final class PostgresqlLedgerSystem extends PostgresqlSystem {
  private static final String NAME = "postgresql-ledger";
  private static final String TIMEOUT_S = "10";

  /** The second word of the large object that is the head. */
  private static final String COUNT =
      "SELECT split_part(convert_from(lo_get(1279607154), 'UTF8'), ' ', 2)::bigint";

  private static final String MAIN = "io.hybridycsb.ledger.command.LedgerMain";

  /** An ordinary user, who may write records, and not change the ledger. */
  private static final String MAKE_WRITER =
      """
      CREATE ROLE %s LOGIN PASSWORD '%%s' IN ROLE ledger_writer;

      """;

  public PostgresqlLedgerSystem() {
    super(NAME);
  }

  @Override
  public Optional<RecordedWrites> recordedWrites(Servers servers) {
    return Optional.of(
        new CountedByServer(
            RecordedWrites.Kept.BY_ALL_FOREVER,
            "transactions in the history",
            new TreeMap<>(Map.of(NODE, servers.ports().get(NODE))),
            port -> count(servers.client())));
  }

  /** The transactions in the ledger, which its head counts. */
  private static long count(Map<String, String> client) throws IOException {
    Properties driver = new Properties();
    driver.setProperty("user", client.get(NAME + ".user"));
    driver.setProperty("password", client.get(NAME + ".password"));
    driver.setProperty("connectTimeout", TIMEOUT_S);
    driver.setProperty("loginTimeout", TIMEOUT_S);
    driver.setProperty("socketTimeout", TIMEOUT_S);
    try (Connection connection = new Driver().connect(client.get(NAME + ".url"), driver);
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(COUNT)) {
      row.next();
      return row.getLong(1);
    } catch (SQLException e) {
      throw new IOException("the ledger's head cannot be read: " + e.getMessage(), e);
    }
  }

  @Override
  Server server(PlanContext context, List<String> settings) {
    Path sql = context.home().directory().resolve(Path.of("bindings", "sql", "src", "main", "sql"));
    PostgresServer server = new PostgresServer(context);
    ProcessSpec process = server.process(NODE, ROLE, STAGE, settings);
    process = server.withStatements(process, "ledger", sql.resolve("ledger.sql"));
    process = server.withUser(process, CLIENT, MAKE_WRITER.formatted(CLIENT));
    return new Server(
        server.version(), process, client(context, server.url(NODE, PostgresServer.SUPERUSER)));
  }

  @Override
  Map<String, List<String>> commands(PlanContext context) {
    Map<String, List<String>> commands = new LinkedHashMap<>(super.commands(context));
    for (String name : List.of("verify", "audit")) {
      List<String> command = context.home().commandOf(NAME, MAIN, name);
      command.addAll(List.of("--config", context.clientFile().toString()));
      command.addAll(List.of("--kept", context.directory().resolve("audited-head").toString()));
      commands.put(name, command);
    }
    return commands;
  }
}
