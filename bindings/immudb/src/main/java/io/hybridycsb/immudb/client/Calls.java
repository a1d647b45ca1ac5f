package io.hybridycsb.immudb.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.Empty;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientInterceptors;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.MetadataUtils;
import io.hybridycsb.immudb.client.Methods.Method;
import io.hybridycsb.immudb.wire.OpenSessionRequest;
import io.hybridycsb.immudb.wire.OpenSessionResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * The connections to a server, and a process's session in it. A server forgets sessions when it is
 * started again, and idle ones; then another is opened.
 */
final class Calls implements AutoCloseable {
  private static final long CLOSE_MS = 2_000;

  /** Between two attempts while the server is busy. */
  private static final long PAUSE_MS_MAX = 64;

  /** Between two attempts to connect while nobody listens. */
  private static final long CONNECT_PAUSE_MS = 100;

  private static final Metadata.Key<String> SESSION =
      Metadata.Key.of("sessionid", Metadata.ASCII_STRING_MARSHALLER);

  private static final Pattern SERVER_ID = Pattern.compile("[!-~]{1,100}");

  private final Server server;
  private final List<ManagedChannel> channels = new ArrayList<>();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicLong attemptNs = new AtomicLong(System.nanoTime());

  private volatile Session session;

  /** The last attempt to open another session; null before the first. */
  private FutureTask<Session> opening;

  /**
   * A session.
   *
   * @param serverId by which a server calls itself
   */
  private record Session(String id, String serverId, List<Channel> channels) {}

  private Calls(Server server) {
    this.server = server;
    for (int i = 0; i < server.connections(); i++) {
      channels.add(
          NettyChannelBuilder.forTarget(server.address())
              .usePlaintext()
              // The thread that reads an answer only wakes the one that waits for it.
              .directExecutor()
              .build());
    }
  }

  /**
   * Connects, and opens a session.
   *
   * @throws CallFailed if the server doesn't answer or refuses it
   */
  static Calls open(Server server) {
    Calls calls = new Calls(server);
    try {
      calls.session = calls.openSession(inTime(server));
      return calls;
    } catch (CallFailed e) {
      calls.close();
      throw e;
    }
  }

  /** By which the server calls itself. */
  String serverId() {
    return session.serverId();
  }

  /**
   * Calls a method. Does so again, in time, while the server works on too many calls.
   *
   * @throws CallFailed if it gets no answer in time, or it is an error
   */
  <Q, A> A call(Method<Q, A> method, Q request) {
    CallOptions inTime = inTime(server);
    long pauseMs = 1;
    while (true) {
      try {
        return callInSession(method, request, inTime);
      } catch (CallFailed e) {
        if (!e.isBusy() || !slept(ThreadLocalRandom.current().nextLong(1, pauseMs + 1), inTime)) {
          throw e;
        }
        pauseMs = Math.min(2 * pauseMs, PAUSE_MS_MAX);
      }
    }
  }

