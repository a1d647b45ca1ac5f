package io.hybridycsb.harness.system.sql;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.recorded.Servers;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.harness.system.stores.PostgresServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One PostgreSQL, whose triggers keep a chain of all changes. */
public final class PostgresqlLedgerSystem extends PostgresqlSystem {
  static final String NAME = "postgresql-ledger";
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
    return Optional.of(new LedgerTransactions(NODE, servers));
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
      List<String> command = new ArrayList<>(context.home().serverJvm(NAME));
      command.addAll(JvmFlags.ofCommand(name));
      command.addAll(List.of("-cp", context.home().serverClassPath(NAME), MAIN, name));
      command.addAll(List.of("--config", context.clientFile().toString()));
      command.addAll(List.of("--kept", context.directory().resolve("audited-head").toString()));
      commands.put(name, command);
    }
    return commands;
  }
}
