package io.hybridycsb.harness.system.sql;

import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.stores.PostgresServer;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;

/** One PostgreSQL. */
public class PostgresqlSystem extends RelationalSystem {
  private static final String NAME = "postgresql";

  public PostgresqlSystem() {
    this(NAME);
  }

  /** For a system of another name on the same server. */
  PostgresqlSystem(String name) {
    super(name, "PostgreSQL", NAME + ".");
  }

  @Override
  final Property<?> program() {
    return PostgresServer.option();
  }

  @Override
  final String example() {
    return "postgresql.max_wal_size=4GB";
  }

  @Override
  final List<String> settings(Settings options) {
    List<String> settings =
        new ArrayList<>(
            PostgresServer.settings(options.get(FSYNC).equals("true"), options.get(MEMORY)));
    settings.add("max_connections=" + options.get(CONNECTIONS_MAX));
    return settings;
  }

  @Override
  Server server(PlanContext context, List<String> settings) {
    PostgresServer server = new PostgresServer(context);
    return new Server(
        server.version(),
        server.withDatabase(server.process(NODE, ROLE, STAGE, settings), CLIENT),
        client(context, server.url(NODE, CLIENT)));
  }
}
