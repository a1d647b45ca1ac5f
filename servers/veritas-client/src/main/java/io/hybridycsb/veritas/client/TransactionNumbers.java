package io.hybridycsb.veritas.client;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tso.client.TimestampClient;
import io.hybridycsb.tso.client.TimestampOracleException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The source of the numbers of a client's transactions, each above 0 and used once: timestamps of
 * the cluster's oracle; without one, each client counts from a random start among 2^62.
 *
 * <p>Two clients with the same key use a number twice only if one's start lies among the numbers
 * that the other counts through. For n transactions each, the probability is 2n / 2^62. With a
 * thousand clients of a hundred million transactions each that is about one in 46,000 for any pair
 * of them. It makes no difference whether they run at once or one after another, or what their
 * clocks say. A number used twice does no harm to the state: the second transaction is a duplicate
 * and changes nothing.
 */
final class TransactionNumbers implements AutoCloseable {
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
