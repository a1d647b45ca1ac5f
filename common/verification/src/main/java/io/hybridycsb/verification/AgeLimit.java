package io.hybridycsb.verification;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * How old the newest block may be that a client takes for the state of now, by the time that the
 * block's signers have put into it. A client that reaches only nodes which withhold newer blocks
 * finds it by this alone.
 *
 * @param most empty if any age will do
 */
public record AgeLimit(Optional<Duration> most) {
  /** Any age will do. */
  public static final AgeLimit NONE = new AgeLimit(Optional.empty());

  /** The longest limit, a year. */
  public static final int SECONDS_MAX = 31_536_000;

  /** By so much a signer's clock may be ahead of this one's. */
  private static final Duration AHEAD_MAX = Duration.ofSeconds(10);

  /**
   * A limit.
   *
   * @param seconds 0 for none, at most {@value #SECONDS_MAX}
   * @throws IllegalArgumentException if they are others
   */
  public static AgeLimit ofSeconds(long seconds) {
    if (seconds < 0 || seconds > SECONDS_MAX) {
      throw noLimit(Long.toString(seconds));
    }
    return seconds == 0 ? NONE : new AgeLimit(Optional.of(Duration.ofSeconds(seconds)));
  }

  /**
   * A limit as users give it, in seconds; 0 for none.
   *
   * @throws IllegalArgumentException unless it is a number from 0 to {@value #SECONDS_MAX}
   */
  public static AgeLimit parse(String seconds) {
    long number;
    try {
      number = Long.parseLong(seconds);
    } catch (NumberFormatException e) {
      throw noLimit(seconds);
    }
    return ofSeconds(number);
  }

  private static IllegalArgumentException noLimit(String seconds) {
    return new IllegalArgumentException(
        "a limit of age is a number of seconds from 0, for none, to %d, not '%s'"
            .formatted(SECONDS_MAX, seconds));
  }

  /**
   * Why a block isn't new enough, for people; empty if it is.
   *
   * @param made when, by its signers
   */
  public Optional<String> whyNot(Instant made, Instant now) {
    if (most.isEmpty()) {
      return Optional.empty();
    }
    Duration age = Duration.between(made, now);
    if (age.compareTo(most.get()) > 0) {
      return Optional.of(
          "the newest block that was shown was made %d s ago; at most %d s are allowed"
              .formatted(age.toSeconds(), most.get().toSeconds()));
    }
    if (age.compareTo(AHEAD_MAX.negated()) < 0) {
      return Optional.of(
          "the newest block that was shown is to be made in %d s; look at the clocks"
              .formatted(age.negated().toSeconds()));
    }
    return Optional.empty();
  }
}
