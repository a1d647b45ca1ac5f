package io.hybridycsb.veritas.stores.mongodb;

import de.bwaldvogel.mongo.MongoBackend;
import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.memory.MemoryBackend;
import io.hybridycsb.testdatabases.TestPorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.function.Supplier;

/** Speaks MongoDB's protocol. It is no mongod: there is none in a package registry. */
final class MongoStandIn implements AutoCloseable {
  private final Supplier<MongoBackend> data;
  private final InetSocketAddress address = new InetSocketAddress("127.0.0.1", port());
  private MongoServer server;

  /** Starts one that forgets all when it stops. */
  MongoStandIn() {
    this(MemoryBackend::new);
  }

  /**
   * @param data what it holds when it starts
   */
  MongoStandIn(Supplier<MongoBackend> data) {
    this.data = data;
    start();
  }

  /** One that is still free when it has stopped. */
  private static int port() {
    try {
      return TestPorts.free();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Starts it again. */
  void start() {
    server = new MongoServer(data.get());
    server.bind(address);
  }

  /** Stops it and breaks all connections. */
  void stop() {
    server.shutdownNow();
  }

  String url() {
    return "mongodb://127.0.0.1:" + address.getPort();
  }

  @Override
  public void close() {
    stop();
  }
}
