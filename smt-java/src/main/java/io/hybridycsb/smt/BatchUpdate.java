package io.hybridycsb.smt;

import java.util.Arrays;

/**
 * Applies sorted changes to a subtree by copying the paths they touch. For one thread.
 *
 * <p>Every range [from, to) of changes that reaches a subtree at some depth shares that subtree's
 * prefix, is strictly sorted, and splits at one point into the changes of the left and of the right
 * child. Recursion is as deep as the tree, 256 at most. Subtrees that come out as they were are
 * shared and not hashed again.
 */
final class BatchUpdate {
  /**
   * How many changes go down the tree side by side: enough for the processor to wait for several
   * nodes at once, few enough for all of them to stay in its nearest caches until they are copied.
   */
  static final int GROUP = 32;

  private static final int LINEAR_SEARCH_MAX = 8;

  private final Hasher hasher;
  private final Node[] places;
  private final boolean[] isInner;
  private final Change[] kept;
  private int added;

  /** For at most so many changes. */
  BatchUpdate(Hasher hasher, int changes) {
    this.hasher = hasher;
    int group = Math.min(GROUP, changes);
    places = new Node[group];
    isInner = new boolean[group];
    kept = new Change[group];
  }

  /** How many more keys there are for all changes applied so far. */
  int added() {
    return added;
  }

  Node apply(Node node, Change[] changes, int from, int to, int depth) {
    if (to - from <= GROUP) {
      return rebuild(node, kept, 0, keepEffective(node, changes, from, to, depth), depth);
    }
    int middle = middle(changes, from, to, depth);
    Node left = apply(child(node, false, depth), changes, from, middle, depth + 1);
    Node right = apply(child(node, true, depth), changes, middle, to, depth + 1);
    return hasher.join(node, left, right);
  }

  static Node child(Node node, boolean right, int depth) {
    return node == null ? null : node.child(right, depth);
  }

  /**
   * Goes down to the places of a group of changes and keeps those that change something.
   *
   * @return how many are kept
   */
  private int keepEffective(Node node, Change[] changes, int from, int to, int startDepth) {
    int size = to - from;
    Arrays.fill(places, 0, size, node);
    for (int depth = startDepth; anyInner(size); depth++) {
      for (int i = 0; i < size; i++) {
        if (isInner[i]) {
          places[i] = ((Node.Inner) places[i]).child(changes[from + i].bit(depth), depth);
        }
      }
    }
    int count = 0;
    for (int i = from; i < to; i++) {
      Change change = changes[i];
      Change leaf = (Change) places[i - from];
      boolean present = leaf != null && leaf.hasPathOf(change);
      if (change.isDelete() ? present : !present || !leaf.hasValueOf(change)) {
        kept[count++] = change;
        added += change.isDelete() ? -1 : present ? 0 : 1;
      }
    }
    return count;
  }

  /** Reads the nodes at all places, one not waiting for another. */
  private boolean anyInner(int size) {
    boolean any = false;
    for (int i = 0; i < size; i++) {
      isInner[i] = places[i] != null && places[i].isInner;
      any |= isInner[i];
    }
    return any;
  }

  private Node rebuild(Node node, Change[] changes, int from, int to, int depth) {
    if (from == to) {
      return node;
    }
    if (to - from == 1 && !(node instanceof Node.Inner)) {
      Change change = changes[from];
      if (node == null || ((Change) node).hasPathOf(change)) {
        return change.isDelete() ? null : change;
      }
    }
    int middle = middle(changes, from, to, depth);
    Node left = rebuild(child(node, false, depth), changes, from, middle, depth + 1);
    Node right = rebuild(child(node, true, depth), changes, middle, to, depth + 1);
    return hasher.join(node, left, right);
  }

  /** The first change in [from, to) that goes right at this depth, or {@code to}. */
  static int middle(Change[] changes, int from, int to, int depth) {
    int low = from;
    int high = to;
    while (high - low > LINEAR_SEARCH_MAX) {
      int middle = (low + high) >>> 1;
      if (changes[middle].bit(depth)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    while (low < high && !changes[low].bit(depth)) {
      low++;
    }
    return low;
  }
}
