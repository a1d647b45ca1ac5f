package io.hybridycsb.harness.bench.told;

import io.hybridycsb.harness.cluster.Progress;
import java.util.Locale;
import java.util.function.LongSupplier;

/**
 * Says how far clients have come, and how fast they are. There is a line after 5 seconds, and then
 * one as soon as a third of the time so far has gone by, and 5 seconds at least. So the lines of a
 * run of an hour are few, too.
 */
public final class RateLines {
  private static final double SECONDS_MIN = 5;
  private static final double TIMES = 4.0 / 3;

  private final Progress progress;
  private final LongSupplier nanoTime;
  private boolean begun;
  private long firstNanos;
  private double lastSecond;
  private long lastDone;

  /** The text of a line. */
  public interface Text {
    /**
     * @param second since clients began
     * @param perSecond what clients did per second since the last line
     */
    String of(double second, double perSecond);
  }

  public RateLines(Progress progress) {
    this(progress, System::nanoTime);
  }

  RateLines(Progress progress, LongSupplier nanoTime) {
    this.progress = progress;
    this.nanoTime = nanoTime;
  }

  /**
   * Takes how much is done so far, about once a second; says so if that is due.
   *
   * @param text asked only then
   */
  public void look(long done, Text text) {
    long now = nanoTime.getAsLong();
    if (!begun) {
      begun = true;
      firstNanos = now;
      lastDone = done;
      return;
    }
    double second = (now - firstNanos) / 1e9;
    if (second < Math.max(lastSecond + SECONDS_MIN, lastSecond * TIMES)) {
      return;
    }
    progress.say(
        done == 0
            ? String.format(Locale.ROOT, "  %.0f s: no answer yet", second)
            : "  " + text.of(second, (done - lastDone) / (second - lastSecond)));
    lastSecond = second;
    lastDone = done;
  }

  /** How much of a known amount is done; with the time that the rest takes at this rate. */
  public static String of(long done, long all, String what, double perSecond) {
    String said = String.format(Locale.ROOT, "%,d of %,d %s, %,.0f/s", done, all, what, perSecond);
    return perSecond > 0 && done < all
        ? said + ", %,d s left".formatted((long) Math.ceil((all - done) / perSecond))
        : said;
  }
}
