package io.hybridycsb.tso.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.tso.client.TimestampClient.LeaseTime;
import io.hybridycsb.tso.client.TimestampClient.Options;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LeaseTimeTest {
  private static final Options OPTIONS = new Options(2, 20, 100);

  /** In µs: each commit's time, and the time from one call to the next. */
  @Property
  void timestampIsNoOlderThanAnEighthOfTheSlowestCommitOrTheBounds(
      @ForAll @Size(min = 1, max = 100) List<@IntRange(max = 300_000) Integer> commits,
      @ForAll @IntRange(min = 1, max = 30_000) int pauseMicros) {
    Oracle oracle = new Oracle(OPTIONS);
    long slowestNanos = 0;
    for (int commitMicros : commits) {
      long oldest = Math.max(millis(2), Math.min(millis(20), slowestNanos / 8));
      assertThat(oracle.ageOfNext()).isLessThan(oldest);
      long commitNanos = TimeUnit.MICROSECONDS.toNanos(commitMicros);
      oracle.leaseTime.commitTook(commitNanos);
      slowestNanos = Math.max(slowestNanos, commitNanos);
      oracle.nowNanos += TimeUnit.MICROSECONDS.toNanos(pauseMicros);
    }
  }

  @Test
  void slowCommitsTakeFewRequests() {
    // A lease is renewed after half of its time. A few more requests learn the demand.
    assertThat(requestsInASecond(0)).isBetween(950L, 1_050L);
    assertThat(requestsInASecond(40)).isBetween(390L, 460L);
    assertThat(requestsInASecond(60_000)).isBetween(95L, 150L);
  }

  @Test
  void leaseIsShortAgainSoonAfterCommitsAreQuick() {
    LeaseTime leaseTime = new LeaseTime(OPTIONS);
    leaseTime.commitTook(millis(10_000));
    assertThat(leaseTime.nanos()).isEqualTo(millis(20));
    for (int i = 0; i < 200; i++) {
      leaseTime.commitTook(millis(10));
    }
    assertThat(leaseTime.nanos()).isEqualTo(millis(2));
  }

  @Test
  void boundsAreChecked() {
    assertThatThrownBy(() -> new Options(0, 60_001, 1))
        .hasMessage("leaseMsMax must be 0 to 60000, but is 60001");
    assertThatThrownBy(() -> new Options(3, 2, 1))
        .hasMessage("leaseMsMin must be 0 to leaseMsMax, 2, but is 3");
    assertThatThrownBy(() -> new Options(0, 0, 0))
        .hasMessage("waitingMax must be 1 to 1000000, but is 0");
  }

  private static long requestsInASecond(long commitMs) {
    Oracle oracle = new Oracle(OPTIONS);
    for (int call = 0; call < 10_000; call++) {
      oracle.ageOfNext();
      oracle.leaseTime.commitTook(millis(commitMs));
      oracle.nowNanos += TimeUnit.MICROSECONDS.toNanos(100);
    }
    return oracle.coalescer.requestsSent();
  }

  private static long millis(long count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }

  /** Answers at once, and knows when it did. */
  private static final class Oracle {
    private final LeaseTime leaseTime;
    private final TimestampCoalescer coalescer;
    private final NavigableMap<Long, Long> grantedNanos = new TreeMap<>();
    private long next = 1;
    private long nowNanos = Long.MAX_VALUE - 1_000;

    Oracle(Options options) {
      leaseTime = new LeaseTime(options);
      coalescer =
          new TimestampCoalescer(
              "oracle:1", this::grant, leaseTime, options.waitingMax(), () -> nowNanos);
    }

    private void grant(long id, int count) {
      grantedNanos.put(next, nowNanos);
      next += count;
      assertThat(coalescer.onReply(id, next - count, count)).isEmpty();
    }

    /** How long ago the next timestamp was granted, in ns. */
    long ageOfNext() {
      return nowNanos - grantedNanos.floorEntry(coalescer.next(0)).getValue();
    }
  }
}
