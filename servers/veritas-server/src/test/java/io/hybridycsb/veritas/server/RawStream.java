package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.Metadata;
import io.grpc.Status;
import io.hybridycsb.veritas.connection.Hello;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ServerFrame;
import java.time.InstantSource;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A stream of frames, without the client library. */
final class RawStream extends ClientCall.Listener<ServerFrame> {
  private final ClientCall<ClientFrame, ServerFrame> call;
  private final CompletableFuture<Status> closed = new CompletableFuture<>();
  private final BlockingQueue<Response> responses = new LinkedBlockingQueue<>();

  /** A client's, which reads as fast as it is answered. */
  RawStream(Channel channel) {
    this(channel, Integer.MAX_VALUE);
  }

  /**
   * A client's.
   *
   * @param frames how many frames it reads, unless {@link #read} is called
   */
  RawStream(Channel channel, int frames) {
    this(channel, frames, helloBy(OneNode.CLIENT_KEY));
  }

  /**
   * @param hello the stream's headers
   */
  RawStream(Channel channel, int frames, Metadata hello) {
    call = channel.newCall(VeritasMethod.CONNECT, CallOptions.DEFAULT);
    call.start(this, hello);
    if (frames > 0) {
      read(frames);
    }
  }

  /** By which the owner of a key shows it. */
  static Metadata helloBy(SigningKey key) {
    return new Hello(OneNode.at("127.0.0.1:1").cluster(), "node1", InstantSource.system()).by(key);
  }

  void read(int frames) {
    call.request(frames);
  }

  void send(Request.Builder request) {
    send(ClientFrame.newBuilder().addRequests(request).build());
  }

  void send(ClientFrame frame) {
    call.sendMessage(frame);
  }

  void end() {
    call.halfClose();
  }

  /** The next answer. */
  Response response() throws InterruptedException {
    Response response = responses.poll(GatewayFixture.WAIT_MS, TimeUnit.MILLISECONDS);
    assertThat(response).as("answer").isNotNull();
    return response;
  }

  boolean isClosed() {
    return closed.isDone();
  }

  Status closed() throws Exception {
    return closed.get(GatewayFixture.WAIT_MS, TimeUnit.MILLISECONDS);
  }

  @Override
  public void onMessage(ServerFrame frame) {
    responses.addAll(frame.getResponsesList());
  }

  @Override
  public void onClose(Status status, Metadata trailers) {
    closed.complete(status);
  }
}
