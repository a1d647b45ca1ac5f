package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.ScanModel;
import io.hybridycsb.harness.check.history.UnrecordedWrites;
import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.MixedScans;
import io.hybridycsb.harness.check.linearizability.SearchResult;
import io.hybridycsb.harness.check.linearizability.StaleReads;
import io.hybridycsb.harness.system.Model;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * The findings of a check of recorded histories.
 *
 * @param scans what scans' rows had to show
 * @param records the number of records checked
 * @param unknownAtFirst the number of these whose initial contents are unknown
 * @param unrecorded what killed clients are assumed to have written
 */
public record CheckReport(
    Model model,
    ScanModel scans,
    long records,
    long unknownAtFirst,
    UnrecordedWrites unrecorded,
    Findings found,
    Weaker weaker) {

  /**
   * What was found wrong, or isn't known.
   *
   * @param violated the records whose operations violate the model
   * @param undecided the records whose search reached a limit, and which one
   * @param counterexamples counterexamples of the first few violations
   * @param mixedScans the scans whose rows were never there together, if they had to be
   */
  public record Findings(
      List<String> violated,
      SortedMap<String, SearchResult> undecided,
      List<Counterexample> counterexamples,
      StaleReads stale,
      MixedScans mixedScans) {}

  /**
   * What it keeps to if not to what was asked for.
   *
   * @param models the status of each weaker model, as far as known
   * @param scans if anything is violated, the strongest weaker scan model with which nothing is;
   *     empty if there is none
   */
  public record Weaker(Map<Model, Status> models, Optional<ScanModel> scans) {}

  /** Violated if any record or scan is; otherwise undecided if any is. */
  public Status status() {
    if (!found.violated().isEmpty() || found.mixedScans().mixed() > 0) {
      return Status.VIOLATED;
    }
    return found.undecided().isEmpty() ? Status.HOLDS : Status.UNDECIDED;
  }
}
