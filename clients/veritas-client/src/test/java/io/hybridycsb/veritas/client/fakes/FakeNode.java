package io.hybridycsb.veritas.client.fakes;

import com.google.protobuf.ByteString;
import io.grpc.Metadata;
import io.grpc.Server;
import io.grpc.ServerCall;
import io.grpc.ServerServiceDefinition;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.hybridycsb.testdatabases.TestPorts;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.proto.ClientFrame;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.ServerFrame;
import io.hybridycsb.veritas.proto.StatusReply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;

/** Speaks the API's protocol and does as it is told. It is no Veritas. */
public final class FakeNode implements AutoCloseable {
  /** What a node does with a request. */
  public interface Behaviour {
    void on(Request request, Answers answers);
  }

  /** One connection's way back. */
  public interface Answers {
    void send(Response.Builder response);

    void cut();
  }

  private final Server server;
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private volatile Behaviour behaviour;
  private int port;

  private FakeNode(Server server) {
    this.server = server;
  }

  /** On a port that is still free when it has closed. */
  public static FakeNode start(Behaviour behaviour) {
    try {
      return start(TestPorts.free(), behaviour);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public static FakeNode start(int port, Behaviour behaviour) {
    return start(port, Optional.empty(), behaviour);
  }

  public static FakeNode start(int port, Optional<ServerTls> tls, Behaviour behaviour) {
    FakeNode[] node = new FakeNode[1];
    ServerServiceDefinition service =
        ServerServiceDefinition.builder(VeritasMethod.SERVICE)
            .addMethod(VeritasMethod.CONNECT, (call, headers) -> node[0].connect(call))
            .build();
    NettyServerBuilder builder =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
            .directExecutor()
            .addService(service);
    tls.ifPresent(secured -> secured.secure(builder));
    Server server = builder.build();
    node[0] = new FakeNode(server);
    node[0].behaviour = behaviour;
    try {
      server.start();
      node[0].port = server.getPort();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return node[0];
  }

  /** Requests received so far. */
  public List<Request> requests() {
    return requests;
  }

  public void behave(Behaviour newBehaviour) {
    behaviour = newBehaviour;
  }

  public int port() {
    return port;
  }

  public String address() {
    return "127.0.0.1:" + port;
  }

  private ServerCall.Listener<ClientFrame> connect(ServerCall<ClientFrame, ServerFrame> call) {
    call.sendHeaders(new Metadata());
    call.request(1);
    Answers answers =
        new Answers() {
          @Override
          public void send(Response.Builder response) {
            synchronized (call) {
              call.sendMessage(ServerFrame.newBuilder().addResponses(response).build());
            }
          }

          @Override
          public void cut() {
            call.close(Status.ABORTED.withDescription("cut"), new Metadata());
          }
        };
    return new ServerCall.Listener<>() {
      @Override
      public void onMessage(ClientFrame frame) {
        for (Request request : frame.getRequestsList()) {
          requests.add(request);
          behaviour.on(request, answers);
        }
        call.request(1);
      }
    };
  }

  @Override
  public void close() {
    server.shutdownNow();
    try {
      if (!server.awaitTermination(60, TimeUnit.SECONDS)) {
        throw new AssertionError("the fake node doesn't stop");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  public static Behaviour silent() {
    return (request, answers) -> {};
  }

  public static Behaviour cutting() {
    return (request, answers) -> answers.cut();
  }

  public static Behaviour failing(Failure.Code code, String message) {
    return (request, answers) ->
        answers.send(
            Response.newBuilder()
                .setId(request.getId())
                .setFailure(Failure.newBuilder().setCode(code).setMessage(message)));
  }

  /** Gets find {@code value}, commits have {@code outcome}, status tells {@code name}. */
  public static Behaviour serving(String name, byte[] value, Outcome outcome) {
    return (request, answers) -> {
      Response.Builder response = Response.newBuilder().setId(request.getId());
      switch (request.getCallCase()) {
        case GET -> response.setGet(GetReply.newBuilder().addValues(ByteString.copyFrom(value)));
        case STATUS -> response.setStatus(StatusReply.newBuilder().setNode(name));
        case COMMIT -> response.setCommit(reply(outcome));
        case QUERY -> response.setQuery(reply(outcome));
        case CHECK_READS -> response.getCheckReadsBuilder().setCurrent(true);
        default -> throw new AssertionError("not expected: " + request);
      }
      answers.send(response);
    };
  }

  private static CommitReply.Builder reply(Outcome outcome) {
    return CommitReply.newBuilder().setKnown(true).setHeight(3).setOutcome(outcome);
  }
}
