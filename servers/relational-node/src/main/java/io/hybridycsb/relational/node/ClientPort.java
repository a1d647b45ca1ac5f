package io.hybridycsb.relational.node;

import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.hybridycsb.peers.CallLimit;
import io.hybridycsb.peers.PeerBounds;
import io.hybridycsb.peers.PeerPort;
import io.hybridycsb.tls.ServerTls;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/** Where clients connect to: bounded connections, calls and messages, over TLS or plain. */
final class ClientPort implements AutoCloseable {
  /**
   * How long a connection may be quiet, and a request not be whole. It is long, since a whole
   * request that waits for a thread can't be told from either.
   */
  private static final int WAIT_MS = 600_000;

  /** What a request has besides its transaction. */
  private static final int REQUEST_EXTRA_BYTES = 4_096;

  /**
   * @param connectionsMax connections, at most
   * @param callsMax calls of all connections, at most
   * @param transactionBytesMax bytes of a transaction, at most
   */
  record Options(
      InetSocketAddress listen,
      Optional<ServerTls> tls,
      int connectionsMax,
      int callsMax,
      int transactionBytesMax) {}

  private final PeerPort port;

  /**
   * @throws IOException if the address can't be listened on
   */
  ClientPort(Options options, ClientService service, ExecutorService executor) throws IOException {
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(options.listen())
            .executor(executor)
            .maxInboundMessageSize(options.transactionBytesMax() + REQUEST_EXTRA_BYTES)
            .maxConcurrentCallsPerConnection(options.callsMax())
            .intercept(new CallLimit(options.callsMax(), "client.calls.max"))
            .addService(service.definition());
    port = new PeerPort(builder, options.tls(), bounds(options));
  }

  /** Keys are shown by transactions, each by itself, and not by connections. */
  private static PeerBounds bounds(Options options) {
    return new PeerBounds(
        PeerBounds.Connections.ofStrangers(options.connectionsMax(), options.callsMax()),
        PeerBounds.Bytes.ofStrangers(options.transactionBytesMax() + REQUEST_EXTRA_BYTES),
        new PeerBounds.Times(WAIT_MS, WAIT_MS, PeerBounds.Times.DEFAULT.undisturbedMs()));
  }

  int port() {
    return port.number();
  }

  @Override
  public void close() {
    port.close();
  }
}
