package io.hybridycsb.smt;

/**
 * Applies sorted changes to a subtree by copying the paths they touch.
 *
 * <p>Every range [from, to) of changes that reaches a subtree at some depth shares that subtree's
 * prefix, is strictly sorted, and splits at one point into the changes of the left and of the right
 * child. Recursion is as deep as the tree, 256 at most. Subtrees that come out as they were are
 * shared and not hashed again.
 */
final class BatchUpdate {
  private static final int LINEAR_SEARCH_MAX = 8;

  private final Change[] changes;

  BatchUpdate(Change[] changes) {
    this.changes = changes;
  }

  Node apply(Node node, int from, int to, int depth, Hasher hasher) {
    if (from == to) {
      return node;
    }
    if (node instanceof Node.Inner inner) {
      int middle = middle(from, to, depth);
      Node left = apply(inner.left, from, middle, depth + 1, hasher);
      Node right = apply(inner.right, middle, to, depth + 1, hasher);
      return join(inner, left, right, hasher);
    }
    Node.Leaf leaf = (Node.Leaf) node;
    if (to - from == 1 && (leaf == null || leaf.hasPathOf(changes[from]))) {
      return replace(leaf, changes[from], hasher);
    }
    int middle = middle(from, to, depth);
    boolean leafIsRight = leaf != null && leaf.bit(depth);
    Node left = apply(leafIsRight ? null : leaf, from, middle, depth + 1, hasher);
    Node right = apply(leafIsRight ? leaf : null, middle, to, depth + 1, hasher);
    return join(null, left, right, hasher);
  }

  private static Node replace(Node.Leaf leaf, Change change, Hasher hasher) {
    if (change.isDelete()) {
      return null;
    }
    return leaf != null && leaf.hasValueOf(change) ? leaf : hasher.leaf(change);
  }

  /** The subtree of two children; {@code before} is what stood there, if it was an inner node. */
  static Node join(Node.Inner before, Node left, Node right, Hasher hasher) {
    if (before != null && before.left == left && before.right == right) {
      return before;
    }
    if (left == null && !(right instanceof Node.Inner)) {
      return right;
    }
    if (right == null && left instanceof Node.Leaf) {
      return left;
    }
    return hasher.inner(left, right);
  }

  /** The first change in [from, to) that goes right at this depth, or {@code to}. */
  int middle(int from, int to, int depth) {
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
