package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;

/** A {@link MerkleTree} that grows leaf by leaf, of which only the right edge is kept. */
public final class MerkleFrontier {
  /** A whole subtree; {@code leaves} is a power of two. */
  private record Subtree(long leaves, Hash root) {}

  /** The smallest first. No two are of one size. */
  private final Deque<Subtree> subtrees = new ArrayDeque<>();

  /** Adds a leaf with these data. */
  public void append(Hash data) {
    Subtree grown = new Subtree(1, MerkleTree.leaf(data));
    while (!subtrees.isEmpty() && subtrees.peek().leaves() == grown.leaves()) {
      Subtree left = subtrees.pop();
      grown = new Subtree(2 * left.leaves(), MerkleTree.node(left.root(), grown.root()));
    }
    subtrees.push(grown);
  }

  /**
   * The tree's root.
   *
   * @throws IllegalStateException if there is no leaf
   */
  public Hash root() {
    if (subtrees.isEmpty()) {
      throw new IllegalStateException("a tree without leaves has no root");
    }
    Iterator<Subtree> fromRight = subtrees.iterator();
    Hash root = fromRight.next().root();
    while (fromRight.hasNext()) {
      root = MerkleTree.node(fromRight.next().root(), root);
    }
    return root;
  }
}
