package io.hybridycsb.veritas.client;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tso.client.TimestampClient;
import io.hybridycsb.tso.client.TimestampOracleException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** The source of the numbers of a client's transactions, each above 0 and used once. */
interface TransactionNumbers extends AutoCloseable {
  /**
   * @throws VeritasException.Unavailable if there is none in time
   */
  long next(int timeoutMs);

  /** Tells how long a commit took until it was answered, in ns. */
  void commitTook(long nanos);

  /** Whether a record's version is the number of the transaction that wrote it. */
  boolean areVersions();

  @Override
  void close();

  /** The source that the cluster's transactions use. */
  static TransactionNumbers of(ClusterConfig cluster, Optional<ClientTls> tls) {
    return cluster.validators().isPresent()
        ? new MadeUp(new SecureRandom().nextLong())
        : new FromOracle(
            TimestampClient.connect(
                cluster.requireTimestampOracle(), TimestampClient.Options.DEFAULT, tls));
  }

  /** Timestamps of the oracle. */
  record FromOracle(TimestampClient oracle) implements TransactionNumbers {
    @Override
    public long next(int timeoutMs) {
      try {
        return oracle.next(timeoutMs);
      } catch (TimestampOracleException e) {
        throw new VeritasException.Unavailable(e.getMessage(), e);
      }
    }

    @Override
    public void commitTook(long nanos) {
      oracle.commitTook(nanos);
    }

    @Override
    public boolean areVersions() {
      return true;
    }

    @Override
    public void close() {
      oracle.close();
    }
  }

  /**
   * Numbers that need no server: each client counts from a random start among 2^62.
   *
   * <p>Two clients with the same key use a number twice only if one's start lies among the numbers
   * that the other counts through. For n transactions each, the probability is 2n / 2^62. With a
   * thousand clients of a hundred million transactions each that is about one in 46,000 for any
   * pair of them. It makes no difference whether they run at once or one after another, or what
   * their clocks say. A number used twice does no harm to the state: the second transaction is a
   * duplicate and changes nothing.
   */
  final class MadeUp implements TransactionNumbers {
    private final AtomicLong last;

    /**
     * @param random from a source that doesn't repeat itself
     */
    MadeUp(long random) {
      last = new AtomicLong(random >>> 2);
    }

    @Override
    public long next(int timeoutMs) {
      return last.incrementAndGet();
    }

    @Override
    public void commitTook(long nanos) {
      // A number doesn't age.
    }

    @Override
    public boolean areVersions() {
      return false;
    }

    @Override
    public void close() {
      // Nothing is open.
    }
  }
}
