package io.hybridycsb.smt;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.TreeSet;

/** Rebuilds a root from claims and a multi-key proof; null wherever they do not fit together. */
final class MultiProofVerifier {
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  /** Of each key one, in ascending order of their paths. */
  private final List<Change> claims;

  private final MultiProof proof;
  private int codesRead;
  private int leafBytesRead;
  private int hashBytesRead;

  private MultiProofVerifier(List<Change> claims, MultiProof proof) {
    this.claims = claims;
    this.proof = proof;
  }

  static boolean verify(byte[] root, Collection<Change> claims, MultiProof proof) {
    if (claims.isEmpty() || claims.size() > MultiProof.MAX_KEYS) {
      return false;
    }
    List<Change> ofKeys = List.copyOf(new TreeSet<>(claims));
    boolean contradict = new HashSet<>(claims).size() > ofKeys.size();
    return !contradict && new MultiProofVerifier(ofKeys, proof).gives(root);
  }

  private boolean gives(byte[] root) {
    byte[] rebuilt = rebuild(0, claims.size(), 0);
    return codesRead == proof.codeCount()
        && leafBytesRead == proof.sharedLeaves().length
        && hashBytesRead == proof.sharedHashes().length
        && rebuilt != null
        && Arrays.equals(rebuilt, root);
  }

  private byte[] rebuild(int from, int to, int depth) {
    if (codesRead == proof.codeCount()) {
      return null;
    }
    int code = proof.code(codesRead++);
    if (from == to) {
      return beside(code);
    }
    return switch (code) {
      case MultiProof.EMPTY -> onlyPresent(from, to) == NONE ? Hashes.empty() : null;
      case MultiProof.INNER -> depth < Words.MAX_DEPTH ? inner(from, to, depth) : null;
      case MultiProof.KEY_LEAF -> keyLeaf(from, to);
      default -> otherLeaf(from, to, depth);
    };
  }

  private byte[] beside(int code) {
    if (code == MultiProof.EMPTY) {
      return Hashes.empty();
    }
    int end = hashBytesRead + Words.HASH_BYTES;
    if (code != MultiProof.HASH || end > proof.sharedHashes().length) {
      return null;
    }
    byte[] hash = Arrays.copyOfRange(proof.sharedHashes(), hashBytesRead, end);
    hashBytesRead = end;
    return hash;
  }

  private byte[] inner(int from, int to, int depth) {
    int middle = middle(claims, from, to, depth);
    byte[] left = rebuild(from, middle, depth + 1);
    byte[] right = left == null ? null : rebuild(middle, to, depth + 1);
    return right == null ? null : Hashes.node(left, right);
  }

  private byte[] keyLeaf(int from, int to) {
    int present = onlyPresent(from, to);
    return present < 0 ? null : hash(claims.get(present));
  }

  /**
   * Another key's leaf proves absence only on the way of the keys, and only if it is none of them.
   */
  private byte[] otherLeaf(int from, int to, int depth) {
    int end = leafBytesRead + Words.LEAF_BYTES;
    if (onlyPresent(from, to) != NONE || end > proof.sharedLeaves().length) {
      return null;
    }
    int valueAt = leafBytesRead + Words.HASH_BYTES;
    Change leaf = new Change(proof.sharedLeaves(), leafBytesRead, proof.sharedLeaves(), valueAt);
    leafBytesRead = end;
    for (int i = from; i < to; i++) {
      if (leaf.hasPathOf(claims.get(i))) {
        return null;
      }
    }
    return leaf.sharedBits(claims.get(from)) < depth ? null : hash(leaf);
  }

  private static byte[] hash(Change leaf) {
    return Hashes.leaf(leaf.path(), leaf.valueHash());
  }

  /** The index of the one key in a range that is claimed present, or NONE, or SEVERAL. */
  private int onlyPresent(int from, int to) {
    int found = NONE;
    for (int i = from; i < to; i++) {
      if (!claims.get(i).isDelete()) {
        if (found != NONE) {
          return SEVERAL;
        }
        found = i;
      }
    }
    return found;
  }

  /** The first key in [from, to) whose path goes right at this depth, or {@code to}. */
  static int middle(List<Change> keys, int from, int to, int depth) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (keys.get(middle).bit(depth)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
