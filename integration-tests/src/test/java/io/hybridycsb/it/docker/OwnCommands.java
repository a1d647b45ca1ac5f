package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.immudb.command.ImmudbMain;
import io.hybridycsb.ledger.command.LedgerMain;
import io.hybridycsb.quorum.command.QuorumMain;
import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.tools.Tool;
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

  private static final Map<String, Tool> TOOLS =
      Map.of(
          QuorumMain.class.getName(), QuorumMain.TOOL,
          ImmudbMain.class.getName(), ImmudbMain.TOOL,
          LedgerMain.class.getName(), LedgerMain.TOOL);

  private OwnCommands() {}

  /** Fails unless the program with this main class takes these arguments. */
  static void requireUnderstood(String mainClass, List<String> arguments)
      throws ReflectiveOperationException {
    Class.forName(mainClass).getMethod("main", String[].class);
    Tool tool = TOOLS.get(mainClass);
    CommandLine commandLine = tool == null ? commandLine(mainClass, arguments) : tool.commandLine();
    List<String> options =
        tool != null || mainClass.endsWith(".TimestampOracleMain")
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
