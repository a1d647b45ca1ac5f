package io.hybridycsb.it.immudb;

import io.grpc.CallOptions;
import io.grpc.ClientInterceptors;
import io.grpc.HandlerRegistry;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerMethodDefinition;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.grpc.stub.ServerCalls;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;

/**
 * Stands between a client and a real immudb. It passes everything on, but where an answer has one
 * text, it puts another of the same length.
 */
final class LyingServer implements AutoCloseable {
  private static final int BYTES_MAX = 64 << 20;
  private static final Metadata.Key<String> SESSION =
      Metadata.Key.of("sessionid", Metadata.ASCII_STRING_MARSHALLER);

  private final ManagedChannel immudb;
  private final Server server;
  private final String truth;
  private final String lie;

  LyingServer(String address, String truth, String lie) throws IOException {
    this.truth = truth;
    this.lie = lie;
    immudb = NettyChannelBuilder.forTarget(address).usePlaintext().build();
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .fallbackHandlerRegistry(new AllMethods())
            .build()
            .start();
  }

  String address() {
    return "127.0.0.1:" + server.getPort();
  }

  private byte[] answer(MethodDescriptor<byte[], byte[]> method, byte[] request, Metadata headers) {
    Metadata passedOn = new Metadata();
    if (headers.containsKey(SESSION)) {
      passedOn.put(SESSION, headers.get(SESSION));
    }
    byte[] answer =
        ClientCalls.blockingUnaryCall(
            ClientInterceptors.intercept(
                immudb, MetadataUtils.newAttachHeadersInterceptor(passedOn)),
            method,
            CallOptions.DEFAULT
                .withDeadlineAfter(30, TimeUnit.SECONDS)
                .withMaxInboundMessageSize(BYTES_MAX),
            request);
    return new String(answer, StandardCharsets.ISO_8859_1)
        .replace(truth, lie)
        .getBytes(StandardCharsets.ISO_8859_1);
  }

  private final class AllMethods extends HandlerRegistry {
    @Override
    public ServerMethodDefinition<?, ?> lookupMethod(String name, String authority) {
      MethodDescriptor<byte[], byte[]> method =
          MethodDescriptor.<byte[], byte[]>newBuilder()
              .setType(MethodDescriptor.MethodType.UNARY)
              .setFullMethodName(name)
              .setRequestMarshaller(new Bytes())
              .setResponseMarshaller(new Bytes())
              .build();
      return ServerMethodDefinition.create(method, handler(method));
    }

    private ServerCallHandler<byte[], byte[]> handler(MethodDescriptor<byte[], byte[]> method) {
      return new ServerCallHandler<>() {
        @Override
        public ServerCall.Listener<byte[]> startCall(
            ServerCall<byte[], byte[]> call, Metadata headers) {
          return ServerCalls.<byte[], byte[]>asyncUnaryCall(
                  (request, observer) -> {
                    try {
                      observer.onNext(answer(method, request, headers));
                      observer.onCompleted();
                    } catch (StatusRuntimeException e) {
                      observer.onError(
                          Status.fromCode(e.getStatus().getCode())
                              .withDescription(e.getStatus().getDescription())
                              .asRuntimeException());
                    }
                  })
              .startCall(call, headers);
        }
      };
    }
  }

  private static final class Bytes implements MethodDescriptor.Marshaller<byte[]> {
    @Override
    public InputStream stream(byte[] bytes) {
      return new ByteArrayInputStream(bytes);
    }

    @Override
    public byte[] parse(InputStream stream) {
      try {
        return stream.readAllBytes();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    server.shutdownNow();
    immudb.shutdownNow();
  }
}
