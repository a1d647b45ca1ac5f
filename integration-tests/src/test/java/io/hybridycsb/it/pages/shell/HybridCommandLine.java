package io.hybridycsb.it.pages.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.cli.HybridMain;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.registry.Systems;
import java.lang.reflect.Method;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.ParseResult;

/** What {@code bin/hybrid} would understand of its arguments, without doing it. */
public final class HybridCommandLine {
  private static final String SYSTEM = "SYSTEM";

  private HybridCommandLine() {}

  /** Fails unless command, options, systems and their settings are there. */
  static void requireUnderstood(List<String> arguments) {
    ParseResult parsed = commandLine().parseArgs(arguments.toArray(String[]::new));
    assertThat(parsed.hasSubcommand()).as("a command in %s", arguments).isTrue();
    ParseResult command = parsed;
    while (command.hasSubcommand()) {
      command = command.subcommand();
    }
    assertThat(command.unmatched()).isEmpty();
    Optional<SystemDescription> system = Optional.empty();
    for (ArgSpec argument : command.matchedArgs()) {
      if (argument.paramLabel().equals(SYSTEM)) {
        for (String name : argument.originalStringValues()) {
          system = Optional.of(Systems.byName(name));
        }
      }
    }
    // 'keygen' sets properties of nodes, which their servers know.
    boolean setsOptions = !command.commandSpec().name().equals("keygen");
    if (setsOptions && command.hasMatchedOption("--set") && system.isPresent()) {
      Map<String, String> set = new LinkedHashMap<>();
      for (String setting : command.matchedOption("--set").originalStringValues()) {
        String[] both = setting.split("=", 2);
        set.put(both[0], both[1]);
      }
      assertThat(new Settings(NetworkOptions.of(system.get()), set).given()).isEqualTo(set);
    }
  }

  /** Fails unless there is a command of this name, as texts mention it. */
  public static void requireNamed(String command) {
    assertThat(commandLine().getSubcommands()).containsKey(command);
  }

  private static CommandLine commandLine() {
    try {
      Method method = HybridMain.class.getDeclaredMethod("commandLine");
      method.setAccessible(true);
      return (CommandLine) method.invoke(null);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
