package io.hybridycsb.veritas.stores.mongodb;

import de.bwaldvogel.mongo.MongoServer;
import de.bwaldvogel.mongo.backend.h2.H2Backend;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;

/**
 * Speaks MongoDB's protocol and keeps the data in a file of H2. It is no mongod: there is none in a
 * package registry.
 */
final class MongoStandIn implements AutoCloseable {
  private final Path file;
  private InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  private MongoServer server;

  MongoStandIn(Path file) {
    this.file = file;
    start();
  }

  /** Starts it with what the file holds. */
  void start() {
    server = new MongoServer(new H2Backend(file.toString()));
    server.bind(address);
    address = server.getLocalAddress();
  }

  /** Stops it and breaks all connections. */
  void stop() {
    server.shutdownNow();
  }

  Path file() {
    return file;
  }

  String url() {
    return "mongodb://127.0.0.1:" + address.getPort();
  }

  @Override
  public void close() {
    stop();
  }
}
