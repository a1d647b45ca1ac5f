package io.hybridycsb.ycsb.workload.transactions;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Body;
import io.hybridycsb.ycsb.workload.transactions.TransactionType.Effect;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import site.ycsb.Status;

class MixTest {
  private static TransactionType type(String name) {
    Body nothing = transaction -> Effect.NONE;
    return new TransactionType(name, 1, new Tally(), random -> nothing);
  }

  @Test
  void eachTypeIsToldWithItsShareItsAbortsAndItsRetries() {
    TransactionType first = type("FIRST");
    TransactionType second = type("SECOND");
    Mix mix = new Mix(List.of(first, second));
    mix.attempted(first, Statuses.ABORTED, true, false);
    mix.attempted(first, Status.OK, true, true);
    mix.attempted(first, Status.OK, true, false);
    mix.attempted(second, Statuses.UNKNOWN, true, false);
    List.of(first, second, second).forEach(mix::ended);

    ByteArrayOutputStream out = new ByteArrayOutputStream();
    mix.print(new PrintStream(out, true, StandardCharsets.UTF_8));

    assertThat(out.toString(StandardCharsets.UTF_8).lines())
        .containsExactly(
            "[MIX], FIRST(%), 33.33",
            "[MIX], FIRST aborts, 1",
            "[MIX], FIRST retries, 1",
            "[MIX], SECOND(%), 66.67",
            "[MIX], SECOND aborts, 0",
            "[MIX], SECOND retries, 0");
    assertThat(mix.ended()).isEqualTo(3);
    assertThat(mix.unknown()).isEqualTo(1);
  }

  @Test
  void anAttemptThatFailsBeforeItsCommitHasAKnownOutcome() {
    TransactionType type = type("FIRST");
    Mix mix = new Mix(List.of(type));

    mix.attempted(type, Status.ERROR, false, false);
    assertThat(mix.unknown()).isZero();

    mix.attempted(type, Status.ERROR, true, false);
    assertThat(mix.unknown()).isEqualTo(1);
  }
}
