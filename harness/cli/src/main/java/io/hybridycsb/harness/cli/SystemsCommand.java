package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.settings.Property;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;

@Command(
    name = "systems",
    description = "List the systems and the options that 'hybrid up --set' takes.")
final class SystemsCommand extends PrintingCommand {
  @Override
  public Integer call() {
    for (SystemDescription system : Systems.all()) {
      say(
          "%s: %s (%d nodes by default)"
              .formatted(
                  system.name(), system.data().description(), system.data().nodes().usual()));
      print(system.options());
    }
    Set<String> unbuilt = new TreeSet<>(Home.ofThisCommand().systems());
    Systems.names().forEach(unbuilt::remove);
    if (!unbuilt.isEmpty()) {
      say(
          "not in this release: %s; 'hybrid up SYSTEM' builds one"
              .formatted(String.join(", ", unbuilt)));
    }
    say("every system that docs/network.md doesn't except:");
    print(NetworkOptions.common());
    return 0;
  }

  private void print(List<Property<?>> options) {
    for (Property<?> option : options) {
      String value = option.defaultValue().orElse("");
      say(
          "  %-24s %s (%s%s%s)"
              .formatted(
                  option.name(),
                  option.description(),
                  option.form().words(),
                  value.isEmpty() ? "" : ", " + value + " by default",
                  option.isFixed() ? ", fixed once there are data" : ""));
    }
  }
}
