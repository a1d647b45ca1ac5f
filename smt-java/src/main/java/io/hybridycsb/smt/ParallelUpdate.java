package io.hybridycsb.smt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/**
 * Splits a large batch at the top levels of the tree into parts that several threads hash.
 *
 * <p>The caller works through the parts too and only ever waits for parts that another thread has
 * begun, so an executor that is busy, or refuses, costs speed but never progress.
 */
final class ParallelUpdate {
  /** Below this, handing work to another thread costs more than it saves. */
  static final int MIN_CHANGES = 256;

  private static final int PARTS_PER_THREAD = 8;
  private static final int MIN_CHANGES_PER_PART = 32;

  private final Change[] changes;
  private final int changesPerPart;
  private final List<Runnable> parts = new ArrayList<>();
  private final AtomicInteger added = new AtomicInteger();

  private ParallelUpdate(Change[] changes, int parallelism) {
    this.changes = changes;
    changesPerPart =
        Math.max(MIN_CHANGES_PER_PART, changes.length / (parallelism * PARTS_PER_THREAD));
  }

  /** The snapshot that strictly sorted changes make of another. */
  static Snapshot apply(Snapshot base, long version, Change[] changes, Options options) {
    int parallelism = options.parallelism();
    if (parallelism == 1 || changes.length < MIN_CHANGES) {
      BatchUpdate batch = new BatchUpdate(Hasher.ofThread(), changes.length);
      Node root = batch.apply(base.rootNode(), changes, 0, changes.length, 0);
      return new Snapshot(version, root, Math.addExact(base.size(), batch.added()));
    }
    ParallelUpdate update = new ParallelUpdate(changes, parallelism);
    Supplier<Node> plan = update.plan(base.rootNode(), 0, changes.length, 0);
    update.runParts(parallelism, options.executor());
    Node root = plan.get();
    return new Snapshot(version, root, Math.addExact(base.size(), update.added.get()));
  }

  /** Plans the parts of a subtree of the new tree; what gives it is to be asked once they ran. */
  private Supplier<Node> plan(Node node, int from, int to, int depth) {
    if (to - from <= changesPerPart) {
      CompletableFuture<Node> part = new CompletableFuture<>();
      // Here an executor that runs it at once: the thread that takes the part does the work.
      parts.add(() -> part.completeAsync(() -> applied(node, from, to, depth), Runnable::run));
      return part::join;
    }
    int parting = BatchUpdate.parting(node, changes, from, to, depth);
    int middle = BatchUpdate.middle(changes, from, to, parting);
    Supplier<Node> left = plan(Node.part(node, false, parting), from, middle, parting + 1);
    Supplier<Node> right = plan(Node.part(node, true, parting), middle, to, parting + 1);
    return () -> Hasher.ofThread().join(node, parting, left.get(), right.get());
  }

  private Node applied(Node node, int from, int to, int depth) {
    BatchUpdate batch = new BatchUpdate(Hasher.ofThread(), to - from);
    Node after = batch.apply(node, changes, from, to, depth);
    added.addAndGet(batch.added());
    return after;
  }

  private void runParts(int parallelism, Executor executor) {
    AtomicInteger next = new AtomicInteger();
    for (int i = 1; i < parallelism; i++) {
      try {
        executor.execute(() -> runUnclaimed(next));
      } catch (RejectedExecutionException refused) {
        break;
      }
    }
    runUnclaimed(next);
  }

  private void runUnclaimed(AtomicInteger next) {
    for (int i = next.getAndIncrement(); i < parts.size(); i = next.getAndIncrement()) {
      parts.get(i).run();
    }
  }
}
