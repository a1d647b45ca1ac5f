package io.hybridycsb.blockchaindb.server;

import io.hybridycsb.blockchaindb.server.command.Commands;

/** The program of a node. */
public final class BlockchainDbMain {
  private BlockchainDbMain() {}

  public static void main(String[] args) {
    System.exit(Commands.run(args));
  }
}
