package io.hybridycsb.blockchaindb.server;

import io.hybridycsb.blockchaindb.server.command.Commands;
import io.hybridycsb.commands.Program;

/** The program of a node. */
public final class BlockchainDbMain {
  private BlockchainDbMain() {}

  public static void main(String[] args) {
    Program.main(args, Commands::program);
  }
}
