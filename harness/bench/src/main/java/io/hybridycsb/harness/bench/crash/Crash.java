package io.hybridycsb.harness.bench.crash;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.bench.clients.Timeline;
import io.hybridycsb.harness.bench.plan.RunSettings.Fault;
import io.hybridycsb.harness.bench.probe.Probe;
import io.hybridycsb.harness.cluster.Cluster;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Injects a {@link Fault} on a thread of its own, and measures its effect on the throughput. */
public final class Crash {
  private static final double SERVING = 0.5;

  private static final String ENDED_BEFORE = "the run ended before %s was killed and started again";

  private final Cluster cluster;
  private final Fault fault;
  private final Duration startTimeout;
  private final CountDownLatch over = new CountDownLatch(1);
  private final AtomicReference<String> failure = new AtomicReference<>(ENDED_BEFORE);
  private final Thread thread = new Thread(this::run, "fault");
  private volatile long killedMs;
  private volatile long restartMs;
  private volatile long readyMs;

  /**
   * @throws HarnessException if the cluster has no such process
   */
  public Crash(Cluster cluster, Fault fault, Duration startTimeout) {
    cluster.process(fault.process());
    this.cluster = cluster;
    this.fault = fault;
    this.startTimeout = startTimeout;
  }

  public void start() {
    thread.start();
  }

  private void run() {
    try {
      if (over.await(fault.killAfterSeconds(), TimeUnit.SECONDS)) {
        return;
      }
      cluster.kill(List.of(fault.process()));
      killedMs = System.currentTimeMillis();
      if (over.await(fault.restartAfterSeconds(), TimeUnit.SECONDS)) {
        return;
      }
      restartMs = System.currentTimeMillis();
      cluster.restart(List.of(fault.process()), startTimeout);
      readyMs = System.currentTimeMillis();
      failure.set("");
    } catch (HarnessException e) {
      failure.set(e.getMessage().lines().findFirst().orElse("the fault failed"));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Stops whatever is under way or waited for, because the run has ended early. */
  public void giveUp() {
    thread.interrupt();
  }

  /** Nothing is killed or started any more, because no more operations count. */
  public void over() {
    over.countDown();
  }

  /** Ends the thread, because the clients have ended. */
  public void end() throws InterruptedException {
    over();
    thread.join(startTimeout.toMillis());
    thread.interrupt();
  }

  /**
   * The fault's effect on the writes, or on all operations if there are no writes.
   *
   * @param countedFromMs when counting began; what was before is warm-up
   * @param backByMs when the process had to serve again: where clients check what is left, before
   *     that
   * @throws HarnessException if it wasn't killed and started again, or served later
   */
  public Probe.Findings findings(Timeline timeline, long countedFromMs, long backByMs) {
    String failed = failure.get();
    if (failed.isEmpty() && readyMs > backByMs) {
      failed = ENDED_BEFORE;
    }
    if (!failed.isEmpty()) {
      throw new HarnessException(failed.formatted(fault.process()));
    }
    return findings(timeline, countedFromMs, killedMs, restartMs, readyMs);
  }

  /**
   * As {@link #findings(Timeline, long, long)}, for these moments in milliseconds since the epoch.
   */
  static Probe.Findings findings(
      Timeline timeline, long countedFromMs, long killedMs, long restartMs, long readyMs) {
    SortedMap<String, Double> counters = new TreeMap<>();
    OptionalDouble before = timeline.perSecond(countedFromMs, killedMs);
    before.ifPresent(writes -> counters.put(Counters.WRITES_BEFORE, writes));
    timeline
        .perSecond(killedMs, restartMs)
        .ifPresent(writes -> counters.put(Counters.WRITES_WHILE_DEAD, writes));
    timeline
        .perSecond(readyMs, Long.MAX_VALUE)
        .ifPresent(writes -> counters.put(Counters.WRITES_AFTER, writes));
    counters.put(Counters.KILL_SECOND, timeline.secondOf(killedMs));
    counters.put(Counters.RESTART_SECOND, timeline.secondOf(restartMs));
    counters.put(Counters.SECONDS_DEAD, (restartMs - killedMs) / 1000.0);
    counters.put(Counters.RESTART_TO_READY, (readyMs - restartMs) / 1000.0);
    counters.put(Counters.LONGEST_PAUSE, timeline.longestPauseMs(killedMs) / 1000.0);
    if (before.orElse(0) == 0) {
      return new Probe.Findings(
          counters, new TreeMap<>(), "", List.of(Kind.NO_WRITES_BEFORE_KILL.of()));
    }
    double serving = before.getAsDouble() * SERVING;
    timeline
        .firstAtLeast(serving, killedMs)
        .ifPresent(ms -> counters.put(Counters.KILL_TO_SERVICE, (ms - killedMs) / 1000.0));
    timeline
        .firstAtLeast(serving, restartMs)
        .ifPresent(ms -> counters.put(Counters.RESTART_TO_SERVICE, (ms - restartMs) / 1000.0));
    return new Probe.Findings(counters, new TreeMap<>(), "", List.of());
  }
}
