package io.hybridycsb.ycsb.workload.transactions;

import java.util.List;
import java.util.random.RandomGenerator;

/**
 * What a workload consists of.
 *
 * @param types the kinds of transactions whose share is above 0
 * @param population what is loaded
 * @param invariant what a run is verified by
 * @param procedural whether all transactions are calls of procedures, too
 */
public record Plan(
    List<TransactionType> types, Population population, Invariant invariant, boolean procedural) {
  /**
   * Leaves out the types without a share.
   *
   * @throws IllegalArgumentException if there are no others
   */
  public Plan {
    types = types.stream().filter(type -> type.share() > 0).toList();
    if (types.isEmpty()) {
      throw new IllegalArgumentException("the share of at least one type must be above 0");
    }
  }

  /** A type, as often as its share says. */
  public TransactionType choose(RandomGenerator random) {
    int left = random.nextInt(types.stream().mapToInt(TransactionType::share).sum());
    for (TransactionType type : types) {
      left -= type.share();
      if (left < 0) {
        return type;
      }
    }
    throw new IllegalStateException("the shares do not add up");
  }
}
