package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.commands.Program;

/** The command line: makes a network's files, runs a node, verifies records and audits. */
public final class BlockchainDbMain {
  private BlockchainDbMain() {}

  public static void main(String[] args) {
    Program.main(args, BlockchainDbMain::program);
  }

  public static Program program() {
    return Program.of(
        "blockchaindb",
        new ServeCommand(),
        new NetworkCommand(),
        new VerifyCommand(),
        new AuditCommand());
  }
}
