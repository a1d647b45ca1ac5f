package io.hybridycsb.veritas.core.consensus.chain;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.SteppedWork;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.CheckReadsReply;
import io.hybridycsb.veritas.proto.Failure;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

/**
 * Checks the reads of read-only transactions, each at one instant: one thread, so that neither
 * connections nor the chain wait for the state store.
 */
final class ReadChecks implements SteppedWork {
  static final int WAITING_MAX = 10_000;

  /** Their values are read, and may be long. */
  private static final int READ_AT_ONCE = 32;

  private static final int ATTEMPTS_MAX = 100;

  private final StateReader store;
  private final StampedLock applying;
  private final BlockingQueue<Check> waiting = new LinkedBlockingQueue<>(WAITING_MAX);

  private record Check(Call call, List<Read> reads) {}

  /**
   * @param applying held for writing while a block is applied to the store
   */
  ReadChecks(StateReader store, StampedLock applying) {
    this.store = store;
    this.applying = applying;
  }

  void submit(Call call, List<Read> reads) {
    if (!waiting.offer(new Check(call, reads))) {
      call.fail(Failure.Code.BUSY, WAITING_MAX + " checks of reads wait here, the most allowed");
    }
  }

  /**
   * Answers a check.
   *
   * @param waitNanos how long to wait for one
   */
  @Override
  public void step(long waitNanos) throws InterruptedException {
    Check check = waiting.poll(waitNanos, TimeUnit.NANOSECONDS);
    if (check != null) {
      answer(check);
    }
  }

  private void answer(Check check) {
    Call call = check.call();
    if (call.isExpired(System.nanoTime())) {
      call.fail(Failure.Code.TIMEOUT, "the reads were not checked in time");
      return;
    }
    try {
      boolean current = areCurrent(check.reads());
      call.reply(call.answer().setCheckReads(CheckReadsReply.newBuilder().setCurrent(current)));
    } catch (StoreException e) {
      call.fail(Failure.Code.UNAVAILABLE, e.getMessage());
    }
  }

  /**
   * Whether the reads' versions were all current at one instant. The values are read without
   * holding the writer up; if a block was applied meanwhile, they are read again.
   */
  private boolean areCurrent(List<Read> reads) {
    for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      long stamp = applying.tryOptimisticRead();
      boolean current = areAsRead(reads);
      if (applying.validate(stamp)) {
        return current;
      }
    }
    // The state changes faster than it can be read: say so rather than wait without bound.
    return false;
  }

  private boolean areAsRead(List<Read> reads) {
    for (int from = 0; from < reads.size(); from += READ_AT_ONCE) {
      List<Read> some = reads.subList(from, Math.min(reads.size(), from + READ_AT_ONCE));
      List<byte[]> values = store.getAll(some.stream().map(read -> read.key().bytes()).toList());
      for (int i = 0; i < some.size(); i++) {
        if (StateValue.version(values.get(i)) != some.get(i).version()) {
          return false;
        }
      }
    }
    return true;
  }
}
