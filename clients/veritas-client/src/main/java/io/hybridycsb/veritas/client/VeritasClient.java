package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tso.client.TimestampClient;
import io.hybridycsb.tso.client.TimestampOracleException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.connection.NodeConnection;
import io.hybridycsb.veritas.connection.PendingReply;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.signing.BatchSigner;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client of a Veritas cluster, for any number of threads: one connection to each node, one to the
 * timestamp oracle where the cluster has one, one signer.
 *
 * <pre>{@code
 * ClusterConfig cluster = ClusterConfig.read(Path.of("cluster.json"));
 * try (VeritasClient client =
 *     VeritasClient.connect(cluster, SigningKey.read(Path.of("client.key")), ClientOptions.DEFAULT)) {
 *   Session session = client.session(); // one for each thread
 *   Txn transfer = session.begin();
 *   VeritasRecord from = transfer.get("accounts", "anna").orElseThrow();
 *   transfer.merge("accounts", "anna", Map.of("balance", less(from)));
 *   transfer.merge("accounts", "ben", Map.of("balance", more));
 *   CommitResult result = transfer.commit();
 * }
 * }</pre>
 */
public final class VeritasClient implements AutoCloseable {
  private static final int PATIENCE_MS_MIN = 1000;
  private static final int PATIENCE_PART = 4;

  private final ClientOptions options;
  private final List<NodeConnection> connections;
  private final TransactionNumbers numbers;
  private final SigningQueue signing;
  private final ReadVerifier readVerifier;
  private final ByteString publicKey;
  private final long idPart;
  private final boolean nodesMayWithhold;
  private final ReadLevel reads;
  private final SeenHeights seen;
  private final Optional<KnownLedger> known;
  private final AtomicInteger sessions = new AtomicInteger();

  private VeritasClient(
      ClusterConfig cluster, SigningKey key, ClientOptions options, Optional<KnownLedger> known) {
    this.options = options;
    this.known = known;
    Optional<ClientTls> tls = ClientTls.of(options.tls());
    connections =
        cluster.nodes().stream()
            .map(
                node ->
                    new NodeConnection(node.name(), node.address(), tls, cluster.cluster(), key))
            .toList();
    numbers = TransactionNumbers.of(cluster, tls);
    signing = new SigningQueue(new BatchSigner(key, cluster.cluster()), options);
    readVerifier = new ReadVerifier(cluster, options.age(), InstantSource.system());
    nodesMayWithhold = cluster.validators().isPresent();
    seen =
        new SeenHeights(
            connections.stream().map(NodeConnection::address).toList(),
            (connections.size() - 1) / (nodesMayWithhold ? 3 : 2),
            nodesMayWithhold);
    reads = options.reads().orElse(ReadLevel.defaultFor(cluster));
    publicKey = ByteString.copyFrom(key.publicKey());
    idPart = TransactionId.clientPart(key.publicKey());
  }

  /**
   * Makes a client. Doesn't wait for connections; calls do.
   *
   * @throws IllegalArgumentException if the key is none of the cluster's clients', or a file of
   *     {@link ClientOptions#tls} is absent or wrong, or an age limit is given over Kafka
   * @throws IllegalStateException if the state file can't be read
   * @throws VerificationFailed if the state file is of another ledger
   */
  public static VeritasClient connect(
      ClusterConfig cluster, SigningKey key, ClientOptions options) {
    boolean known =
        cluster.clients().stream()
            .anyMatch(client -> java.util.Arrays.equals(client.publicKey(), key.publicKey()));
    if (!known) {
      throw new IllegalArgumentException(
          "the client's key is not among the clients of cluster " + cluster.cluster());
    }
    if (cluster.validators().isEmpty() && options.age().most().isPresent()) {
      throw new IllegalArgumentException(
          "no age limit over Kafka: the nodes of cluster %s sign no time"
              .formatted(cluster.cluster()));
    }
    return new VeritasClient(
        cluster, key, options, options.state().map(file -> KnownLedger.open(file, cluster)));
  }

  /** A session on the next node in turn. */
  public Session session() {
    return session(sessions.getAndIncrement());
  }

  /** A session that begins on a node of one's choice, counted from 0. */
  public Session session(int node) {
    return new Session(this, node);
  }

  ClientOptions options() {
    return options;
  }

  NodeConnection connection(int node) {
    return connections.get(Math.floorMod(node, connections.size()));
  }

  ReadLevel reads() {
    return reads;
  }

  /** What all sessions have seen. */
  SeenHeights seen() {
    return seen;
  }

  /** With a state file only. */
  Optional<KnownLedger> known() {
    return known;
  }

  List<NodeConnection> connections() {
    return connections;
  }

  /**
   * How many nodes a request may go to at once: several if it is a read, since a node may lag
   * behind, and where a node may withhold answers.
   */
  int nodesAtOnce(boolean isRead) {
    return isRead || nodesMayWithhold ? connections.size() : 1;
  }

