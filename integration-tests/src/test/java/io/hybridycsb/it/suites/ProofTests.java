package io.hybridycsb.it.suites;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.release.Ended;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** What every system that proves its answers has to show besides. */
public abstract class ProofTests extends SystemTests {
  private static final int RECORDS = 50;

  /** How many operations are run: a proven answer is there before the last ones begin. */
  protected int provenOperations() {
    return size();
  }

  @Test
  @Order(0)
  void everyAnswerIsProvenAndThePastIsFoundAgainAsItWas() {
    Map<String, String> properties = new TreeMap<>(loadProperties());
    properties.put("table", "proofs");
    properties.put("recordcount", Integer.toString(RECORDS));
    cluster().workload("load", "verified-y", properties).requireSuccess().requireSilentLoggers();
    properties.put("operationcount", Integer.toString(provenOperations()));
    properties.put("verified.delay.ms", "10");
    Ended run =
        cluster().workload("run", "verified-y", properties).requireSuccess().requireSilentLoggers();

    long proven = number(run, "[PROOFS-OF-NEWEST], Answers, ");
    long takenBack = number(run, "[PROOFS-OF-NEWEST], Withdrawn, ");
    assertThat(proven + takenBack)
        .as("%s", run)
        .isEqualTo(number(run, "[READ], Return=OK, "))
        .isPositive();
    assertThat(number(run, "[PROOFS-OF-NEWEST], Bytes, ")).as("%s", run).isPositive();
    assertThat(number(run, "[PROOFS-OF-PAST], Answers, "))
        .as("%s", run)
        .isEqualTo(number(run, "[HISTORY], Return=OK, "))
        .isPositive();
    // The auditor looks before the run and after it.
    assertThat(number(run, "[PROOFS-OF-CONSISTENCY], Calls, ")).isGreaterThanOrEqualTo(2);
  }

  private static long number(Ended run, String before) {
    return run.out()
        .lines()
        .filter(line -> line.startsWith(before))
        .mapToLong(line -> Long.parseLong(line.substring(before.length()).strip()))
        .findFirst()
        .orElse(0);
  }
}
