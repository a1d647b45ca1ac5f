package io.hybridycsb.ycsb.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.util.concurrent.MoreExecutors;
import io.etcd.jetcd.ByteSequence;
import io.etcd.jetcd.Client;
import io.etcd.jetcd.ClientBuilder;
import io.etcd.jetcd.KV;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.netty.GrpcSslContexts;
import io.hybridycsb.settings.PropertySet;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLException;

/** The connections of all threads. Each client has one to each member, and takes them in turn. */
final class SharedClient implements AutoCloseable {
  private static final ByteSequence ANY_KEY = ByteSequence.from("hybrid-ycsb", UTF_8);

  /** Between attempts to read from another member than the one that failed. */
  private static final long RETRY_MS = 20;

  private static final long RETRY_MS_MAX = 200;
  private static final int RETRIES_MAX = 10;

  /** A scan's answer is one message. */
  private static final int ANSWER_BYTES_MAX = 64 << 20;

  private final List<Client> clients;
  private final AtomicInteger next = new AtomicInteger();

  private SharedClient(List<Client> clients) {
    this.clients = clients;
  }

  /**
   * Connects.
   *
   * @throws IllegalStateException if the cluster doesn't answer in time
   */
  static SharedClient connect(PropertySet.Values properties) {
    List<Client> clients = new ArrayList<>();
    for (int i = 0; i < properties.get(EtcdProperties.CONNECTIONS); i++) {
      clients.add(client(properties));
    }
    SharedClient shared = new SharedClient(clients);
    try {
      // Linearizable: answered only where there is a majority.
      new Calls(properties.get(EtcdProperties.TIMEOUT_MS)).await(shared.kv().get(ANY_KEY));
      return shared;
    } catch (CallFailed e) {
      shared.close();
      throw new IllegalStateException(absent(properties, e.status()), e);
    }
  }

  private static String absent(PropertySet.Values properties, Status status) {
    String members = String.join(", ", properties.get(EtcdProperties.ENDPOINTS));
    return status.getCode() == Status.Code.DEADLINE_EXCEEDED
        ? "no etcd with a leader answered at %s within %d ms"
            .formatted(members, properties.get(EtcdProperties.TIMEOUT_MS))
        : "etcd at %s refuses to answer: %s".formatted(members, CallFailed.describe(status));
  }

  private static Client client(PropertySet.Values properties) {
    ClientBuilder builder = Client.builder();
    if (!properties.get(EtcdProperties.USER).isEmpty()) {
      builder
          .user(ByteSequence.from(properties.get(EtcdProperties.USER), UTF_8))
          .password(ByteSequence.from(properties.get(EtcdProperties.PASSWORD), UTF_8))
          .authInterceptors(List.of(new CallSettings(properties.get(EtcdProperties.TIMEOUT_MS))));
    }
    properties.file(EtcdProperties.TLS_CA).ifPresent(ca -> builder.sslContext(tls(properties, ca)));
    return builder
        // Not as URIs: a URI has no host if the name has an underscore. Without an authority
        // TLS expects of each member a certificate for its own host.
        .target("ip:///" + String.join(",", properties.get(EtcdProperties.ENDPOINTS)))
        // Calls only begin on it; they never block.
        .executorService(MoreExecutors.newDirectExecutorService())
        .interceptors(List.of(new CallSettings(properties.get(EtcdProperties.TIMEOUT_MS))))
        .maxInboundMessageSize(ANSWER_BYTES_MAX)
        .connectTimeout(Duration.ofMillis(properties.get(EtcdProperties.TIMEOUT_MS)))
        .retryDelay(RETRY_MS)
        .retryMaxDelay(RETRY_MS_MAX)
        .retryMaxAttempts(RETRIES_MAX)
        .retryMaxDuration(Duration.ofMillis(properties.get(EtcdProperties.TIMEOUT_MS)))
        .build();
  }

  /**
   * @throws IllegalStateException if a file is none of its kind
   */
  private static SslContext tls(PropertySet.Values properties, Path ca) {
    try {
      SslContextBuilder context = GrpcSslContexts.forClient().trustManager(ca.toFile());
      if (properties.file(EtcdProperties.TLS_CERTIFICATE).isPresent()) {
        context.keyManager(
            properties.file(EtcdProperties.TLS_CERTIFICATE).get().toFile(),
            properties.file(EtcdProperties.TLS_KEY).orElseThrow().toFile());
      }
      return context.build();
    } catch (SSLException | IllegalArgumentException e) {
      throw new IllegalStateException("can't use the files of etcd.tls.*: " + e.getMessage(), e);
    }
  }

  /**
   * Ends each call in time, also at the other end: an abandoned one would wait for ever. The thread
   * that reads an answer from the connection also completes it, which spares a change of threads;
   * it only wakes the waiting thread.
   */
  private record CallSettings(int timeoutMs) implements ClientInterceptor {
    @Override
    public <Q, A> ClientCall<Q, A> interceptCall(
        MethodDescriptor<Q, A> method, CallOptions options, Channel channel) {
      return channel.newCall(
          method,
          options
              .withDeadlineAfter(timeoutMs, TimeUnit.MILLISECONDS)
              .withExecutor(MoreExecutors.directExecutor()));
    }
  }

  KV kv() {
    return clients.get(Math.floorMod(next.getAndIncrement(), clients.size())).getKVClient();
  }

  @Override
  public void close() {
    clients.forEach(Client::close);
  }
}
