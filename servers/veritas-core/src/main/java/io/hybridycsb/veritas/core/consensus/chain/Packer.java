package io.hybridycsb.veritas.core.consensus.chain;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.call.SteppedWork;
import io.hybridycsb.veritas.core.consensus.Admission;
import io.hybridycsb.veritas.core.consensus.BoundedQueue;
import io.hybridycsb.veritas.core.consensus.CommitWaiters;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.times.StageTimes.Stage;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.ForwardReply;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * Takes commits from the node's queue, admits them, and keeps them in their order until they stand
 * in a block. When it is this node's turn to propose, it packs as many as fit. A proposal may fail,
 * so no transaction is forgotten before it is decided. One thread admits; when as many wait as may,
 * further ones are refused.
 */
final class Packer implements SteppedWork {
  private static final long WAITING_BYTES_MAX = 128L << 20;
  private static final int ADMIT_AT_ONCE = 512;
  private static final String LIMITED_BY = "block.bytes.max";

  /** Gathering ends early when nothing came for one part in this many of its time. */
  private static final int QUIET_SHARE = 4;

  private final Admission admission;
  private final TransactionChecker checker;
  private final Predicate<TransactionId> isKnown;
  private final CommitWaiters waiters;
  private final StageTimes times;
  private final int bytesMax;
  private final int transactionsMax;
  private final int waitingMax;
  private final long waitingBytesMax;
  private final long gatherNanos;
  private final BoundedQueue<Call> queue;
  private final Map<TransactionId, CheckedTransaction> waiting = new LinkedHashMap<>();
  private final Replies replies = new Replies();
  private volatile Consumer<List<CheckedTransaction>> whenAdmitted = transactions -> {};

  /** What all waiting transactions take in memory; guarded by {@link #waiting}. */
  private long waitingBytes;

  /** When transactions last came or went; guarded by {@link #waiting}. */
  private long movedNanos = System.nanoTime();

  /**
   * @param isKnown whether a transaction stands in the ledger; safe for use by any thread
   * @param gatherMs how long {@link #gather} waits, at most
   */
  Packer(NodeContext node, Predicate<TransactionId> isKnown, int gatherMs) {
    this(node, isKnown, gatherMs, WAITING_BYTES_MAX);
  }

  /**
   * @param waitingBytesMax no more are admitted while the waiting transactions take this much
   *     memory
   */
  Packer(NodeContext node, Predicate<TransactionId> isKnown, int gatherMs, long waitingBytesMax) {
    this.isKnown = isKnown;
    this.waitingBytesMax = waitingBytesMax;
    NodeOptions options = node.self().options();
    checker = node.self().checker();
    admission = new Admission(node);
    queue = node.clients().commits();
    waiters = node.clients().waiters();
    times = node.times();
    bytesMax = options.blockBytesMax();
    transactionsMax = options.blockTransactionsMax();
    waitingMax = options.admittedMax();
    gatherNanos = TimeUnit.MILLISECONDS.toNanos(gatherMs);
  }

  /** Sets the action for transactions that clients have committed here. It must not block. */
  void whenAdmitted(Consumer<List<CheckedTransaction>> action) {
    whenAdmitted = action;
  }

  /**
   * Admits some of the commits in the queue, and answers calls whose time is up.
   *
   * @param waitNanos how long to wait for a commit
   */
  @Override
  public void step(long waitNanos) throws InterruptedException {
    Call first = queue.poll(waitNanos);
    if (first != null) {
      List<Call> round = new ArrayList<>();
      round.add(first);
      queue.drainTo(round, ADMIT_AT_ONCE - 1);
      long start = System.nanoTime();
      admit(round);
      times.add(Stage.PROPOSE, System.nanoTime() - start);
    }
    waiters.expire(System.nanoTime(), replies);
    replies.flush();
  }

