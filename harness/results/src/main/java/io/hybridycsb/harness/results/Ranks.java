package io.hybridycsb.harness.results;

import java.util.List;

/** Ranks that repeated measurements carry: the highest is first. */
public final class Ranks {
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
            .map(one -> 1 + all.stream().filter(other -> other.clearlyAbove(one)).count())
            .toList();
    return ranks.stream()
        .map(rank -> rank + (ranks.stream().filter(rank::equals).count() > 1 ? "=" : ""))
        .toList();
  }
}
