package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import site.ycsb.Status;

/** How a workload reaches the transactions of its thread's binding. */
public final class Transactions {
  private final BindingDb binding;
  private final Supplier<Transaction> maker;

  private Transactions(BindingDb binding, Supplier<Transaction> maker) {
    this.binding = binding;
    this.maker = maker;
  }

  /**
   * Those of this thread's binding.
   *
   * @throws FailedOperation NOT_IMPLEMENTED if it has none
   */
  public static Transactions ofThread() {
    BindingDb binding = BindingDb.ofThread();
    Optional<Supplier<Transaction>> maker = binding.recordedTransactions();
    return new Transactions(
        binding,
        maker.orElseThrow(
            () ->
                new FailedOperation(
                    Status.NOT_IMPLEMENTED,
                    binding.name() + " has no transactions over several records")));
  }

  /** Begins a transaction. It reads what was committed before, or later. */
  public Transaction begin() {
    return binding.processing().of(maker.get());
  }

  /**
   * Tells what has become of a commit whose outcome was unknown: of one that was only accepted in
   * any thread, of another in this one, when its binding cleans up. It is never told if nobody
   * knows then.
   *
   * @param status of the commit; nothing is told if it was known
   */
  public void whenKnown(Transaction transaction, Status status, Consumer<Status> told) {
    if (status.equals(Status.BATCHED_OK)) {
      transaction.decision().ifPresent(decided -> decided.thenAccept(told));
    } else if (status.equals(Statuses.UNKNOWN)) {
      binding.unsettled().add(1, () -> Statuses.known(transaction.settle()), told);
    }
  }

  /**
   * The same system's procedures; empty if it has none. A history doesn't record them: what they
   * have read and written, nobody knows but the system.
   */
  public Optional<Procedures> procedures() {
    return binding.procedures().map(binding.processing()::of);
  }

  /** Whether transactions are recorded in a history. */
  public boolean isRecorded() {
    return binding.isRecorded();
  }

  /** The binding's name, such as {@code veritas-kafka}. */
  public String binding() {
    return binding.name();
  }

  /**
   * The status that an exception stands for; its reason is told on standard error, once. An error
   * of the JVM ends the process.
   */
  public Status failure(Throwable e) {
    return binding.failure(e);
  }
}
