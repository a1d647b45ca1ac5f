package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.Output;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.PrintWriter;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

@Command(
    name = "systems",
    mixinStandardHelpOptions = true,
    description = "List the systems and the options that 'hybrid up --set' takes.")
final class SystemsCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    for (SystemDescription system : Systems.all()) {
      Output.line(
          out,
          "%s: %s (%d nodes by default)"
              .formatted(system.name(), system.description(), system.nodesDefault()));
      print(out, system.options());
    }
    Output.line(out, "every system that docs/network.md doesn't except:");
    print(out, NetworkOptions.common());
    return 0;
  }

  private static void print(PrintWriter out, List<SystemOption> options) {
    for (SystemOption option : options) {
      String value =
          option.defaultValue().isEmpty() ? "" : ", " + option.defaultValue() + " by default";
      Output.line(
          out,
          "  %-24s %s (%s%s%s)"
              .formatted(
                  option.name(),
                  option.description(),
                  option.expected(),
                  value,
                  option.fixed() ? ", fixed once there are data" : ""));
    }
  }
}
