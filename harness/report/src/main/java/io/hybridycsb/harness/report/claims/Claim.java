package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.results.Paper;
import java.util.Optional;

/**
 * Something that a paper says of its systems.
 *
 * @param id its name, which no other claim of the paper has
 * @param section of the paper
 * @param figure as experiments have it; empty if only the text says it
 * @param says it in our words
 * @param test empty if it can't be tested here
 * @param notMeasurable why not; empty if it can
 */
record Claim(
    Paper paper,
    String id,
    String section,
    String figure,
    String says,
    Optional<ClaimTest> test,
    String notMeasurable) {
  /** Its paper and its id. */
  String name() {
    return paper.key() + " " + id;
  }
}
