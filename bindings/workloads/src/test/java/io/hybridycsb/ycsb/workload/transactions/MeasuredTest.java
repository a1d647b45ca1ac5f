package io.hybridycsb.ycsb.workload.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

class MeasuredTest {
  private static Measured.Names with(String property, String value) {
    Properties ycsb = new Properties();
    ycsb.setProperty(property, value);
    return Measured.Names.of(ycsb);
  }

  @Test
  void whatHasFailedIsMeasuredApart() {
    Measured.Names names = Measured.Names.of(new Properties());

    assertThat(names.of("TRANSACTION", Status.OK)).isEqualTo("TRANSACTION");
    assertThat(names.of("TRANSACTION", Status.BATCHED_OK)).isEqualTo("TRANSACTION");
    assertThat(names.of("TRANSACTION", Statuses.ABORTED)).isEqualTo("TRANSACTION-FAILED");
  }

  @Test
  void everyStatusHasANameWhereYcsbIsAskedForThat() {
    Measured.Names names = with("reportlatencyforeacherror", "true");

    assertThat(names.of("TRANSACTION", Statuses.ABORTED)).isEqualTo("TRANSACTION-ABORTED");
    assertThat(names.of("TRANSACTION", Status.OK)).isEqualTo("TRANSACTION");
  }

  @Test
  void someStatusesHaveNamesWhereYcsbIsAskedForThese() {
    Measured.Names names = with("latencytrackederrors", "UNKNOWN,ABORTED,ABORTED");

    assertThat(names.of("ATTEMPT", Statuses.ABORTED)).isEqualTo("ATTEMPT-ABORTED");
    assertThat(names.of("ATTEMPT", Status.ERROR)).isEqualTo("ATTEMPT-FAILED");
  }
}
