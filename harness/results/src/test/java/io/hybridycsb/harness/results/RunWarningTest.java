package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.RunWarning.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RunWarningTest {
  /** A result holds no more than the line. */
  @ParameterizedTest
  @EnumSource
  void theKindOfAWarningIsToldByItsLine(Kind kind) {
    RunWarning warning = warning(kind);

    assertThat(RunWarning.parse(warning.text())).isEqualTo(warning);
  }

  private static RunWarning warning(Kind kind) {
    return switch (kind) {
      case BUSY_CLIENTS -> kind.of(3.14, 4);
      case BUSY_HOST -> kind.of("load1", 3.14, 4);
      case OFFERED_NOT_REACHED -> kind.of(50_000, 126.0);
      case FEW -> kind.of(2_048, 2_048);
      case NOT_OFFERED -> kind.of(12, 3_000);
      case NOT_STEADY, BUSY_THREAD -> kind.of(20.5);
      case LOST_WRITES, UNREAD_RECORDS, INSERTED_UNREAD -> kind.of(1234);
      case BROKEN_PROMISE -> kind.of("etcd", "linearizable", 3, 2_000, "user1");
      case UNDECIDED_PROMISE -> kind.of("etcd", "linearizable", 3, 2_000);
      case UNCHECKED_PROMISE -> kind.of("etcd", "too large");
      case BESIDE_A_CLUSTER -> kind.of("fabric", "it lives");
      default -> kind.of("word");
    };
  }

  @Test
  void linesAreThoseOfEarlierReleases() {
    assertThat(Kind.LOST_WRITES.of(1234).text()).isEqualTo("acknowledged writes lost: 1,234");
    assertThat(Kind.BUSY_CLIENTS.of(3.14, 4).text())
        .isEqualTo("the clients took 3.1 of 4 cores: they may be what limits the throughput");
    assertThat(RunWarning.parse("operations without a known and good end: {ERROR=3}").kind())
        .isEqualTo(Kind.UNCOMMITTED);
    assertThat(RunWarning.parse("what no release of today says").kind()).isEqualTo(Kind.OTHER);
  }
}
