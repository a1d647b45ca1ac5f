package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import site.ycsb.Status;

/** How a workload reaches the {@link ProvableReads} of its thread's binding. */
public final class Proofs {
  private final BindingDb binding;
  private final ProvableReads reads;

  private Proofs(BindingDb binding, ProvableReads reads) {
    this.binding = binding;
    this.reads = reads;
  }

  /**
   * Those of this thread's binding.
   *
   * @throws FailedOperation NOT_IMPLEMENTED if it has none
   */
  public static Proofs ofThread() {
    BindingDb binding = BindingDb.ofThread();
    return new Proofs(
        binding,
        binding
            .recordedReads()
            .orElseThrow(
                () ->
                    new FailedOperation(
                        Status.NOT_IMPLEMENTED, binding.name() + " proves no answers")));
  }

  /** The reads; those of the newest versions are recorded if there is a history. */
  public ProvableReads reads() {
    return reads;
  }

  /**
   * As {@link Transactions#failure}, but what fails its verification is the workload's to count,
   * and to fail the process for.
   */
  public Status failure(Throwable e) {
    return binding.status(e);
  }
}
