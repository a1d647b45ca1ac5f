package io.hybridycsb.relational.node;

import io.hybridycsb.relational.node.database.TransactionId;
import io.hybridycsb.relational.node.database.TransactionResult;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/** Tells those who wait what this node has committed. Every wait has an end. For many threads. */
final class Commits {
  private final Executor executor;
  private final Map<TransactionId, List<CompletableFuture<Optional<TransactionResult>>>>
      transactions = new HashMap<>();
  private final TreeMap<Long, List<CompletableFuture<Boolean>>> heights = new TreeMap<>();
  private long height;

  /**
   * @param height the last committed one
   * @param executor tells those who wait, so that the chain doesn't wait for that
   */
  Commits(long height, Executor executor) {
    this.height = height;
    this.executor = executor;
  }

  /**
   * What becomes of a transaction from now on; empty if the time is up. Whoever completes it no
   * longer waits.
   */
  CompletableFuture<Optional<TransactionResult>> await(TransactionId id, long waitMs) {
    CompletableFuture<Optional<TransactionResult>> wait = new CompletableFuture<>();
    synchronized (this) {
      transactions.computeIfAbsent(id, each -> new ArrayList<>(1)).add(wait);
    }
    wait.whenComplete((result, failure) -> forget(transactions, id, wait));
    return wait.completeOnTimeout(Optional.empty(), waitMs, TimeUnit.MILLISECONDS);
  }

  /** Whether a block of this height was committed before the time was up. */
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

  private synchronized <K, V> void forget(
      Map<K, List<CompletableFuture<V>>> all, K key, CompletableFuture<V> wait) {
    List<CompletableFuture<V>> waits = all.get(key);
    if (waits != null && waits.remove(wait) && waits.isEmpty()) {
      all.remove(key);
    }
  }

  /** Called when a block is committed; those who wait are told by the executor. */
  void committed(long committedHeight, List<TransactionId> ids, List<TransactionResult> results) {
    List<Runnable> tell = new ArrayList<>();
    synchronized (this) {
      height = committedHeight;
      for (int i = 0; i < ids.size(); i++) {
        Optional<TransactionResult> result = Optional.of(results.get(i));
        var waits = transactions.remove(ids.get(i));
        if (waits != null) {
          waits.forEach(wait -> tell.add(() -> wait.complete(result)));
        }
      }
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
