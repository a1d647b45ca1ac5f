package io.hybridycsb.harness.cli.cluster;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.cluster.ClusterState;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** A command that the system itself executes; its arguments are passed on unchanged. */
@Command(mixinStandardHelpOptions = true)
public final class ForwardCommand implements Callable<Integer> {
  private static final Map<String, String> VERBS =
      Map.of(
          "get", "Print a record, as it was committed.",
          "put", "Write fields into a record, or a new one; with --replace it has no others.",
          "delete", "Delete a record.",
          "verify", "Read a record with its proof, and check that.",
          "audit", "Verify every node's ledger, roots and state store; exit 1 if one is wrong.");

  @Parameters(index = "0", paramLabel = "SYSTEM", description = "The system.")
  private String system;

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "ARGUMENT",
      description = {
        "Passed on to the system's own command: KEY, to put also FIELD=VALUE.",
        "A Veritas takes --node NODE, too, and so does the verify of blockchaindb: node3 or 3.",
        "The get of a Veritas takes --at HEIGHT: the record as it was after that block."
      })
  private List<String> arguments = List.of();

  private final String verb;

  private ForwardCommand(String verb) {
    this.verb = verb;
  }

  public static void addAllTo(CommandLine main) {
    for (String verb : List.of("get", "put", "delete", "verify", "audit")) {
      CommandLine command = new CommandLine(new ForwardCommand(verb));
      command.getCommandSpec().usageMessage().description(VERBS.get(verb));
      // All arguments after the system's name go to the system, options included.
      command.setUnmatchedOptionsArePositionalParams(true);
      main.addSubcommand(verb, command);
    }
  }

  @Override
  public Integer call() throws InterruptedException {
    requireSystemFirst();
    requireHistoryIfAsked();
    ClusterState state = Clusters.of(system, line -> {}).existing();
    return Clusters.run(command(Clusters.command(state, verb), arguments));
  }

  /**
   * The system's own command with the user's arguments. An option that the user gives takes the
   * place of the cluster's.
   */
  static List<String> command(List<String> clusters, List<String> arguments) {
    List<String> command = new ArrayList<>();
    for (int i = 0; i < clusters.size(); i++) {
      String each = clusters.get(i);
      boolean isGiven =
          each.startsWith("--")
              && arguments.stream().anyMatch(a -> a.equals(each) || a.startsWith(each + "="));
      if (isGiven) {
        // Its value goes with it.
        i++;
      } else {
        command.add(each);
      }
    }
    command.addAll(arguments);
    return command;
  }

  /** Options are the system's own, so picocli takes one that comes first for the system. */
  private void requireSystemFirst() {
    if (system.startsWith("-")) {
      throw new UsageException(
          "which system? Name it before %s: hybrid %s SYSTEM %s".formatted(system, verb, system));
    }
  }

  private void requireHistoryIfAsked() {
    boolean asked =
        verb.equals("get")
            && arguments.stream().anyMatch(each -> each.equals("--at") || each.startsWith("--at="));
    if (asked && !Systems.byName(system).data().answers().keepHistory()) {
      throw new UsageException(
          "%s keeps no history; get --at is for %s"
              .formatted(
                  system,
                  Systems.all().stream()
                      .filter(known -> known.data().answers().keepHistory())
                      .map(SystemDescription::name)
                      .collect(Collectors.joining(" and "))));
    }
  }
}
