package io.hybridycsb.smt;

/** Walks a tree from left to right; holds the right siblings of the way down. */
final class TreeCursor implements LeafCursor {
  private final Node[] pending = new Node[Words.MAX_DEPTH + 1];
  private int pendingCount;
  private Change leaf;

  TreeCursor(Node root) {
    push(root);
  }

  private void push(Node node) {
    if (node != null) {
      pending[pendingCount++] = node;
    }
  }

  @Override
  public boolean next() {
    leaf = null;
    while (leaf == null && pendingCount > 0) {
      Node node = pending[--pendingCount];
      if (node instanceof Node.Inner inner) {
        push(inner.child(true));
        push(inner.child(false));
      } else {
        leaf = (Change) node;
      }
    }
    return leaf != null;
  }

  @Override
  public byte[] path() {
    return current().path();
  }

  @Override
  public byte[] valueHash() {
    return current().valueHash();
  }

  private Change current() {
    if (leaf == null) {
      throw new IllegalStateException("the cursor stands on no leaf: call next() first");
    }
    return leaf;
  }
}
