package io.hybridycsb.it.veritas;

import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ServerFrame;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Sends a node's connection as many requests as it takes, without the client library. */
final class FloodingClient extends ClientCall.Listener<ServerFrame> implements AutoCloseable {
  private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final ManagedChannel channel;
  private final ClientCall<ClientFrame, ServerFrame> call;
  private final Map<Failure.Code, Integer> failures = new ConcurrentHashMap<>();
  private boolean closed;

  /**
   * @param hello by which it shows a client's key
   * @param reads whether it reads its answers
   */
  FloodingClient(String address, Metadata hello, boolean reads) {
    channel = NettyChannelBuilder.forTarget(address).usePlaintext().directExecutor().build();
    call = channel.newCall(VeritasMethod.CONNECT, CallOptions.DEFAULT);
    call.start(this, hello);
    if (reads) {
      call.request(Integer.MAX_VALUE);
    }
  }

  /** Sends a request many times, in frames, as long as the node takes them. */
  void flood(Request request, int perFrame, int frames) throws InterruptedException {
    ClientFrame frame =
        ClientFrame.newBuilder().addAllRequests(Collections.nCopies(perFrame, request)).build();
    for (int i = 0; i < frames; i++) {
      synchronized (this) {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (!call.isReady() && !closed && System.nanoTime() < deadline) {
          wait(TimeUnit.NANOSECONDS.toMillis(PATIENCE_NANOS));
        }
        if (!call.isReady()) {
          return;
        }
      }
      call.sendMessage(frame);
    }
  }

  /** How often it was told so. */
  int told(Failure.Code code) {
    return failures.getOrDefault(code, 0);
  }

  @Override
  public synchronized void onReady() {
    notifyAll();
  }

  @Override
  public void onMessage(ServerFrame frame) {
    for (Response response : frame.getResponsesList()) {
      if (response.hasFailure()) {
        failures.merge(response.getFailure().getCode(), 1, Integer::sum);
      }
    }
  }

  @Override
  public synchronized void onClose(Status status, Metadata trailers) {
    closed = true;
    notifyAll();
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
