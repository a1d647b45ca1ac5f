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
import java.util.concurrent.TimeUnit;

/** Tells those who wait what this node has committed. Every wait has an end. For many threads. */
final class Commits {
  private final Map<TransactionId, List<CompletableFuture<TransactionResult>>> transactions =
      new HashMap<>();
  private final TreeMap<Long, List<CompletableFuture<Void>>> heights = new TreeMap<>();
  private long height;

  Commits(long height) {
    this.height = height;
  }

  /** What becomes of a transaction from now on; empty if the time is up. */
  CompletableFuture<Optional<TransactionResult>> await(TransactionId id, long waitMs) {
    CompletableFuture<TransactionResult> wait = new CompletableFuture<>();
    synchronized (this) {
      transactions.computeIfAbsent(id, each -> new ArrayList<>(1)).add(wait);
    }
    return wait.thenApply(Optional::of)
        .completeOnTimeout(Optional.empty(), waitMs, TimeUnit.MILLISECONDS)
        .whenComplete((result, failure) -> forget(id, wait));
  }

  private synchronized void forget(TransactionId id, CompletableFuture<TransactionResult> wait) {
    List<CompletableFuture<TransactionResult>> waits = transactions.get(id);
    if (waits != null && waits.remove(wait) && waits.isEmpty()) {
      transactions.remove(id);
    }
  }

  /** Whether a block of this height was committed before the time was up. */
  CompletableFuture<Boolean> awaitHeight(long wanted, long waitMs) {
    CompletableFuture<Void> wait = new CompletableFuture<>();
    synchronized (this) {
      if (wanted <= height) {
        return CompletableFuture.completedFuture(true);
      }
      heights.computeIfAbsent(wanted, each -> new ArrayList<>(1)).add(wait);
    }
    return wait.thenApply(none -> true)
        .completeOnTimeout(false, waitMs, TimeUnit.MILLISECONDS)
        .whenComplete((reached, failure) -> forget(wanted, wait));
  }

  private synchronized void forget(long wanted, CompletableFuture<Void> wait) {
    List<CompletableFuture<Void>> waits = heights.get(wanted);
    if (waits != null && waits.remove(wait) && waits.isEmpty()) {
      heights.remove(wanted);
    }
  }

  /** Called when a block is committed. */
  void committed(long committedHeight, List<TransactionId> ids, List<TransactionResult> results) {
    List<Runnable> tell = new ArrayList<>();
    synchronized (this) {
      height = committedHeight;
      for (int i = 0; i < ids.size(); i++) {
        TransactionResult result = results.get(i);
        List<CompletableFuture<TransactionResult>> waits = transactions.remove(ids.get(i));
        if (waits != null) {
          waits.forEach(wait -> tell.add(() -> wait.complete(result)));
        }
      }
      var reached = heights.headMap(height, true);
      reached.values().forEach(waits -> waits.forEach(w -> tell.add(() -> w.complete(null))));
      reached.clear();
    }
    tell.forEach(Runnable::run);
  }

  /** How many wait for a transaction. */
  synchronized int waiting() {
    return transactions.size();
  }
}
