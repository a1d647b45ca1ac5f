package io.hybridycsb.immudb.proof;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** A {@link MerkleTree} that grows leaf by leaf, of which only the right edge is kept. */
public final class MerkleFrontier {
  /** A whole subtree; {@code leaves} is a power of two. */
  private record Subtree(long leaves, byte[] root) {}

  /** The smallest first. No two are of one size. */
  private final Deque<Subtree> subtrees = new ArrayDeque<>();

  private long size;

  public long size() {
    return size;
  }

  /** Adds a leaf with these data. */
  public void append(byte[] data) {
    Subtree grown = new Subtree(1, MerkleTree.leaf(data));
    while (!subtrees.isEmpty() && subtrees.peek().leaves() == grown.leaves()) {
      Subtree left = subtrees.pop();
      grown = new Subtree(2 * left.leaves(), MerkleTree.node(left.root(), grown.root()));
    }
    subtrees.push(grown);
    size++;
  }

  /**
   * The tree's root.
   *
   * @throws IllegalStateException if there is no leaf
   */
  public byte[] root() {
    if (subtrees.isEmpty()) {
      throw new IllegalStateException("a tree without leaves has no root");
    }
    Iterator<Subtree> fromRight = subtrees.iterator();
    byte[] root = fromRight.next().root();
    while (fromRight.hasNext()) {
      root = MerkleTree.node(fromRight.next().root(), root);
    }
    return root;
  }
}
