package io.hybridycsb.it.veritas.tendermint;

import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.ServerServiceDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.ServerCalls;
import io.grpc.stub.StreamObserver;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ServerFrame;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Stands between a real node and its clients, and makes a liar of the node. */
final class LyingGateway implements AutoCloseable {
  static final Lie HONEST = new Lie() {};

  /** What the clients see changed. */
  interface Lie {
    /** What the node is asked instead. */
    default Request asked(Request request) {
      return request;
    }

    /** What is answered instead; null: nothing. */
    default Response told(Response response) {
      return response;
    }
  }

  private final ManagedChannel node;
  private final Server server;
  private volatile Lie lie = HONEST;

  /**
   * @param address HOST:PORT of the node
   */
  LyingGateway(String address) throws IOException {
    node =
        NettyChannelBuilder.forTarget(address)
            .usePlaintext()
            .maxInboundMessageSize(VeritasMethod.MESSAGE_BYTES_MAX)
            .build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
            .maxInboundMessageSize(VeritasMethod.MESSAGE_BYTES_MAX)
            .addService(
                ServerServiceDefinition.builder(VeritasMethod.SERVICE)
                    .addMethod(
                        VeritasMethod.CONNECT, ServerCalls.asyncBidiStreamingCall(this::connect))
                    .build())
            .build()
            .start();
  }

  /** Where clients find the liar. */
  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  void tell(Lie newLie) {
    lie = newLie;
  }

  private StreamObserver<ClientFrame> connect(StreamObserver<ServerFrame> client) {
    Map<Long, Lie> lies = new ConcurrentHashMap<>();
    StreamObserver<ServerFrame> answers =
        new Relay<>(client) {
          @Override
          public void onNext(ServerFrame frame) {
            List<Response> told =
                frame.getResponsesList().stream()
                    .map(response -> lies.remove(response.getId()).told(response))
                    .filter(Objects::nonNull)
                    .toList();
            client.onNext(ServerFrame.newBuilder().addAllResponses(told).build());
          }
        };
    StreamObserver<ClientFrame> requests =
        ClientCalls.asyncBidiStreamingCall(
            node.newCall(VeritasMethod.CONNECT, CallOptions.DEFAULT), answers);
    return new Relay<>(requests) {
      @Override
      public void onNext(ClientFrame frame) {
        ClientFrame.Builder asked = ClientFrame.newBuilder();
        for (Request request : frame.getRequestsList()) {
          Lie now = lie;
          lies.put(request.getId(), now);
          asked.addRequests(now.asked(request));
        }
        requests.onNext(asked.build());
      }
    };
  }

  private abstract static class Relay<T> implements StreamObserver<T> {
    private final StreamObserver<?> other;

    Relay(StreamObserver<?> other) {
      this.other = other;
    }

    @Override
    public void onError(Throwable cause) {
      other.onError(cause);
    }

    @Override
    public void onCompleted() {
      other.onCompleted();
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    node.shutdownNow();
  }
}
