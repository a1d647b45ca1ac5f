package io.hybridycsb.it.docker;

import io.hybridycsb.blockchaindb.server.command.BlockchainDbMain;
import io.hybridycsb.commands.Program;
import io.hybridycsb.immudb.command.ImmudbMain;
import io.hybridycsb.ledger.command.LedgerMain;
import io.hybridycsb.quorum.command.QuorumMain;
import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.tso.TimestampOracleMain;
import io.hybridycsb.veritas.server.VeritasCommand;
import io.hybridycsb.veritas.server.VeritasSystem;
import java.lang.reflect.Constructor;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The command lines that our servers understand, by their main classes. */
final class OwnCommands {
  private static final Map<String, Supplier<Program>> PROGRAMS =
      Map.of(
          QuorumMain.class.getName(), QuorumMain::program,
          ImmudbMain.class.getName(), ImmudbMain::program,
          LedgerMain.class.getName(), LedgerMain::program,
          BlockchainDbMain.class.getName(), BlockchainDbMain::program,
          TimestampOracleMain.class.getName(), TimestampOracleMain::program);

  private OwnCommands() {}

  /** Fails unless the program with this main class takes these arguments. */
  static void requireUnderstood(String mainClass, List<String> arguments)
      throws ReflectiveOperationException {
    Class.forName(mainClass).getMethod("main", String[].class);
    Program program =
        PROGRAMS.containsKey(mainClass)
            ? PROGRAMS.get(mainClass).get()
            : programOf(make(mainClass));
    program.commandLine().parseArgs(arguments.toArray(String[]::new));
  }

  private static Program programOf(Object system) {
    return system instanceof RelationalSystem relational
        ? relational.program()
        : VeritasCommand.of((VeritasSystem) system);
  }

  /** An object of a class whose constructor isn't public. */
  static Object make(String className) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(className).getDeclaredConstructor();
    constructor.setAccessible(true);
    return constructor.newInstance();
  }
}
