package io.hybridycsb.veritas.client;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.hybridycsb.tso.TimestampOracleServer;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;

/** Fake nodes and their clients; a timestamp oracle among them is real. */
final class FakeCluster implements AutoCloseable {
  static final String NAME = "test";

  private static final byte[] UNUSED_KEY = Ed25519.generate().publicKey();

  private final SigningKey key = Ed25519.generate();
  private final Deque<AutoCloseable> open = new ArrayDeque<>();
  private final List<FakeNode> nodes;

  /** Starts {@code node1} and so on, each of which does what it is told here. */
  FakeCluster(FakeNode.Behaviour... behaviours) {
    nodes = Stream.of(behaviours).map(behaviour -> opened(FakeNode.start(behaviour))).toList();
  }

  /**
   * @param n from 1
   */
  FakeNode node(int n) {
    return nodes.get(n - 1);
  }

  byte[] clientKey() {
    return key.publicKey();
  }

  /** Starts an oracle; returns its address. */
  String startOracle(Path directory) {
    try {
      return opened(
              TimestampOracleServer.start(
                  "127.0.0.1:0", directory.resolve("tso"), 1_000_000, 0, Optional.empty()))
          .address();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A cluster over Kafka. */
  ClusterConfig config(String oracle) {
    return config(oracle, Optional.empty());
  }

  private ClusterConfig config(String oracle, Optional<ValidatorSet> validators) {
    List<Member> members =
        IntStream.rangeClosed(1, nodes.size())
            .mapToObj(n -> new Member("node" + n, node(n).address(), UNUSED_KEY))
            .toList();
    List<Member> clients = List.of(new Member("client", "", key.publicKey()));
    return new ClusterConfig(
        NAME, ApprovalPolicy.ALL, oracle, members, clients, validators, Map.of());
  }

  /** A client of a cluster over Kafka. */
  VeritasClient client(String oracle, ClientOptions options) {
    return connected(config(oracle), options);
  }

  /** A client of a cluster over CometBFT. */
  VeritasClient chainClient(ClientOptions options) {
    Validator validator = new Validator("validator1", UNUSED_KEY, 10);
    ValidatorSet validators = new ValidatorSet("test-chain", List.of(validator));
    return connected(config("", Optional.of(validators)), options);
  }

  /** A client of a cluster that knows this one's client. */
  VeritasClient connected(ClusterConfig config, ClientOptions options) {
    return opened(VeritasClient.connect(config, key, options));
  }

  /** What a call throws; one that ends too early, with Unavailable, is made again. */
  static Throwable failure(ThrowingCallable call) {
    return Awaitility.await()
        .pollInSameThread()
        .atMost(1, TimeUnit.MINUTES)
        .until(
            () -> requireNonNull(catchThrowable(call)), thrown -> !(thrown instanceof Unavailable));
  }

  /** What a call returns; one that ends too early, with Unavailable, is made again. */
  static <T> T answer(Callable<T> call) {
    return Awaitility.await()
        .pollInSameThread()
        .atMost(1, TimeUnit.MINUTES)
        .ignoreExceptionsInstanceOf(Unavailable.class)
        .until(call, Objects::nonNull);
  }

  <T extends AutoCloseable> T opened(T resource) {
    open.push(resource);
    return resource;
  }

  /** What was opened last is closed first. */
  @Override
  public void close() throws Exception {
    while (!open.isEmpty()) {
      open.pop().close();
    }
  }
}
