package io.hybridycsb.immudb.proof;

import io.hybridycsb.verification.Hash;
import java.util.Iterator;
import java.util.List;

/**
 * The Merkle tree of RFC 9162, section 2.1, over SHA-256. immudb has one over the entries of each
 * transaction, and one over the accumulated hashes of all transactions.
 */
public final class MerkleTree {
  private static final byte[] LEAF = {0};
  private static final byte[] NODE = {1};

  private MerkleTree() {}

  static Hash leaf(Hash data) {
    return Hash.sha256(LEAF, data.bytes());
  }

  static Hash node(Hash left, Hash right) {
    return Hash.sha256(NODE, left.bytes(), right.bytes());
  }

  /** The root of a tree over these data, of which there is at least one. */
  public static Hash root(List<Hash> data) {
    MerkleFrontier tree = new MerkleFrontier();
    data.forEach(tree::append);
    return tree.root();
  }

  /**
   * Whether a leaf is in a tree.
   *
   * @param data of the leaf
   * @param index of the leaf, from 0
   * @param size the tree's leaves
   * @param path from the leaf to the root: the siblings' hashes
   */
  public static boolean includes(Hash data, long index, long size, Path path, Hash root) {
    if (index < 0 || index >= size) {
      return false;
    }
    long node = index;
    long last = size - 1;
    Hash hash = leaf(data);
    for (Hash sibling : path.hashes()) {
      if (last == 0) {
        return false;
      }
      if (isRight(node) || node == last) {
        hash = node(sibling, hash);
        // A last node without a sibling is in the levels above as it is.
        while (!isRight(node) && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        hash = node(hash, sibling);
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 && hash.equals(root);
  }

  /**
   * Whether a tree has another as its beginning.
   *
   * @param size of the other, at least 1
   * @param root of the other
   * @param proof as in the RFC, but it begins with the other's root also where the RFC leaves that
   *     out; empty for trees of one size
   */
  public static boolean isExtended(long size, Hash root, long newSize, Hash newRoot, Path proof) {
    if (size < 1 || size > newSize) {
      return false;
    }
    if (size == newSize) {
      return proof.hashes().isEmpty() && root.equals(newRoot);
    }
    if (proof.hashes().isEmpty()) {
      return false;
    }
    long node = size - 1;
    long last = newSize - 1;
    while (isRight(node)) {
      node >>= 1;
      last >>= 1;
    }
    Iterator<Hash> hashes = proof.hashes().iterator();
    Hash old = hashes.next();
    Hash now = old;
    while (hashes.hasNext()) {
      if (last == 0) {
        return false;
      }
      Hash sibling = hashes.next();
      if (isRight(node) || node == last) {
        old = node(sibling, old);
        now = node(sibling, now);
        while (!isRight(node) && node != 0) {
          node >>= 1;
          last >>= 1;
        }
      } else {
        now = node(now, sibling);
      }
      node >>= 1;
      last >>= 1;
    }
    return last == 0 && old.equals(root) && now.equals(newRoot);
  }

  private static boolean isRight(long node) {
    return (node & 1) == 1;
  }
}
