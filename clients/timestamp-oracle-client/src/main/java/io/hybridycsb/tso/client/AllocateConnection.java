package io.hybridycsb.tso.client;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFailures;
import io.hybridycsb.tso.proto.AllocateReply;
import io.hybridycsb.tso.proto.AllocateRequest;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One stream to the oracle, opened again whenever it breaks while a request is unanswered. The
 * request is then sent again; timestamps granted to the lost one are never used.
 */
final class AllocateConnection implements TimestampCoalescer.Requests, AutoCloseable {
  private static final Logger logger = LoggerFactory.getLogger(AllocateConnection.class);
  private static final int RETRY_MIN_MS = 10;
  private static final int RETRY_MAX_MS = 200;
  private static final int KEEP_ALIVE_SECONDS = 10;
  private static final int CLOSE_MS = 2_000;

  private final String address;
  private final ManagedChannel channel;
  private final ScheduledThreadPoolExecutor retries;
  private TimestampCoalescer listener;
  private Stream stream;
  private AllocateRequest unanswered;
  private int retryMs = RETRY_MIN_MS;
  private boolean closed;

  /** The connection has no TLS, and nothing has been received on it yet. */
  private volatile boolean mayLackTls;

  AllocateConnection(HostPort address, Optional<ClientTls> tls) {
    this.address = address.toString();
    this.mayLackTls = tls.isEmpty();
    // Replies are handled on the event loop: that takes less than handing them over.
    NettyChannelBuilder builder =
        NettyChannelBuilder.forAddress(address.host(), address.port())
            .directExecutor()
            .maxInboundMessageSize(AllocateMethod.MAX_MESSAGE_BYTES)
            .keepAliveTime(KEEP_ALIVE_SECONDS, TimeUnit.SECONDS)
            .keepAliveTimeout(KEEP_ALIVE_SECONDS / 2, TimeUnit.SECONDS);
    ClientTls.secure(builder, tls);
    this.channel = builder.build();
    this.retries = new ScheduledThreadPoolExecutor(1, AllocateConnection::retryThread);
    retries.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
  }

  private static Thread retryThread(Runnable work) {
    Thread thread = new Thread(work, "tso-client-retry");
    thread.setDaemon(true);
    return thread;
  }

  /** To be called once, before the first request. */
  synchronized void listen(TimestampCoalescer newListener) {
    listener = newListener;
  }

  @Override
  public synchronized void send(long id, int count) {
    unanswered = AllocateRequest.newBuilder().setId(id).setCount(count).build();
    transmit();
  }

  private void transmit() {
    if (closed) {
      return;
    }
    if (stream == null) {
      stream = new Stream();
      stream.open();
    }
    if (stream != null) {
      stream.requests.onNext(unanswered);
    }
  }

  private synchronized void retry() {
    if (stream == null && unanswered != null && !closed) {
      // The channel's own pauses between attempts are longer than our callers' patience.
      channel.resetConnectBackoff();
      transmit();
    }
  }

  private void onReply(Stream from, AllocateReply reply) {
    AllocateRequest answered;
    synchronized (this) {
      if (from != stream || unanswered == null || unanswered.getId() != reply.getId()) {
        return;
      }
      answered = unanswered;
      unanswered = null;
      retryMs = RETRY_MIN_MS;
    }
    String problem = listener.onReply(reply.getId(), reply.getFirst(), reply.getCount());
    if (!problem.isEmpty()) {
      synchronized (this) {
        unanswered = answered;
      }
      from.requests.onError(Status.CANCELLED.withDescription(problem).asRuntimeException());
      onBroken(from, problem);
    }
  }

  private synchronized void onBroken(Stream broken, String reason) {
    if (broken != stream || closed) {
      return;
    }
    stream = null;
    listener.onTrouble(reason);
    if (unanswered == null) {
      return;
    }
    if (retryMs == RETRY_MIN_MS) {
      logger.warn("no answer from the timestamp oracle at {}, trying again: {}", address, reason);
    }
    try {
      retries.schedule(this::retry, retryMs, TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      logger.debug("closed while trying again", e);
    }
    retryMs = Math.min(2 * retryMs, RETRY_MAX_MS);
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
    }
    retries.shutdown();
    channel.shutdownNow();
    try {
      channel.awaitTermination(CLOSE_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private final class Stream implements StreamObserver<AllocateReply> {
    private StreamObserver<AllocateRequest> requests;

    void open() {
      requests =
          ClientCalls.asyncBidiStreamingCall(
              channel.newCall(AllocateMethod.DESCRIPTOR, CallOptions.DEFAULT), this);
    }

    @Override
    public void onNext(AllocateReply reply) {
      mayLackTls = false;
      onReply(this, reply);
    }

    @Override
    public void onError(Throwable problem) {
      onBroken(this, TlsFailures.reason(Status.fromThrowable(problem), mayLackTls));
    }

    @Override
    public void onCompleted() {
      onBroken(this, "the oracle ended the stream");
    }
  }
}
