package io.hybridycsb.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AgeLimitTest {
  private static final Instant MADE = Instant.parse("2026-11-29T08:00:00Z");

  @Test
  void anOlderBlockIsRefused() {
    AgeLimit minute = AgeLimit.ofSeconds(60);

    assertThat(minute.whyNot(MADE, MADE.plusSeconds(60))).isEmpty();
    assertThat(minute.whyNot(MADE, MADE.plusSeconds(61)))
        .contains("the newest block that was shown was made 61 s ago; at most 60 s are allowed");
  }

  @Test
  void aBlockOfTheFutureIsRefused() {
    AgeLimit minute = AgeLimit.ofSeconds(60);

    assertThat(minute.whyNot(MADE, MADE.minusSeconds(10))).isEmpty();
    assertThat(minute.whyNot(MADE, MADE.minusSeconds(12)))
        .contains("the newest block that was shown is to be made in 12 s; look at the clocks");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "31536001", "99999999999999999999", "1.5", "5s", ""})
  void aLimitIsANumberOfSecondsUpToAYear(String other) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AgeLimit.parse(other))
        .withMessage(
            "a limit of age is a number of seconds from 0, for none, to 31536000, not '%s'", other);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, AgeLimit.SECONDS_MAX})
  void aLimitIsReadAsUsersGiveIt(int seconds) {
    assertThat(AgeLimit.parse(Integer.toString(seconds))).isEqualTo(AgeLimit.ofSeconds(seconds));
  }

  @Test
  void withoutALimitAnyAgeWillDo() {
    assertThat(AgeLimit.ofSeconds(0).whyNot(MADE, Instant.MAX)).isEmpty();
  }
}
