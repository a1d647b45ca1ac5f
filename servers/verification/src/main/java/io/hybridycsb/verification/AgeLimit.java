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

  /** By so much a signer's clock may be ahead of this one's. */
  private static final Duration AHEAD_MAX = Duration.ofSeconds(10);

  /**
   * A limit.
   *
   * @param seconds 0 for none
   * @throws IllegalArgumentException if they are negative
   */
  public static AgeLimit ofSeconds(long seconds) {
    if (seconds < 0) {
      throw new IllegalArgumentException("a limit of age is 0 seconds or more, not " + seconds);
    }
    return seconds == 0 ? NONE : new AgeLimit(Optional.of(Duration.ofSeconds(seconds)));
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
