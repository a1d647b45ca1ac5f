package io.hybridycsb.smt;

import java.util.List;

/** Steps through a list of leaves. */
final class ListCursor implements LeafCursor {
  private final List<Change> leaves;
  private int next;

  ListCursor(List<Change> leaves) {
    this.leaves = leaves;
  }

  @Override
  public boolean next() {
    if (next == leaves.size()) {
      return false;
    }
    next++;
    return true;
  }

  @Override
  public byte[] path() {
    return leaves.get(next - 1).path();
  }

  @Override
  public byte[] valueHash() {
    return leaves.get(next - 1).valueHash();
  }
}
