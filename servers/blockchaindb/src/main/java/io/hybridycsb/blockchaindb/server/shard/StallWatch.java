package io.hybridycsb.blockchaindb.server.shard;

import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Detects that no block comes though most sealers are connected, and gets them going again. */
final class StallWatch {
  private static final Logger LOG = LoggerFactory.getLogger(StallWatch.class);

  /** After so long, and so many periods, without a new block, sealers may have lost each other. */
  private static final long STALLED_S = 15;

  private static final long STALLED_PERIODS = 4;

  /**
   * After so long without a new block, other sealers may be gone. Without most sealers there is
   * nothing to do but wait; once they are back they need time.
   */
  private static final long ALONE_NS = TimeUnit.SECONDS.toNanos(2);

  /** The most blocks that are undone to end a stall. */
  private static final int TAKEN_BACK_MAX = 3;

  private final EthChain chain;
  private final long stalledNs;
  private final LongSupplier nanoTime;
  private long highest = -1;
  private long movedNs;
  private long askedNs;
  private boolean alone;
  private int tries;

  /**
   * @param periodS seconds between two blocks
   * @param nanoTime the clock
   */
  StallWatch(EthChain chain, long periodS, LongSupplier nanoTime) {
    this.chain = chain;
    this.stalledNs = TimeUnit.SECONDS.toNanos(Math.max(STALLED_S, STALLED_PERIODS * periodS));
    this.nanoTime = nanoTime;
    this.movedNs = nanoTime.getAsLong();
    this.askedNs = movedNs;
  }

  /**
   * Called again and again.
   *
   * @param number the newest block's
   * @return whether the chain may have changed by it
   */
  boolean watch(long number) throws RpcFailure, InterruptedException {
    long now = nanoTime.getAsLong();
    if (number > highest) {
      highest = number;
      movedNs = now;
      askedNs = now;
      alone = false;
      tries = 0;
      return false;
    }
    if (now - askedNs < ALONE_NS) {
      return false;
    }
    askedNs = now;
    if (!chain.isAmongMost()) {
      waitForOthers();
      movedNs = now;
    } else if (now - movedNs > stalledNs) {
      end();
      movedNs = now;
      return true;
    }
    return false;
  }

  /** Called instead when the chain's client doesn't answer; it will need time once it is back. */
  void clientIsAway() {
    movedNs = nanoTime.getAsLong();
  }

  private void waitForOthers() {
    if (!alone && highest > 0) {
      LOG.warn("no new block: too few sealers are connected to the chain's client; waiting");
    }
    alone = true;
  }

  /** Undoes blocks if reconnecting was not enough. The nodes send their transactions again. */
  private void end() throws RpcFailure, InterruptedException {
    if (tries > 0 && !chain.shard().consensus().isFinal()) {
      long number = Math.max(0, highest - Math.min(tries, TAKEN_BACK_MAX));
      LOG.warn("still no new block; the chain's client goes on from block {}", number);
      chain.takeBackTo(number);
    } else {
      LOG.warn("no new block for a while; the chain's client greets its peers again");
    }
    tries++;
    chain.greetPeersAgain();
  }
}
