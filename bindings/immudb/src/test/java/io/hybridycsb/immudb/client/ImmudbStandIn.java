package io.hybridycsb.immudb.client;

import com.google.protobuf.Empty;
import io.grpc.HandlerRegistry;
import io.grpc.MethodDescriptor;
import io.grpc.ServerMethodDefinition;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.ServerCalls;
import io.hybridycsb.immudb.client.Methods.Method;
import io.hybridycsb.immudb.wire.ImmutableState;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * A server that answers what a test tells it to. Until then it opens and closes sessions, and has
 * no transaction.
 */
public final class ImmudbStandIn implements AutoCloseable {
  /** What it calls itself. */
  static final String ID = "s";

  private final Map<String, ServerMethodDefinition<?, ?>> methods = new ConcurrentHashMap<>();
  private final io.grpc.Server server;

  public ImmudbStandIn() throws IOException {
    on(Methods.OPEN_SESSION, any -> OpenSessionResponse.newBuilder().setServerUUID(ID).build());
    on(Methods.CLOSE_SESSION, any -> Empty.getDefaultInstance());
    on(Methods.CURRENT_STATE, any -> ImmutableState.getDefaultInstance());
    server =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .fallbackHandlerRegistry(
                new HandlerRegistry() {
                  @Override
                  public ServerMethodDefinition<?, ?> lookupMethod(String name, String authority) {
                    return methods.get(name);
                  }
                })
            .build()
            .start();
  }

  /**
   * Answers a method so from now on.
   *
   * @param answer throws what the client is to be told instead
   */
  public <Q, A> ImmudbStandIn on(Method<Q, A> method, Function<Q, A> answer) {
    return on(method.descriptor(), answer);
  }

  <Q, A> ImmudbStandIn on(MethodDescriptor<Q, A> method, Function<Q, A> answer) {
    methods.put(
        method.getFullMethodName(),
        ServerMethodDefinition.create(
            method,
            ServerCalls.asyncUnaryCall(
                (request, observer) -> {
                  try {
                    observer.onNext(answer.apply(request));
                    observer.onCompleted();
                  } catch (RuntimeException e) {
                    observer.onError(e);
                  }
                })));
    return this;
  }

  /** Where it listens, {@code HOST:PORT}. */
  public String address() {
    return "127.0.0.1:" + server.getPort();
  }

  /** How a client reaches it. */
  public Server server(int timeoutMs) {
    return new Server(address(), "hybrid", "immudb", "immudb", 1, timeoutMs);
  }

  @Override
  public void close() {
    server.shutdownNow();
  }
}