  /**
   * Asks every node by itself, until a moment of {@link System#nanoTime}.
   *
   * @return what those say that answer, by their addresses
   */
  Map<String, Response> askAll(Request.Builder request, long until) {
    List<PendingReply> underway = new ArrayList<>();
    for (NodeConnection node : connections) {
      try {
        underway.add(node.send(request.clone().setTimeoutMs(Session.timeoutMs(until))));
      } catch (Unavailable e) {
        // It says nothing.
      }
    }
    Map<String, Response> answers = new HashMap<>();
    try {
      while (!underway.isEmpty()) {
        PendingReply done = PendingReply.awaitAny(underway, until);
        if (done == null) {
          break;
        }
        underway.remove(done);
        if (done.isAnswered()) {
          answers.put(done.address(), done.get());
        }
      }
      return answers;
    } finally {
      underway.forEach(PendingReply::abandon);
    }
  }

  /** After how long without an answer another node is asked as well. */
  long patienceNanos() {
    return TimeUnit.MILLISECONDS.toNanos(
        Math.max(PATIENCE_MS_MIN, options.timeoutMs() / PATIENCE_PART));
  }

  SigningQueue signingQueue() {
    return signing;
  }

  ReadVerifier readVerifier() {
    return readVerifier;
  }

  ByteString publicKey() {
    return publicKey;
  }

  long idPart() {
    return idPart;
  }

  long deadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.timeoutMs());
  }

  /** A number that identifies a transaction. */
  long nextTimestamp(long deadline) {
    // Rounded up, so that the failures of one timeout read alike.
    long roundingNanos = TimeUnit.MILLISECONDS.toNanos(1) - 1;
    return numbers.next(Session.timeoutMs(deadline + roundingNanos));
  }

  /** Tells how long a commit took until it was answered, in ns. */
  void commitTook(long nanos) {
    numbers.commitTook(nanos);
  }

  /**
   * The version that a record shows within the transaction that writes it: 0 where the version is
   * the transaction's place in the chain, which is known only later.
   */
  long previewVersion(long timestamp) {
    return numbers.areVersions() ? timestamp : 0;
  }

  /**
   * Keeps the newest block, with a state file and if anything was verified. Then disconnects.
   *
   * @throws IllegalStateException if the state file can't be written
   * @throws VerificationFailed if the ledger doesn't continue from what was verified before, here
   *     or by another process with this file
   */
  @Override
  public void close() {
    try {
      known.ifPresent(KnownLedger::saveAtEnd);
    } finally {
      signing.close();
      connections.forEach(NodeConnection::close);
      numbers.close();
    }
  }

  /**
   * The source of the numbers of a client's transactions, each above 0 and used once: timestamps of
   * the cluster's oracle; without one, each client counts from a random start among 2^62.
   *
   * <p>Two clients with the same key use a number twice only if one's start lies among the numbers
   * that the other counts through. For n transactions each, the probability is 2n / 2^62. With a
   * thousand clients of a hundred million transactions each that is about one in 46,000 for any
   * pair of them. It makes no difference whether they run at once or one after another, or what
   * their clocks say. A number used twice does no harm to the state: the second transaction is a
   * duplicate and changes nothing.
   */
  static final class TransactionNumbers implements AutoCloseable {
    private final Optional<TimestampClient> oracle;
    private final AtomicLong last;

    /**
     * @param oracle empty: numbers need no server
     * @param random from a source that doesn't repeat itself
     */
    TransactionNumbers(Optional<TimestampClient> oracle, long random) {
      this.oracle = oracle;
      last = new AtomicLong(random >>> 2);
    }

    /** The source that the cluster's transactions use. */
    static TransactionNumbers of(ClusterConfig cluster, Optional<ClientTls> tls) {
      Optional<TimestampClient> oracle =
          cluster.validators().isPresent()
              ? Optional.empty()
              : Optional.of(
                  TimestampClient.connect(
                      cluster.requireTimestampOracle(), TimestampClient.Options.DEFAULT, tls));
      return new TransactionNumbers(oracle, new SecureRandom().nextLong());
    }

    /**
     * @throws VeritasException.Unavailable if there is none in time
     */
    long next(int timeoutMs) {
      try {
        return oracle.isPresent() ? oracle.get().next(timeoutMs) : last.incrementAndGet();
      } catch (TimestampOracleException e) {
        throw new VeritasException.Unavailable(e.getMessage(), e);
      }
    }

    /** Tells how long a commit took until it was answered, in ns. */
    void commitTook(long nanos) {
      oracle.ifPresent(client -> client.commitTook(nanos));
    }

    /** Whether a record's version is the number of the transaction that wrote it. */
    boolean areVersions() {
      return oracle.isPresent();
    }

    @Override
    public void close() {
      oracle.ifPresent(TimestampClient::close);
    }
  }
}
