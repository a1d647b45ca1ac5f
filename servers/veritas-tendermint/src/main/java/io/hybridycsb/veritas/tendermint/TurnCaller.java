package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.cometbft.rpc.CometBftException;
import io.hybridycsb.veritas.core.call.SteppedWork;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the chain going while transactions wait here: one call for this node's turn is on its way
 * at a time, and none while the chain goes on by itself. The chain does so after each block that
 * changed the application's hash, since the next block must hold the new hash. A call that was lost
 * is made again.
 */
final class TurnCaller implements SteppedWork {
  private static final Logger LOG = LoggerFactory.getLogger(TurnCaller.class);
  private static final long AGAIN_AFTER_MS = 2_000;
  private static final long RETRY_MS = 100;

  private final String node;
  private final Consumer<byte[]> broadcast;
  private final BooleanSupplier hasWaiting;
  private final Semaphore signal = new Semaphore(0);
  private long number;
  private volatile boolean underway;
  private volatile boolean goesOn;

  /**
   * @param broadcast puts a call into the mempool
   * @param hasWaiting whether transactions wait for this node's turn
   * @param firstNumber of a call; one that no earlier life of this node has had
   */
  TurnCaller(
      String node, Consumer<byte[]> broadcast, BooleanSupplier hasWaiting, long firstNumber) {
    this.node = node;
    this.broadcast = broadcast;
    this.hasWaiting = hasWaiting;
    number = firstNumber;
  }

  /** Says that something may wait now. */
  void wake() {
    if (!underway && !goesOn && signal.availablePermits() == 0) {
      signal.release();
    }
  }

  /**
   * Says that a block was committed.
   *
   * @param hadCall whether this node's call was in it
   * @param changed whether it changed the application's hash
   */
  void committed(boolean hadCall, boolean changed) {
    goesOn = changed;
    if (hadCall) {
      underway = false;
    }
    if (hasWaiting.getAsBoolean()) {
      wake();
    }
  }

  @Override
  public long waitNanos() {
    return TimeUnit.MILLISECONDS.toNanos(AGAIN_AFTER_MS);
  }

  /**
   * Makes a call if one is due.
   *
   * @param waitNanos how long to wait to be woken; then a call that is underway counts as lost
   */
  @Override
  public void step(long waitNanos) throws InterruptedException {
    if (!signal.tryAcquire(waitNanos, TimeUnit.NANOSECONDS)) {
      underway = false;
    }
    if (!underway && hasWaiting.getAsBoolean()) {
      call();
    }
  }

  private void call() throws InterruptedException {
    underway = true;
    try {
      broadcast.accept(Transactions.turn(node, number++));
    } catch (CometBftException e) {
      LOG.debug("the call for this node's turn wasn't taken: {}", e.getMessage());
      underway = false;
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
      wake();
    }
  }
}
