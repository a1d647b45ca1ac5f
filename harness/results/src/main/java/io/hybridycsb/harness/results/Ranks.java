package io.hybridycsb.harness.results;

import java.util.List;

/** Ranks that repeated measurements carry: the highest is first. */
public final class Ranks {
  /** Of so many orders that are as probable, one is no more than chance in one of twenty cases. */
  private static final double ORDERS_MIN = 20;

  private Ranks() {}

  /**
   * A rank for each: one more than how many are above it beyond doubt, so that those that can't be
   * told apart share one, with a sign behind it.
   *
   * @param all each of several measurements; a single one has no spread, and can't be ranked
   * @return a text for each, as 1 or 2=
   */
  public static List<String> of(List<Spread> all) {
    List<Long> ranks =
        all.stream()
            .map(one -> 1 + all.stream().filter(other -> isAbove(other, one)).count())
            .toList();
    return ranks.stream()
        .map(rank -> rank + (ranks.stream().filter(rank::equals).count() > 1 ? "=" : ""))
        .toList();
  }

  /**
   * Whether all of its repeats are above all of the other's, beyond chance. Chance alone parts
   * three from three in one of twenty cases, and fewer more often. Source: Mann and Whitney, On a
   * test of whether one of two random variables is stochastically larger than the other, Annals of
   * Mathematical Statistics 18(1), 1947.
   */
  private static boolean isAbove(Spread one, Spread other) {
    return one.clearlyAbove(other) && orders(one.count(), other.count()) >= ORDERS_MIN;
  }

  /** In how many orders the repeats of two can lie: one of them has all of one's above. */
  private static double orders(int some, int others) {
    double orders = 1;
    for (int i = 1; i <= some; i++) {
      orders = orders * (others + i) / i;
    }
    return orders;
  }
}