  private void admit(List<Call> calls) {
    List<CheckedTransaction> admitted = new ArrayList<>(calls.size());
    for (Call call : calls) {
      if (call.request().hasForward()) {
        takeForwarded(call);
        continue;
      }
      if (isFull()) {
        replies.add(call, call.failure(Failure.Code.BUSY, "as much waits for a block here as may"));
        continue;
      }
      CheckedTransaction transaction = admission.admit(call, bytesMax, LIMITED_BY, replies);
      if (transaction != null) {
        admitted.add(transaction);
        synchronized (waiting) {
          keep(transaction);
        }
      }
    }
    if (!admitted.isEmpty()) {
      synchronized (waiting) {
        moved();
      }
      whenAdmitted.accept(admitted);
    }
  }

  /** Another node answers for these; they wait here only to be packed, as long as there is room. */
  private void takeForwarded(Call call) {
    List<CheckedTransaction> taken = new ArrayList<>();
    for (Transaction message : call.request().getForward().getTransactionsList()) {
      CheckedTransaction transaction = check(message);
      if (transaction.fault() == null
          && Admission.bytesInBlock(transaction) <= bytesMax
          && !isKnown.test(transaction.id())) {
        taken.add(transaction);
      }
    }
    synchronized (waiting) {
      for (CheckedTransaction transaction : taken) {
        if (!isFull()) {
          keep(transaction);
        }
      }
      moved();
    }
    replies.add(call, call.answer().setForward(ForwardReply.getDefaultInstance()));
  }

  /** Checks a transaction, unless it waits here: then it was checked when it came. */
  CheckedTransaction check(Transaction message) {
    return checker.check(message, this::waiting);
  }

  private CheckedTransaction waiting(TransactionId id) {
    synchronized (waiting) {
      return waiting.get(id);
    }
  }

  private void keep(CheckedTransaction transaction) {
    if (waiting.putIfAbsent(transaction.id(), transaction) == null) {
      waitingBytes += transaction.memoryBytes();
    }
  }

  private boolean isFull() {
    synchronized (waiting) {
      return waiting.size() >= waitingMax || waitingBytes >= waitingBytesMax;
    }
  }

  boolean hasWaiting() {
    synchronized (waiting) {
      return !waiting.isEmpty();
    }
  }

  private void moved() {
    movedNanos = System.nanoTime();
    waiting.notifyAll();
  }

  /**
   * Waits for more to put into a block, as long as more keeps coming. Clients whose transactions
   * have just been decided send their next at once, and a block costs its validators the same
   * however much it holds.
   */
  void gather() {
    long start = System.nanoTime();
    synchronized (waiting) {
      while (waiting.size() < transactionsMax) {
        long now = System.nanoTime();
        long left = start + gatherNanos - now;
        if (!waiting.isEmpty()) {
          left = Math.min(left, movedNanos + gatherNanos / QUIET_SHARE - now);
        }
        if (left <= 0) {
          return;
        }
        try {
          TimeUnit.NANOSECONDS.timedWait(waiting, left);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          return;
        }
      }
    }
  }

  /**
   * The oldest transactions that fit into a block; they stay here. One that is too long for any
   * block is skipped, since it would hold back all others.
   */
  List<CheckedTransaction> pack(int blockBytes) {
    List<CheckedTransaction> packed = new ArrayList<>();
    int room = Math.min(blockBytes, bytesMax);
    int left = room;
    synchronized (waiting) {
      for (CheckedTransaction transaction : waiting.values()) {
        int bytes = Admission.bytesInBlock(transaction);
        if (bytes > room) {
          continue;
        }
        left -= bytes;
        if (left < 0 || packed.size() == transactionsMax) {
          break;
        }
        packed.add(transaction);
      }
    }
    return packed;
  }

  /** Forgets transactions that stand in a block, whichever node proposed it. */
  void decided(Collection<CheckedTransaction> transactions) {
    synchronized (waiting) {
      for (CheckedTransaction transaction : transactions) {
        CheckedTransaction gone =
            transaction.id() == null ? null : waiting.remove(transaction.id());
        if (gone != null) {
          waitingBytes -= gone.memoryBytes();
        }
      }
      moved();
    }
  }
}
