package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.veritas.server.VeritasSystem;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/** The command lines that our servers understand, by their main classes. */
final class OwnCommands {
  private static final String VERITAS = "io.hybridycsb.veritas.server.";
  private static final String RELATIONAL = "io.hybridycsb.relational.node.";
  private static final String BLOCKCHAINDB = "io.hybridycsb.blockchaindb.server.command.";
  private static final String QUORUM = "io.hybridycsb.quorum.command.";
  private static final String IMMUDB = "io.hybridycsb.immudb.command.";
  private static final String LEDGER = "io.hybridycsb.ledger.command.";

  private OwnCommands() {}

  /** Fails unless the program with this main class takes these arguments. */
  static void requireUnderstood(String mainClass, List<String> arguments)
      throws ReflectiveOperationException {
    Class.forName(mainClass).getMethod("main", String[].class);
    CommandLine commandLine = commandLine(mainClass, arguments);
    List<String> options =
        mainClass.endsWith(".TimestampOracleMain")
            ? arguments
            : arguments.subList(1, arguments.size());
    CommandLine.ParseResult parsed = commandLine.parseArgs(options.toArray(String[]::new));
    assertThat(parsed.unmatched()).as("%s %s", mainClass, arguments).isEmpty();
  }

  private static CommandLine commandLine(String mainClass, List<String> arguments)
      throws ReflectiveOperationException {
    if (mainClass.endsWith(".TimestampOracleMain")) {
      return new CommandLine(make(mainClass));
    }
    String verb = arguments.get(0);
    if (mainClass.endsWith(".BlockchainDbMain")) {
      String command =
          Map.of(
                  "serve", "ServeCommand",
                  "network", "NetworkCommand",
                  "audit", "AuditCommand")
              .get(verb);
      return new CommandLine(make(BLOCKCHAINDB + command));
    }
    if (mainClass.endsWith(".QuorumMain")) {
      String command = Map.of("network", "NetworkCommand", "audit", "AuditCommand").get(verb);
      return new CommandLine(make(QUORUM + command));
    }
    if (mainClass.endsWith(".ImmudbMain")) {
      String command = Map.of("create", "CreateCommand", "audit", "AuditCommand").get(verb);
      return new CommandLine(make(IMMUDB + command));
    }
    if (mainClass.endsWith(".LedgerMain")) {
      return new CommandLine(make(LEDGER + Map.of("audit", "AuditCommand").get(verb)));
    }
    String command = Map.of("serve", "ServeCommand", "audit", "AuditCommand").get(verb);
    Object system = make(mainClass);
    return system instanceof RelationalSystem
        ? commandLine(RELATIONAL + command, RelationalSystem.class, system)
        : commandLine(VERITAS + command, VeritasSystem.class, system);
  }

  private static CommandLine commandLine(String command, Class<?> kind, Object system)
      throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(command).getDeclaredConstructor(kind);
    constructor.setAccessible(true);
    return new CommandLine(constructor.newInstance(system));
  }

  /** An object of a class whose constructor isn't public. */
  static Object make(String className) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(className).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
