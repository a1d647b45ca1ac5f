package io.hybridycsb.harness.standin;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;

/**
 * Speaks MongoDB's protocol on a port of the loopback interface and keeps the data in memory. It is
 * no mongod, and no figure taken on it says anything of MongoDB.
 */
public final class MongoStandIn {
  private MongoStandIn() {}

  /** Takes the port; runs until it is killed. */
  public static void main(String[] args) {
    if (args.length != 1 || !args[0].matches("[0-9]{1,5}")) {
      System.err.println("expected the port as the one argument");
      System.exit(2);
    }
    new MongoServer(new MemoryBackend()).bind("127.0.0.1", Integer.parseInt(args[0]));
    System.out.println("stand-in for MongoDB ready on 127.0.0.1:" + args[0]);
  }
}
