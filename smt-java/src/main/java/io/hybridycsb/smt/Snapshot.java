package io.hybridycsb.smt;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HexFormat;
import java.util.Iterator;

/**
 * The tree as it was at one version. Immutable; any number of threads may read it, and later
 * updates never change it.
 */
public final class Snapshot {
  private final long version;
  private final Node root;
  private final int size;
  private final byte[] hash;

  Snapshot(long version, Node root, int size) {
    this.version = version;
    this.root = root;
    this.size = size;
    hash = Hasher.ofThread().root(root);
  }

  Node rootNode() {
    return root;
  }

  /** The version that was given with the update; 0 is the empty tree before any update. */
  public long version() {
    return version;
  }

  /** The 32-byte root, a new array; 32 zero bytes if the tree is empty. */
  public byte[] root() {
    return hash.clone();
  }

  /** The number of keys. */
  public int size() {
    return size;
  }

  /** The SHA-256 of the key's value, or null if the key is not there. */
  public byte[] valueHash(byte[] key) {
    return valueHashAtPath(Hashes.path(key));
  }

  /** As {@link #valueHash}, for a key given by its 32-byte path. */
  public byte[] valueHashAtPath(byte[] path) {
    Words.requireHash(path, "a path");
    Node node = root;
    while (node instanceof Node.Inner inner) {
      node = inner.child(Words.bit(path, inner.depth));
    }
    return node instanceof Change leaf && leaf.hasPath(path) ? leaf.valueHash() : null;
  }

  /** Proves what the tree holds for a key: that it is there with its value, or that it is not. */
  public Proof prove(byte[] key) {
    return provePath(Hashes.path(key));
  }

  /** As {@link #prove}, for a key given by its 32-byte path. */
  public Proof provePath(byte[] path) {
    Words.requireHash(path, "a path");
    byte[] siblings = new byte[32 * Words.HASH_BYTES];
    int depth = 0;
    Node node = root;
    while (node instanceof Node.Inner inner) {
      boolean right = Words.bit(path, inner.depth);
      int offset = inner.depth * Words.HASH_BYTES;
      if (offset >= siblings.length) {
        siblings = Arrays.copyOf(siblings, offset + siblings.length);
      }
      inner.writeHash(!right, siblings, offset);
      node = inner.child(right);
      depth = inner.depth + 1;
    }
    Change leaf = (Change) node;
    int shared = leaf == null ? depth : leaf.sharedBits(path);
    if (shared < depth) {
      return proveBesideLevels(path, shared, siblings);
    }
    boolean otherLeaf = leaf != null && shared < Words.MAX_DEPTH;
    return new Proof(Arrays.copyOf(siblings, depth * Words.HASH_BYTES), otherLeaf ? leaf : null);
  }

  /** Proves absence by the subtree whose keys all leave the path above where they part. */
  private Proof proveBesideLevels(byte[] path, int shared, byte[] siblings) {
    Node.Inner beside = (Node.Inner) root;
    while (beside.depth < shared) {
      beside = (Node.Inner) beside.child(Words.bit(path, beside.depth));
    }
    Hasher.ofThread().hash(beside, shared + 1, siblings, shared * Words.HASH_BYTES);
    return new Proof(Arrays.copyOf(siblings, (shared + 1) * Words.HASH_BYTES), null);
  }

  /**
   * Proves what the tree holds for many keys at once; shared parts of their proofs are stored once.
   * Keys may repeat.
   *
   * @throws IllegalArgumentException for no keys, or more than {@link MultiProof#MAX_KEYS}
   */
  public MultiProof proveAll(Collection<byte[]> keys) {
    return MultiProofBuilder.prove(root, keys.stream().map(Change::delete).toList());
  }

  /**
   * The tree as it was at an earlier version, which the caller knows how to get back to. No tree
   * retains the result; it shares with this snapshot what hasn't changed in between.
   *
   * @param version the earlier one
   * @param changes undo the updates since; of several changes of one key the last counts
   * @throws IllegalArgumentException if the version isn't an earlier one
   */
  public Snapshot revert(long version, Collection<Change> changes) {
    if (version < 0 || version >= this.version) {
      throw new IllegalArgumentException(
          "an earlier version than " + this.version + " is expected, not " + version);
    }
    return ParallelUpdate.apply(
        this, version, ChangeSort.sortedLastWins(changes), Options.defaults());
  }

  /** All leaves in ascending order of their paths. */
  public Iterator<Change> leaves() {
    return new Leaves(root);
  }

  @Override
  public String toString() {
    return "version " + version + ", " + size() + " keys, root " + HexFormat.of().formatHex(root());
  }

  /** Walks a tree from left to right; holds the right siblings of the way down. */
  private static final class Leaves implements Iterator<Change> {
    private final Deque<Node> pending = new ArrayDeque<>();

    Leaves(Node root) {
      if (root != null) {
        pending.push(root);
      }
    }

    @Override
    public boolean hasNext() {
      return !pending.isEmpty();
    }

    @Override
    public Change next() {
      Node node = pending.pop();
      while (node instanceof Node.Inner inner) {
        pending.push(inner.child(true));
        node = inner.child(false);
      }
      return (Change) node;
    }
  }
}
