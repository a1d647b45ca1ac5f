package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.Optional;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import site.ycsb.Status;

/**
 * A kind of transaction that a workload has.
 *
 * @param name as it is measured, such as {@code SEND-PAYMENT}
 * @param share how often it is chosen, among the shares of all types
 * @param tally counts the effects of its database transactions
 * @param chooser chooses a transaction's records and amounts, so that it is ready to be run
 */
public record TransactionType(
    String name, int share, Tally tally, Function<RandomGenerator, Course> chooser) {
  /** Its rules forbid a transaction, such as for want of money. Nothing has changed. */
  public static final Status REFUSED =
      new Status("REFUSED", "The transaction's own rules forbid it.");

  /** The way of a transaction: one database transaction, or several one after the other. */
  public interface Course {
    /**
     * Runs the transaction.
     *
     * @return its status: that of the first database transaction that isn't OK, which is the last
     */
    Status run(Committer committer);

    /** The same transaction as a call of a procedure; empty if there is none. */
    default Optional<Invocation> invocation() {
      return Optional.empty();
    }
  }

  /**
   * A transaction as a call of a procedure, which returns by how much it changes the total that the
   * type's tally counts.
   *
   * @param changeMost the most that it may return, or the least if that is below 0
   */
  public record Invocation(ProcedureCall call, long changeMost) {}

  /** Runs database transactions; one that is aborted is tried again. */
  public interface Committer {
    /** Runs one to its end, at most as often as the workload's retries say. */
    Status commit(Body body);
  }

  /**
   * The reads and writes of a database transaction. They may be made several times, until it is
   * committed. By itself it is the course of a transaction that has no other.
   */
  public interface Body extends Course {
    /** Reads and writes; does not commit. */
    Effect readAndWrite(Transaction transaction);

    @Override
    default Status run(Committer committer) {
      return committer.commit(this);
    }

    /** The same, which also is a call of a procedure. */
    default Course or(Invocation invocation) {
      Body body = this;
      return new Course() {
        @Override
        public Status run(Committer committer) {
          return body.run(committer);
        }

        @Override
        public Optional<Invocation> invocation() {
          return Optional.of(invocation);
        }
      };
    }
  }

  /**
   * What a database transaction does if it is committed.
   *
   * @param change by how much it changes the total that the type's tally counts
   * @param changeMost by how much it would have if all that it looked for had been there
   * @param end how it is to end
   */
  public record Effect(long change, long changeMost, End end) {
    /** How a database transaction is to end. */
    public enum End {
      COMMIT,
      /** Its rules forbid it; it has written nothing. It commits what it has read. */
      REFUSED,
      /** Its rules forbid it, and what it has written is rolled back. */
      ROLLED_BACK
    }

    /** It changes no total. */
    public static final Effect NONE = of(0);

    /** Its rules forbid it, before it has written anything. */
    public static final Effect REFUSED = new Effect(0, 0, End.REFUSED);

    /** Its rules forbid it, after all that it has written. */
    public static final Effect ROLLED_BACK = new Effect(0, 0, End.ROLLED_BACK);

    /** It changes the total by so much. */
    public static Effect of(long change) {
      return new Effect(change, change, End.COMMIT);
    }

    /** It has found nothing of what would have changed the total by so much. */
    public static Effect without(long changeMost) {
      return new Effect(0, changeMost, End.COMMIT);
    }

    /** Whether its rules forbid it. */
    public boolean refused() {
      return end != End.COMMIT;
    }
  }
}
