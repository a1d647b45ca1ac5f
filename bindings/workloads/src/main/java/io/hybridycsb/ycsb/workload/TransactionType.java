package io.hybridycsb.ycsb.workload;

import io.hybridycsb.ycsb.support.Transaction;
import java.util.random.RandomGenerator;

/**
 * A kind of transaction that a workload has.
 *
 * @param name as it is measured, such as {@code SEND-PAYMENT}
 * @param share how often it is chosen, among the shares of all types
 * @param chooser chooses a transaction's records and amounts
 */
record TransactionType(String name, int share, Chooser chooser) {

  /** Chooses what a transaction of the type works on. */
  interface Chooser {
    /** A transaction, ready to be run. */
    Body choose(RandomGenerator random);
  }

  /** A transaction's reads and writes. It may be run several times, until it is committed. */
  interface Body {
    /** Reads and writes; does not commit. */
    Effect run(Transaction transaction);
  }

  /**
   * What a transaction does if it is committed.
   *
   * @param change by how much it changes the total of all records
   * @param refused whether its own rules forbid it; it has then written nothing
   */
  record Effect(long change, boolean refused) {
    static final Effect NONE = new Effect(0, false);
    static final Effect REFUSED = new Effect(0, true);

    static Effect of(long change) {
      return new Effect(change, false);
    }
  }
}
