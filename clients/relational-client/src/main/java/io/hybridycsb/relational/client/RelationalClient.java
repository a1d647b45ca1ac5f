package io.hybridycsb.relational.client;

import com.google.protobuf.ByteString;
import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SignedTransaction;
import io.hybridycsb.relational.proto.TransactionBody;
import io.hybridycsb.veritas.crypto.SigningKey;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A client of a relational blockchain, for any number of threads: one connection to each node, and
 * the height up to which it has seen the chain.
 *
 * <pre>{@code
 * try (RelationalClient client = RelationalClient.connect(options, SigningKey.read(file))) {
 *   Session session = client.session(); // one for each thread
 *   CallResult result = session.execute(new Submission(call));
 * }
 * }</pre>
 */
public final class RelationalClient implements AutoCloseable {
  private static final Accepted.Limits ACCEPTED =
      new Accepted.Limits(10_000, 64 << 20, Duration.ofMinutes(1), Duration.ofSeconds(1));

  private final ClientOptions options;
  private final SigningKey key;
  private final ByteString publicKey;
  private final List<NodeConnection> connections;
  private final ReadBarriers barriers = new ReadBarriers();
  private final Batches commits;
  private final Batches submissions;
  private final Accepted accepted;
  private final AtomicInteger sessions = new AtomicInteger();
  private final AtomicLong seen = new AtomicLong();

  /**
   * The number of the last transaction. Each client counts from a random start among 2^62: two with
   * the same key use a number twice only if one's start lies among those that the other uses.
   */
  private final AtomicLong lastNumber = new AtomicLong(new SecureRandom().nextLong() >>> 2);

  private RelationalClient(ClientOptions options, SigningKey key) {
    this.options = options;
    this.key = key;
    publicKey = UnsafeByteOperations.unsafeWrap(key.publicKey());
    commits = new Batches(options.batchMax());
    submissions = new Batches(options.batchMax());
    connections = options.nodes().stream().map(NodeConnection::new).toList();
    accepted = new Accepted(ACCEPTED, connections.size(), this::ask);
  }

  /** Makes a client. Doesn't wait for connections; calls do. */
  public static RelationalClient connect(ClientOptions options, SigningKey key) {
    return new RelationalClient(options, key);
  }

  /** A session that begins on the next node in turn. */
  public Session session() {
    return new Session(
        this, new Attempts(connections, options.timeoutMs(), sessions.getAndIncrement()));
  }

  /** Makes one transaction of calls that take effect one after the other. */
  public SignedCalls sign(List<Call> calls) {
    long number = lastNumber.incrementAndGet();
    byte[] body =
        TransactionBody.newBuilder()
            .setClient(publicKey)
            .setNumber(number)
            .addAllCalls(calls)
            .build()
            .toByteArray();
    byte[] signature = key.sign(SignedCalls.signedBytes(options.cluster(), body));
    return new SignedCalls(
        number,
        calls.size(),
        SignedTransaction.newBuilder()
            .setBody(UnsafeByteOperations.unsafeWrap(body))
            .setSignature(UnsafeByteOperations.unsafeWrap(signature))
            .build());
  }

  ByteString publicKey() {
    return publicKey;
  }

  int nodes() {
    return connections.size();
  }

  ClientOptions.ReadLevel reads() {
    return options.reads();
  }

  /** Calls that are waited for. */
  Batches commits() {
    return commits;
  }

  /** Calls that are not. */
  Batches submissions() {
    return submissions;
  }

  /** Those that nodes have accepted. */
  Accepted accepted() {
    return accepted;
  }

  private CompletableFuture<Optional<Result>> ask(SignedCalls calls, int node, boolean again) {
    return Session.ask(
            connections.get(node),
            publicKey,
            calls,
            again,
            TimeUnit.MILLISECONDS.toNanos(options.timeoutMs()))
        .thenApply(
            result -> {
              result.ifPresent(known -> seen(known.getHeight()));
              return result;
            });
  }

  /**
   * Waits until all calls that were submitted have an outcome, or were asked for long enough. What
   * is read afterwards shows them.
   */
  public void awaitAccepted() {
    accepted.awaitOutcomes(ACCEPTED.patience().plusMillis(2L * options.timeoutMs()));
  }

  /** For people: what became of all calls that were submitted; empty if none was. */
  public Optional<String> acceptedSummary() {
    return accepted.summary();
  }

  ReadBarriers barriers() {
    return barriers;
  }

  /** The greatest height that any session has seen. */
  long seen() {
    return seen.get();
  }

  /** Remembers a height that a node has named. */
  void seen(long height) {
    if (height > seen.get()) {
      seen.accumulateAndGet(height, Math::max);
    }
  }

  long deadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.timeoutMs());
  }

  @Override
  public void close() {
    accepted.close();
    connections.forEach(NodeConnection::close);
  }
}
