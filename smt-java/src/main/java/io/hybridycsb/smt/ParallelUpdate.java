package io.hybridycsb.smt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;

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
  private final List<Part> parts = new ArrayList<>();
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
    Plan plan = update.plan(base.rootNode(), 0, changes.length, 0);
    update.runParts(parallelism, options.executor());
    Node root = plan.finish(Hasher.ofThread());
    return new Snapshot(version, root, Math.addExact(base.size(), update.added.get()));
  }

  private Plan plan(Node node, int from, int to, int depth) {
    if (to - from <= changesPerPart) {
      Part part = new Part(node, from, to, depth);
      parts.add(part);
      return part;
    }
    int parting = BatchUpdate.parting(node, changes, from, to, depth);
    int middle = BatchUpdate.middle(changes, from, to, parting);
    return new Split(
        node,
        parting,
        plan(Node.part(node, false, parting), from, middle, parting + 1),
        plan(Node.part(node, true, parting), middle, to, parting + 1));
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
    Hasher hasher = Hasher.ofThread();
    for (int i = next.getAndIncrement(); i < parts.size(); i = next.getAndIncrement()) {
      parts.get(i).run(hasher);
    }
  }

  /** A subtree of the new tree, available once all parts have run. */
  private interface Plan {
    Node finish(Hasher hasher);
  }

  private record Split(Node before, int depth, Plan left, Plan right) implements Plan {
    @Override
    public Node finish(Hasher hasher) {
      return hasher.join(before, depth, left.finish(hasher), right.finish(hasher));
    }
  }

  private final class Part implements Plan {
    private final Node node;
    private final int from;
    private final int to;
    private final int depth;
    private final CompletableFuture<Node> result = new CompletableFuture<>();

    Part(Node node, int from, int to, int depth) {
      this.node = node;
      this.from = from;
      this.to = to;
      this.depth = depth;
    }

    void run(Hasher hasher) {
      try {
        BatchUpdate batch = new BatchUpdate(hasher, to - from);
        Node after = batch.apply(node, changes, from, to, depth);
        added.addAndGet(batch.added());
        result.complete(after);
      } catch (Throwable e) {
        result.completeExceptionally(e);
      }
    }

    @Override
    public Node finish(Hasher hasher) {
      return result.join();
    }
  }
}
