package io.hybridycsb.tso;

import io.grpc.Server;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.netty.shaded.io.netty.channel.EventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.MultiThreadIoEventLoopGroup;
import io.grpc.netty.shaded.io.netty.channel.nio.NioIoHandler;
import io.grpc.netty.shaded.io.netty.util.concurrent.DefaultThreadFactory;
import io.hybridycsb.commands.RunningServer;
import io.hybridycsb.peers.PeerBounds;
import io.hybridycsb.peers.PeerBounds.Times;
import io.hybridycsb.peers.Peers;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tso.client.AllocateMethod;
import io.hybridycsb.tso.client.HostPort;
import io.hybridycsb.verification.Threads;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running timestamp oracle. */
public final class TimestampOracleServer implements RunningServer, AutoCloseable {
  /** By how much the durable ceiling rises at a time, by default. */
  public static final long DEFAULT_CEILING_STEP = 1_000_000;

  private static final Logger logger = LoggerFactory.getLogger(TimestampOracleServer.class);
  private static final int MAX_CONNECTIONS = 1024;

  /** Clients have one. */
  private static final int MAX_STREAMS_PER_CONNECTION = 16;

  /** What a connection may send on while its last request is answered; HTTP/2 takes no less. */
  private static final int FLOW_CONTROL_BYTES = 64 << 10;

  /** What a connection may have on its way in: a message on each stream, in pieces. */
  private static final int UNFINISHED_BYTES = 64 << 10;

  private static final int UNFINISHED_BYTES_OF_ALL = 4 << 20;
  private static final int MAX_METADATA_BYTES = 8 * 1024;
  private static final int KEEP_ALIVE_MIN_SECONDS = 5;

  private static final int SHUTDOWN_MS = 5_000;

  private final HostPort address;
  private final CeilingLog log;
  private final ExecutorService logAhead;
  private final EventLoopGroup eventLoop;
  private final Server server;
  private final TimestampAllocator allocator;
  private final TimestampService service;

  private TimestampOracleServer(
      HostPort listen,
      CeilingLog log,
      ExecutorService logAhead,
      EventLoopGroup eventLoop,
      Server server,
      TimestampAllocator allocator,
      TimestampService service) {
    this.address = new HostPort(listen.host(), server.getPort());
    this.log = log;
    this.logAhead = logAhead;
    this.eventLoop = eventLoop;
    this.server = server;
    this.allocator = allocator;
    this.service = service;
  }

  /**
   * Starts a server, and returns when it serves.
   *
   * @param listen {@code HOST:PORT}; port 0 takes any free one
   * @param dataDirectory where the ceilings are logged; created when absent, used by one server
   * @param ceilingStep at least 10,000
   * @param startAbove all timestamps will be above this; 0 for a new cluster; -1 if nothing is
   *     known, which fails where the data directory doesn't tell
   * @param tls for its connections; empty: plain connections
   * @throws IllegalArgumentException if an argument is malformed
   * @throws IOException with one line for the user: the address can't be listened on, or the data
   *     directory can't be used
   */
  public static TimestampOracleServer start(
      String listen, Path dataDirectory, long ceilingStep, long startAbove, Optional<ServerTls> tls)
      throws IOException {
    return start(
        listen, dataDirectory, ceilingStep, startAbove, tls, MAX_CONNECTIONS, Times.DEFAULT);
  }

  static TimestampOracleServer start(
      String listen,
      Path dataDirectory,
      long ceilingStep,
      long startAbove,
      Optional<ServerTls> tls,
      int connectionsMax,
      Times times)
      throws IOException {
    HostPort hostPort = HostPort.parse(listen);
    InetSocketAddress socketAddress = new InetSocketAddress(hostPort.host(), hostPort.port());
    if (socketAddress.isUnresolved()) {
      throw new IOException("cannot listen on " + hostPort + ": unknown host");
    }
    CeilingLog log = FileCeilingLog.open(dataDirectory, ceilingStep, startAbove);
    ExecutorService logAhead =
        Executors.newSingleThreadExecutor(work -> new Thread(work, "tso-log-ahead"));
    EventLoopGroup eventLoop =
        new MultiThreadIoEventLoopGroup(
            1, new DefaultThreadFactory("tso-event-loop"), NioIoHandler.newFactory());
    try {
      TimestampAllocator allocator = new TimestampAllocator(log, ceilingStep, logAhead);
      TimestampService service = new TimestampService(allocator);
      Server server =
          listen(socketAddress, service, eventLoop, tls, bounds(connectionsMax, times))
              .build()
              .start();
      allocator.logFailure().thenRun(server::shutdownNow);
      TimestampOracleServer started =
          new TimestampOracleServer(hostPort, log, logAhead, eventLoop, server, allocator, service);
      logger.info("serving on {} from {}", started.address, dataDirectory);
      return started;
    } catch (IOException | RuntimeException e) {
      release(log, logAhead, eventLoop);
      if (e.getMessage() != null && e.getMessage().startsWith("Failed to bind")) {
        Throwable cause = e.getCause() == null ? e : e.getCause();
        throw new IOException("cannot listen on " + hostPort + ": " + cause.getMessage(), e);
      }
      throw e;
    }
  }

