package io.hybridycsb.ycsb.workload.transactions;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import io.hybridycsb.ycsb.outcome.Backoff;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.Transactions;
import java.util.Optional;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.Status;

/**
 * How a run's transactions are run: as calls of procedures where the workload and the system have
 * some, and otherwise as reads and writes of records. A history needs the latter, for nobody but
 * the system knows what a procedure has read.
 */
final class Runners {
  private static final Property<Integer> RETRIES =
      Property.integer(
          "transaction.retries", 10, 0, 1000, "how often an aborted one is tried again");

  private static final Property<Integer> PAUSE =
      Property.integer(
          "transaction.retry.pause.ms",
          1,
          0,
          1000,
          "longest pause before the first retry; before each further one twice as long, up to 64"
              + " times");

  private static final Property<Use> PROCEDURES =
      Property.choice(
          "transaction.procedures", Use.AUTO, "whether transactions are calls of procedures");

  private static final Property<Integer> BATCH =
      Property.integer(
          "transaction.batch", 1, 1, Procedures.CALLS_MAX, "calls that are handed over together");

  /** Whether transactions are calls of procedures. */
  enum Use {
    /** If the workload and the system have some, and no history is recorded. */
    AUTO,
    TRUE,
    FALSE
  }

  /**
   * How an aborted database transaction is tried again.
   *
   * @param most how often
   * @param backoff before each time
   */
  record Retries(int most, Backoff backoff) {}

  private final Use use;
  private final int batch;
  private final Retries retries;
  private final long transactions;
  private final boolean procedural;
  private final Mix mix;
  private final Measured measured;

  /** By the properties. */
  Runners(PropertySet.Values values, Properties ycsb, Plan plan, Mix mix) {
    use = values.get(PROCEDURES);
    batch = values.get(BATCH);
    retries = new Retries(values.get(RETRIES), Backoff.ofMs(values.get(PAUSE)));
    transactions = InsertRange.number(ycsb, Client.OPERATION_COUNT_PROPERTY, 0);
    procedural = plan.procedural();
    measured = Measured.of(ycsb);
    this.mix = mix;
  }

  /**
   * That of one of YCSB's threads.
   *
   * @param thread its number, from 0 to before {@code threads}
   * @throws FailedOperation if what the properties ask for isn't there
   */
  Runner ofThread(Transactions binding, int thread, int threads) {
    Outcomes outcomes = new Outcomes(mix, measured);
    Optional<Procedures> procedures = procedures(binding);
    if (procedures.isPresent()) {
      return new CallRunner(
          binding, procedures.get(), outcomes, retries, batch, share(thread, threads));
    }
    if (batch > 1) {
      throw missing("transaction.batch=" + batch + " needs procedures, which are not used here");
    }
    return new BodyRunner(binding, outcomes, retries);
  }

  /** As YCSB shares its operations out. */
  private long share(int thread, int threads) {
    return transactions / threads + (thread < transactions % threads ? 1 : 0);
  }

  private Optional<Procedures> procedures(Transactions binding) {
    return switch (use) {
      case FALSE -> Optional.empty();
      case AUTO -> procedural && !binding.isRecorded() ? binding.procedures() : Optional.empty();
      case TRUE -> Optional.of(required(binding));
    };
  }

  private Procedures required(Transactions binding) {
    if (!procedural) {
      throw missing("transaction.procedures=true: this workload has no procedures");
    }
    if (binding.isRecorded()) {
      throw missing(
          "transaction.procedures=true and hybrid.history exclude each other: what a procedure has"
              + " read and written, only the system knows");
    }
    return binding
        .procedures()
        .orElseThrow(
            () -> missing("transaction.procedures=true: %s has none".formatted(binding.binding())));
  }

  private static FailedOperation missing(String reason) {
    return new FailedOperation(Status.NOT_IMPLEMENTED, reason);
  }
}
