package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.TransactionId;
import io.hybridycsb.relational.node.database.TransactionResult;
import io.hybridycsb.verification.Hash;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/**
 * Tells those who wait what became of transactions: what a block that this node has committed has
 * come to, once that is decided. Every wait has an end. For many threads.
 */
public final class Commits {
  private final Executor executor;
  private final Map<Awaited, List<CompletableFuture<Optional<TransactionResult>>>> transactions =
      new HashMap<>();

  /** By the block's height; whoever no longer waits is forgotten. */
  private final TreeMap<Long, List<Notice>> undecided = new TreeMap<>();

  private final TreeMap<Long, List<CompletableFuture<Boolean>>> heights = new TreeMap<>();
  private long height;

  /**
   * What is waited for.
   *
   * @param body that the transaction has; empty for the first of this id
   */
  private record Awaited(TransactionId id, Optional<Hash> body) {
    static Awaited of(BlockTransaction transaction) {
      return new Awaited(transaction.id(), Optional.of(transaction.body()));
    }

    static Awaited firstOf(TransactionId id) {
      return new Awaited(id, Optional.empty());
    }
  }

  /** Who is to be told what. */
  private record Notice(
      CompletableFuture<Optional<TransactionResult>> waiting, Optional<TransactionResult> result) {}

  /**
   * @param executor tells those who wait, so that the chain doesn't wait for that
   */
  public Commits(Executor executor) {
    this.executor = executor;
  }

  /**
   * What becomes of a transaction from now on; empty if the time is up. Whoever completes it no
   * longer waits.
   */
  CompletableFuture<Optional<TransactionResult>> await(BlockTransaction transaction, long waitMs) {
    return await(Awaited.of(transaction), waitMs);
  }

  /**
   * The same of the first transaction with an id. Whoever waits looks it up, too: it may be there
   * already, and what comes from now on another one.
   */
  CompletableFuture<Optional<TransactionResult>> await(TransactionId id, long waitMs) {
    return await(Awaited.firstOf(id), waitMs);
  }

  private CompletableFuture<Optional<TransactionResult>> await(Awaited awaited, long waitMs) {
    CompletableFuture<Optional<TransactionResult>> wait = new CompletableFuture<>();
    synchronized (this) {
      transactions.computeIfAbsent(awaited, each -> new ArrayList<>(1)).add(wait);
    }
    wait.whenComplete((result, failure) -> forget(transactions, awaited, wait));
    return wait.completeOnTimeout(Optional.empty(), waitMs, TimeUnit.MILLISECONDS);
  }

  /** The height up to which all blocks are decided, as far as is known here. */
  public synchronized long height() {
    return height;
  }

  /** Whether a block of this height was decided before the time was up. */
  CompletableFuture<Boolean> awaitHeight(long wanted, long waitMs) {
    CompletableFuture<Boolean> wait = new CompletableFuture<>();
    synchronized (this) {
      if (wanted <= height) {
        return CompletableFuture.completedFuture(true);
      }
      heights.computeIfAbsent(wanted, each -> new ArrayList<>(1)).add(wait);
    }
    wait.whenComplete((reached, failure) -> forget(heights, wanted, wait));
    return wait.completeOnTimeout(false, waitMs, TimeUnit.MILLISECONDS);
  }

  private synchronized <K, W> void forget(Map<K, List<W>> all, K key, W wait) {
    List<W> waits = all.get(key);
    if (waits != null && waits.remove(wait) && waits.isEmpty()) {
      all.remove(key);
    }
  }

  /**
   * Called when a block is committed here. What it has come to is told once it is decided.
   *
   * @param executed its transactions
   * @param results one for each
   */
  public void executed(
      long blockHeight, List<BlockTransaction> executed, List<TransactionResult> results) {
    List<Notice> told = new ArrayList<>();
    synchronized (this) {
      for (int i = 0; i < executed.size(); i++) {
        Optional<TransactionResult> result = Optional.of(results.get(i));
        tell(Awaited.of(executed.get(i)), result, told);
        tell(Awaited.firstOf(executed.get(i).id()), result, told);
      }
      if (!told.isEmpty()) {
        undecided.computeIfAbsent(blockHeight, each -> new ArrayList<>()).addAll(told);
      }
    }
    for (Notice each : told) {
      each.waiting().whenComplete((result, failure) -> forget(undecided, blockHeight, each));
    }
  }

  private void tell(Awaited awaited, Optional<TransactionResult> result, List<Notice> told) {
    var waits = transactions.remove(awaited);
    if (waits != null) {
      waits.forEach(wait -> told.add(new Notice(wait, result)));
    }
  }

  /** Called when all blocks up to a height are decided; those who wait are told by the executor. */
  public void decided(long decidedHeight) {
    List<Runnable> tell = new ArrayList<>();
    synchronized (this) {
      height = Math.max(height, decidedHeight);
      var decided = undecided.headMap(height, true);
      decided
          .values()
          .forEach(
              all -> all.forEach(each -> tell.add(() -> each.waiting().complete(each.result()))));
      decided.clear();
      var reached = heights.headMap(height, true);
      reached.values().forEach(waits -> waits.forEach(w -> tell.add(() -> w.complete(true))));
      reached.clear();
    }
    if (!tell.isEmpty()) {
      executor.execute(() -> tell.forEach(Runnable::run));
    }
  }

  /** How many wait for a transaction. */
  synchronized int waiting() {
    return transactions.size();
  }
}
