package io.hybridycsb.harness.standin;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;

/**
 * Speaks MongoDB's protocol on a port of the loopback interface. It is no mongod, and its figures
 * say nothing about MongoDB. It keeps the data in memory or, for BigchainDB, in a file.
 */
public final class MongoStandIn {
  private MongoStandIn() {}

  /** Takes the port and optionally a file; runs until it is killed. */
  public static void main(String[] args) {
    if (args.length < 1 || args.length > 2 || !args[0].matches("[0-9]{1,5}")) {
      System.err.println("expected the port, and perhaps a file, as the arguments");
      System.exit(2);
    }
    MongoBackend backend =
        args.length == 1 ? new MemoryBackend() : BigchainDbBackend.ofFile(args[1]);
    MongoServer server = new MongoServer(backend);
    Runtime.getRuntime().addShutdownHook(new Thread(server::shutdownNow, "close"));
    server.bind("127.0.0.1", Integer.parseInt(args[0]));
    System.out.println("stand-in for MongoDB ready on 127.0.0.1:" + args[0]);
  }
}
