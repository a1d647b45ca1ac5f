package io.hybridycsb.smt;

import java.util.Arrays;

/**
 * Applies sorted changes to a subtree by copying the paths they touch. For one thread.
 *
 * <p>Every range [from, to) of changes that reaches a subtree is strictly sorted and shares its
 * first bits with the subtree. At the depth at which the keys of both part, the range splits at one
 * point into the changes that go left and the changes that go right. So does the subtree; it goes
 * wholly to one side if its keys part further down. Recursion is as deep as the tree, 256 at most.
 * Subtrees that come out as they were are shared and not hashed again.
 */
final class BatchUpdate {
  /**
   * How many changes go down the tree side by side. They are enough for the processor to wait for
   * several nodes at once, and few enough for all of them to stay in its nearest caches until they
   * are copied.
   */
  static final int GROUP = 32;

  private static final int LINEAR_SEARCH_MAX = 8;

  private final Hasher hasher;
  private final Node[] places;
  private final int[] depths;
  private final Change[] kept;
  private int added;
  private boolean replacesOnly;

  /** For at most so many changes. */
  BatchUpdate(Hasher hasher, int changes) {
    this.hasher = hasher;
    int group = Math.min(GROUP, changes);
    places = new Node[group];
    depths = new int[group];
    kept = new Change[group];
  }

  /** How many more keys there are for all changes applied so far. */
  int added() {
    return added;
  }

  /** Applies changes that share their first bits, {@code depth} of them, with the subtree. */
  Node apply(Node node, Change[] changes, int from, int to, int depth) {
    if (to - from <= GROUP) {
      int count = keepEffective(node, changes, from, to);
      return replacesOnly ? replace(node, kept, 0, count) : rebuild(node, kept, 0, count, depth);
    }
    int parting = parting(node, changes, from, to, depth);
    int middle = middle(changes, from, to, parting);
    Node left = apply(Node.part(node, false, parting), changes, from, middle, parting + 1);
    Node right = apply(Node.part(node, true, parting), changes, middle, to, parting + 1);
    return hasher.join(node, parting, left, right);
  }

  /**
   * At which depth the keys of a subtree and of changes part, all of which share their first bits,
   * {@code depth} of them; 256 for a single key.
   */
  static int parting(Node node, Change[] changes, int from, int to, int depth) {
    if (node != null && node.depth == depth) {
      return depth;
    }
    int parting = changes[from].sharedBits(changes[to - 1]);
    if (node != null) {
      parting = Math.min(parting, changes[from].sharedBits(node.anyLeaf()));
    }
    return node != null && node.isInner() ? Math.min(parting, node.depth) : parting;
  }

  /**
   * Goes down to the leaves beside which a group of changes belongs and keeps those that change
   * something.
   *
   * @return how many are kept
   */
  private int keepEffective(Node node, Change[] changes, int from, int to) {
    int size = to - from;
    Arrays.fill(places, 0, size, node);
    while (node != null && anyInner(size)) {
      for (int i = 0; i < size; i++) {
        if (depths[i] != Node.LEAF) {
          places[i] = ((Node.Inner) places[i]).child(changes[from + i].bit(depths[i]));
        }
      }
    }
    int count = 0;
    replacesOnly = true;
    for (int i = from; i < to; i++) {
      Change change = changes[i];
      Change leaf = (Change) places[i - from];
      boolean present = leaf != null && leaf.hasPathOf(change);
      if (change.isDelete() ? present : !present || !leaf.hasValueOf(change)) {
        kept[count++] = change;
        replacesOnly &= present && !change.isDelete();
        added += change.isDelete() ? -1 : present ? 0 : 1;
      }
    }
    return count;
  }

  /** Reads the nodes at all places, one not waiting for another. */
  private boolean anyInner(int size) {
    boolean any = false;
    for (int i = 0; i < size; i++) {
      depths[i] = places[i].depth;
      any |= depths[i] != Node.LEAF;
    }
    return any;
  }

  /** Applies changes each of which gives a key of this subtree another value. */
  private Node replace(Node node, Change[] changes, int from, int to) {
    if (from == to) {
      return node;
    }
    if (!node.isInner()) {
      return changes[from];
    }
    Node.Inner inner = (Node.Inner) node;
    int middle = middle(changes, from, to, inner.depth);
    Node left = replace(inner.child(false), changes, from, middle);
    Node right = replace(inner.child(true), changes, middle, to);
    return hasher.replace(inner, left, right, changes[from], changes[to - 1]);
  }

  private Node rebuild(Node node, Change[] changes, int from, int to, int depth) {
    if (from == to) {
      return node;
    }
    int parting = parting(node, changes, from, to, depth);
    if (parting == Words.MAX_DEPTH) {
      return changes[from].isDelete() ? null : changes[from];
    }
    int middle = middle(changes, from, to, parting);
    Node left = rebuild(Node.part(node, false, parting), changes, from, middle, parting + 1);
    Node right = rebuild(Node.part(node, true, parting), changes, middle, to, parting + 1);
    return hasher.join(node, parting, left, right);
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
