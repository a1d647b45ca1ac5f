package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.commands.Program;

/** The command line: makes a network's files, runs a node, verifies records and audits. */
public final class Commands {
  private Commands() {}

  public static Program program() {
    return Program.of(
        "blockchaindb",
        new ServeCommand(),
        new NetworkCommand(),
        new VerifyCommand(),
        new AuditCommand());
  }
}
