package io.hybridycsb.veritas.tendermint;

import io.hybridycsb.veritas.tendermint.rpc.CometBftException;
import io.hybridycsb.veritas.tendermint.rpc.CometBftRpc;
import java.security.SecureRandom;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps the chain going while transactions wait here: one call for this node's turn is on its way
 * at a time, and none while the chain goes on by itself. The chain does so after each block that
 * changed the application's hash, since the next block must hold the new hash. A call that was lost
 * is made again.
 */
final class TurnCaller implements Runnable {
  private static final Logger LOG = LoggerFactory.getLogger(TurnCaller.class);
  private static final long AGAIN_AFTER_MS = 2_000;
  private static final long RETRY_MS = 100;

  private final String node;
  private final CometBftRpc rpc;
  private final BooleanSupplier hasWaiting;
  private final Semaphore signal = new Semaphore(0);
  private long number = new SecureRandom().nextLong();
  private volatile boolean underway;
  private volatile boolean goesOn;

  /**
   * @param hasWaiting whether transactions wait for this node's turn
   */
  TurnCaller(String node, CometBftRpc rpc, BooleanSupplier hasWaiting) {
    this.node = node;
    this.rpc = rpc;
    this.hasWaiting = hasWaiting;
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
  public void run() {
    try {
      while (!Thread.currentThread().isInterrupted()) {
        if (!signal.tryAcquire(AGAIN_AFTER_MS, TimeUnit.MILLISECONDS)) {
          underway = false;
        }
        if (!underway && hasWaiting.getAsBoolean()) {
          call();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void call() throws InterruptedException {
    underway = true;
    try {
      rpc.broadcastAsync(Transactions.turn(node, number++));
    } catch (CometBftException e) {
      LOG.debug("the call for this node's turn wasn't taken: {}", e.getMessage());
      underway = false;
      TimeUnit.MILLISECONDS.sleep(RETRY_MS);
      wake();
    }
  }
}