  /** Whether there was time to sleep. */
  static boolean slept(long ms, CallOptions inTime) {
    if (inTime.getDeadline().timeRemaining(TimeUnit.MILLISECONDS) <= ms) {
      return false;
    }
    try {
      TimeUnit.MILLISECONDS.sleep(ms);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** The server looks for the session before anything else: without one, nothing has happened. */
  private <Q, A> A callInSession(Method<Q, A> method, Q request, CallOptions inTime) {
    Session used = session;
    try {
      return call(method, request, used, inTime);
    } catch (CallFailed e) {
      if (!e.isWithoutSession()) {
        throw e;
      }
    }
    return call(method, request, sessionAfter(used, inTime), inTime);
  }

  private <Q, A> A call(Method<Q, A> method, Q request, Session used, CallOptions inTime) {
    List<Channel> all = used.channels();
    Channel channel = all.get(Math.floorMod(next.getAndIncrement(), all.size()));
    try {
      return send(channel, method, inTime, request);
    } catch (StatusRuntimeException e) {
      throw failed(e);
    }
  }

  private static <Q, A> A send(
      Channel channel, Method<Q, A> method, CallOptions options, Q request) {
    return ClientCalls.blockingUnaryCall(
        channel,
        method.descriptor(),
        options.withMaxInboundMessageSize(method.answerBytesMax()),
        request);
  }

  /**
   * Left alone, gRPC waits longer after each attempt to connect, in the end for minutes, and fails
   * every call meanwhile.
   */
  private CallFailed failed(StatusRuntimeException e) {
    CallFailed failed = CallFailed.of(e.getStatus());
    long now = System.nanoTime();
    long before = attemptNs.get();
    if (failed.kind() == CallFailed.Kind.NOT_SENT
        && now - before > TimeUnit.MILLISECONDS.toNanos(CONNECT_PAUSE_MS)
        && attemptNs.compareAndSet(before, now)) {
      channels.forEach(ManagedChannel::resetConnectBackoff);
    }
    return failed;
  }

  /** The time of a call, from now on. */
  static CallOptions inTime(Server server) {
    return CallOptions.DEFAULT.withDeadlineAfter(server.timeoutMs(), TimeUnit.MILLISECONDS);
  }

  /** The session after one that was lost. One call opens it, in its time; others wait for it. */
  private Session sessionAfter(Session lost, CallOptions inTime) {
    FutureTask<Session> attempt;
    synchronized (this) {
      if (session != lost) {
        return session;
      }
      if (opening == null || opening.isDone()) {
        opening = new FutureTask<>(() -> openSessionAfter(lost, inTime));
      }
      attempt = opening;
    }
    // Does nothing if another call's thread runs it.
    attempt.run();
    try {
      return attempt.get(
          inTime.getDeadline().timeRemaining(TimeUnit.NANOSECONDS), TimeUnit.NANOSECONDS);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof CallFailed failed ? failed : new IllegalStateException(e);
    } catch (TimeoutException e) {
      throw new CallFailed(CallFailed.Kind.NO_ANSWER, "no answer in time");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CallFailed(CallFailed.Kind.NO_ANSWER, "interrupted");
    }
  }

  private Session openSessionAfter(Session lost, CallOptions inTime) {
    Session opened = openSession(inTime);
    if (!opened.serverId().equals(lost.serverId())) {
      throw new CallFailed(
          CallFailed.Kind.REFUSED,
          "another server answers: it calls itself %s, the one before %s"
              .formatted(opened.serverId(), lost.serverId()));
    }
    session = opened;
    return opened;
  }

  private Session openSession(CallOptions inTime) {
    OpenSessionRequest request =
        OpenSessionRequest.newBuilder()
            .setUsername(ByteString.copyFromUtf8(server.user()))
            .setPassword(ByteString.copyFromUtf8(server.password()))
            .setDatabaseName(server.database())
            .build();
    try {
      OpenSessionResponse answer = send(channels.get(0), Methods.OPEN_SESSION, inTime, request);
      Metadata headers = new Metadata();
      headers.put(SESSION, answer.getSessionID());
      List<Channel> within =
          channels.stream()
              .map(
                  channel ->
                      ClientInterceptors.intercept(
                          channel, MetadataUtils.newAttachHeadersInterceptor(headers)))
              .toList();
      return new Session(answer.getSessionID(), name(answer.getServerUUID()), within);
    } catch (StatusRuntimeException e) {
      throw failed(e);
    }
  }

  /** What a server calls itself stands in files and messages. */
  private static String name(String serverId) {
    if (!SERVER_ID.matcher(serverId).matches()) {
      throw new CallFailed(
          CallFailed.Kind.FAILED,
          "the server calls itself by %d characters; expected are 1 to 100 letters, digits and signs"
              .formatted(serverId.length()));
    }
    return serverId;
  }

  /** Also closes the session, if the server answers. */
  @Override
  public void close() {
    if (session != null) {
      try {
        send(
            session.channels().get(0),
            Methods.CLOSE_SESSION,
            CallOptions.DEFAULT.withDeadlineAfter(CLOSE_MS, TimeUnit.MILLISECONDS),
            Empty.getDefaultInstance());
      } catch (StatusRuntimeException e) {
        // The server closes it by itself when it has been idle.
      }
    }
    channels.forEach(ManagedChannel::shutdownNow);
  }
}
