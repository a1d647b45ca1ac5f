package io.hybridycsb.harness.check;

import io.hybridycsb.harness.check.history.Verdict.Status;
import io.hybridycsb.harness.check.linearizability.Counterexample;
import io.hybridycsb.harness.check.linearizability.Model;
import io.hybridycsb.harness.check.linearizability.StaleReads;
import java.util.List;
import java.util.Map;

/**
 * What a check of recorded histories has found.
 *
 * @param records how many were checked
 * @param unknownAtFirst how many of them may have held anything at first
 * @param violated the records whose operations violate the model
 * @param undecided the records whose search was given up
 * @param counterexamples of the first few that are violated
 * @param weaker what is known of the weaker models
 */
public record CheckReport(
    Model model,
    long records,
    long unknownAtFirst,
    List<String> violated,
    List<String> undecided,
    List<Counterexample> counterexamples,
    Map<Model, Status> weaker,
    StaleReads stale) {

  /** A violation comes before what is undecided. */
  public Status status() {
    if (!violated.isEmpty()) {
      return Status.VIOLATED;
    }
    return undecided.isEmpty() ? Status.HOLDS : Status.UNDECIDED;
  }
}
