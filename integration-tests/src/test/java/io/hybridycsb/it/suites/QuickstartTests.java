package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.ClusterTests;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import org.junit.jupiter.api.Test;

/** The first thing that a new user does. */
public abstract class QuickstartTests extends ClusterTests<LocalCluster> {
  /** What the summary says of the audit, as a regular expression. */
  protected String auditResult() {
    return "passed";
  }

  /**
   * What the summary says of the writes that the servers have recorded, as a regular expression.
   */
  protected String recorded() {
    return "[1-9][0-9,]*( to [0-9,]+)? recorded by node1";
  }

  /** What the summary says of operations without an outcome, as a regular expression. */
  protected String withoutOutcome() {
    return "0 unknown, 0 failed";
  }

  /** What the summary says of events for each update, as a regular expression. */
  protected String events() {
    return "[0-9.,]+ context switches of servers";
  }

  /** How many records are loaded. */
  protected int records() {
    return 500;
  }

  /** How many operations are run. */
  protected int operations() {
    return 2_000;
  }

  @Test
  void runsTheWholeWayAndPrintsWhatWasCommittedAndWhatTheAuditFound() {
    Ended quickstart =
        cluster()
            .quickstart(
                "--records",
                Integer.toString(records()),
                "--operations",
                Integer.toString(operations()),
                "--threads",
                "8")
            .requireSuccess();

    assertThat(unwrapped(quickstart))
        .containsPattern("[1-9][0-9,]* committed operations/s")
        .containsPattern("recorded +[1-9][0-9,]* writes acknowledged .*; " + recorded())
        .containsPattern("p50 [0-9.]+ ms, p99 [0-9.]+ ms")
        .containsPattern("CPU time +[0-9]+\\.[0-9]{3} ms per committed operation")
        .containsPattern("per update +.*" + events())
        .containsPattern("audit +.*" + auditResult())
        .containsPattern("versions +.*hybrid-ycsb [0-9]")
        .containsPattern(withoutOutcome());
    assertThat(cluster().runDirectory()).as("a cluster that is left over").doesNotExist();
  }

  /** What it has printed, with texts of several lines in one. */
  private static String unwrapped(Ended quickstart) {
    return quickstart.out().replaceAll("\n {17}", " ");
  }

  /** As the README's first command does: without a number of operations. */
  protected void requireThatItRunsUntilItIsSteady() {
    Ended quickstart =
        cluster()
            .quickstart("--records", Integer.toString(records()), "--threads", "8")
            .requireSuccess();

    assertThat(unwrapped(quickstart))
        .containsPattern("first [0-9]+ s +[1-9][0-9,]* answered operations/s")
        .containsPattern(
            ": [1-9][0-9,]* committed operations/s, (steady|NOT STEADY) after [0-9]+ s of warm-up; ")
        .containsPattern("last [0-9]+ s +[1-9][0-9,]* committed operations/s")
        .containsPattern("per update +.*context switches of clients")
        .containsPattern("audit +.*" + auditResult())
        .containsPattern(withoutOutcome());
    assertThat(cluster().runDirectory()).as("a cluster that is left over").doesNotExist();
  }
}
