package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.support.Transactions;
import java.util.Optional;
import java.util.Properties;
import java.util.random.RandomGenerator;
import site.ycsb.DB;

/**
 * A workload of transactions. It runs transactions of several types by their shares, and verifies
 * its invariant. What these are, its {@link #plan} says.
 *
 * <p>A database transaction that is aborted is tried again with the same records and amounts,
 * {@code transaction.retries} times at most. One of unknown outcome is not. One that its own rules
 * forbid commits what it has read, so that it is refused for a reason that was true, or is rolled
 * back if it has written. It is {@link TransactionType#REFUSED}. How transactions are run, as
 * procedures or as reads and writes, {@link Runners} says.
 *
 * <p>Measured are TRANSACTION, with the status and the time of the whole; the same by type, such as
 * SEND-PAYMENT; and ATTEMPT, each attempt at a database transaction. So the ABORTED of ATTEMPT are
 * the aborts.
 */
public abstract class TransactionalWorkload extends PopulatedWorkload {
  private static final Property<Boolean> VERIFY =
      Property.flag(
          "transaction.verify", true, "whether records are read before and after the run");

  private static final PropertySet COMMON =
      PropertySet.of("transaction.", Runners.class, TransactionalWorkload.class);

  private Plan plan;
  private Mix mix;
  private Runners runners;
  private Readers readers;
  private Verification verification;

  /**
   * @param name begins each message
   */
  protected TransactionalWorkload(String name) {
    super(name);
  }

  /**
   * What the workload consists of, by its properties. It is called once.
   *
   * @throws IllegalArgumentException if a property is wrong
   */
  protected abstract Plan plan(Properties properties);

  @Override
  protected final Population prepare(Properties ycsb) {
    PropertySet.Values common = COMMON.read(ycsb);
    plan = plan(ycsb);
    mix = new Mix(plan.types());
    runners = new Runners(common, ycsb, plan, mix);
    if (isRun() && common.get(VERIFY)) {
      verification = new Verification(name(), plan.invariant(), mix);
      readers = new Readers(ycsb);
      plan.invariant().begin(readers);
    }
    return plan.population();
  }

  /** What one of YCSB's threads uses. */
  private record Worker(Runner runner, RandomGenerator random) {}

  @Override
  protected final Object prepareThread(
      Properties ycsb, int thread, int threads, RandomGenerator random) {
    return new Worker(runners.ofThread(Transactions.ofThread(), thread, threads), random);
  }

  /** Runs a transaction. Always goes on: what fails is measured. */
  @Override
  public final boolean doTransaction(DB db, Object state) {
    Worker worker = (Worker) state;
    TransactionType type = plan.choose(worker.random());
    worker.runner().run(type, type.chooser().apply(worker.random()));
    return true;
  }

  @Override
  public final void cleanup() {
    if (isRun()) {
      mix.print(System.out);
    }
    if (verification != null) {
      verify().ifPresent(terminator()::failAtEnd);
    }
  }

  /** Why the run fails, which is said after all that its bindings say when they end. */
  private Optional<String> verify() {
    try (Readers open = readers) {
      return verification.print(open, System.out);
    } catch (RuntimeException e) {
      return Optional.of(name() + ": the records after the run can't be read: " + e.getMessage());
    }
  }
}