  private static NettyServerBuilder listen(
      InetSocketAddress address,
      TimestampService service,
      EventLoopGroup eventLoop,
      Optional<ServerTls> tls,
      PeerBounds bounds) {
    // Requests are handled on the event loop itself: handling one takes less than handing it over,
    // and never waits.
    NettyServerBuilder server =
        NettyServerBuilder.forAddress(address)
            .bossEventLoopGroup(eventLoop)
            .workerEventLoopGroup(eventLoop)
            .directExecutor()
            .maxInboundMessageSize(AllocateMethod.MAX_MESSAGE_BYTES)
            .maxInboundMetadataSize(MAX_METADATA_BYTES)
            .flowControlWindow(FLOW_CONTROL_BYTES)
            .maxConcurrentCallsPerConnection(MAX_STREAMS_PER_CONNECTION)
            .permitKeepAliveTime(KEEP_ALIVE_MIN_SECONDS, TimeUnit.SECONDS)
            .permitKeepAliveWithoutCalls(true)
            .addService(service.definition());
    new Peers(bounds).guard(server, tls);
    return server;
  }

  /** Nobody shows a key here: timestamps are for everybody. */
  private static PeerBounds bounds(int connectionsMax, Times times) {
    return new PeerBounds(
        PeerBounds.Connections.ofStrangers(connectionsMax, connectionsMax),
        new PeerBounds.Bytes(UNFINISHED_BYTES, UNFINISHED_BYTES, UNFINISHED_BYTES_OF_ALL),
        times);
  }

  /** Where the server listens, {@code HOST:PORT}. */
  public String address() {
    return address.toString();
  }

  /** Whether it takes requests and can log ceilings for them. */
  boolean isServing() {
    return !server.isShutdown() && !allocator.logFailure().isDone();
  }

  /** How many timestamps were handed out since the start. */
  long timestamps() {
    return allocator.granted();
  }

  /** The durable ceiling, below which timestamps may be handed out. */
  long ceiling() {
    return allocator.ceiling();
  }

  /** Requests that wait for a ceiling to be logged. */
  int waiting() {
    return allocator.waiting();
  }

  /** Streams of clients that are open. */
  int streams() {
    return service.openStreams();
  }

  /** It does already. */
  @Override
  public String serve() {
    return "timestamp-oracle ready on " + address;
  }

  /**
   * Waits until the server is closed by another thread.
   *
   * @throws IOException if it stopped by itself because a ceiling could not be logged
   */
  @Override
  public void awaitEnd() throws IOException, InterruptedException {
    server.awaitTermination();
    IOException problem = allocator.logFailure().getNow(null);
    if (problem != null) {
      throw new IOException(problem.getMessage(), problem);
    }
  }

  /** Stops serving and cuts the streams; clients continue when a server is back. */
  @Override
  public void close() {
    server.shutdownNow();
    Threads.untilInterrupted(() -> server.awaitTermination(SHUTDOWN_MS, TimeUnit.MILLISECONDS));
    release(log, logAhead, eventLoop);
  }

  private static void release(CeilingLog log, ExecutorService logAhead, EventLoopGroup eventLoop) {
    eventLoop.shutdownGracefully(0, SHUTDOWN_MS, TimeUnit.MILLISECONDS);
    logAhead.shutdown();
    Threads.untilInterrupted(() -> logAhead.awaitTermination(SHUTDOWN_MS, TimeUnit.MILLISECONDS));
    try {
      log.close();
    } catch (IOException e) {
      logger.warn("cannot close the ceiling log: {}", e.getMessage());
    }
  }
}
