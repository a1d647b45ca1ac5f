package io.hybridycsb.relational.node;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** Decisions on blocks that no node can execute. */
@Command(
    name = "skip",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {
      "Decides that a block which no node can execute is left out.",
      "More than two thirds of those who decide sign it; every node gets the joined file."
    })
final class SkipCommand implements Runnable {
  @CommandLine.Spec private CommandLine.Model.CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "sign or join is expected");
  }
}
