package io.hybridycsb.ycsb.workload.verified;

import io.hybridycsb.ycsb.support.ProvableReads.Answer;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.random.RandomGenerator;

/**
 * What records were in earlier versions: answers that were proven, the newest of them, of all
 * threads. Reads of the past choose among them, and have to find the same again.
 */
final class Past {
  private static final int KEPT = 10_000;

  /** How often one is chosen that is too old, before there is taken to be none. */
  private static final int TRIES = 10;

  private final AtomicReferenceArray<Moment> moments = new AtomicReferenceArray<>(KEPT);
  private final AtomicLong added = new AtomicLong();
  private final long ageMaxNs;

  /**
   * An answer that was proven.
   *
   * @param answer without its fields
   * @param digest of the fields
   */
  record Moment(Answer answer, byte[] digest, long sinceNs) {
    /** Whether an answer is the same. */
    boolean isSame(Answer again) {
      return Arrays.equals(digest, again.digest());
    }
  }

  /**
   * @param seconds how far back it goes, at most
   */
  Past(int seconds) {
    ageMaxNs = TimeUnit.SECONDS.toNanos(seconds);
  }

  /** Keeps an answer that was proven. */
  void add(Answer answer) {
    Answer bare = new Answer(answer.table(), answer.key(), Optional.empty(), answer.version());
    Moment moment = new Moment(bare, answer.digest(), System.nanoTime());
    moments.set((int) (added.getAndIncrement() % KEPT), moment);
  }

  /** One of those kept; empty if there is none that is new enough. */
  Optional<Moment> choose(RandomGenerator random) {
    int count = (int) Math.min(added.get(), KEPT);
    for (int i = 0; i < TRIES && count > 0; i++) {
      Moment moment = moments.get(random.nextInt(count));
      if (moment != null && System.nanoTime() - moment.sinceNs() <= ageMaxNs) {
        return Optional.of(moment);
      }
    }
    return Optional.empty();
  }
}
