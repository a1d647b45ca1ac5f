package io.hybridycsb.smt;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;

/** Rebuilds a root from claims and a multi-key proof; null wherever they do not fit together. */
final class MultiProofVerifier {
  private static final int NONE = -1;
  private static final int SEVERAL = -2;

  private final List<byte[]> paths;
  private final byte[][] valueHashes;
  private final MultiProof proof;
  private int codesRead;
  private int leafBytesRead;
  private int hashBytesRead;

  private MultiProofVerifier(List<byte[]> paths, byte[][] valueHashes, MultiProof proof) {
    this.paths = paths;
    this.valueHashes = valueHashes;
    this.proof = proof;
  }

  static boolean verify(byte[] root, Collection<Claim> claims, MultiProof proof) {
    if (claims.isEmpty() || claims.size() > MultiProof.MAX_KEYS) {
      return false;
    }
    List<Claim> sorted = new ArrayList<>(claims);
    sorted.sort((a, b) -> Arrays.compareUnsigned(a.path(), b.path()));
    List<byte[]> paths = new ArrayList<>(sorted.size());
    byte[][] valueHashes = new byte[sorted.size()][];
    for (Claim claim : sorted) {
      boolean repeated =
          !paths.isEmpty() && Arrays.equals(paths.get(paths.size() - 1), claim.path());
      if (!repeated) {
        valueHashes[paths.size()] = claim.valueHash();
        paths.add(claim.path());
      } else if (!Arrays.equals(valueHashes[paths.size() - 1], claim.valueHash())) {
        return false;
      }
    }
    return new MultiProofVerifier(paths, valueHashes, proof).gives(root);
  }

  private boolean gives(byte[] root) {
    byte[] rebuilt = rebuild(0, paths.size(), 0);
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
    int middle = middle(paths, from, to, depth);
    byte[] left = rebuild(from, middle, depth + 1);
    byte[] right = left == null ? null : rebuild(middle, to, depth + 1);
    return right == null ? null : Hashes.node(left, right);
  }

  private byte[] keyLeaf(int from, int to) {
    int present = onlyPresent(from, to);
    return present < 0 ? null : Hashes.leaf(paths.get(present), valueHashes[present]);
  }

  /**
   * Another key's leaf proves absence only on the way of the keys, and only if it is none of them.
   */
  private byte[] otherLeaf(int from, int to, int depth) {
    int end = leafBytesRead + ProofLeaf.BYTES;
    if (onlyPresent(from, to) != NONE || end > proof.sharedLeaves().length) {
      return null;
    }
    int valueAt = leafBytesRead + Words.HASH_BYTES;
    byte[] path = Arrays.copyOfRange(proof.sharedLeaves(), leafBytesRead, valueAt);
    byte[] valueHash = Arrays.copyOfRange(proof.sharedLeaves(), valueAt, end);
    leafBytesRead = end;
    for (int i = from; i < to; i++) {
      if (Arrays.equals(path, paths.get(i))) {
        return null;
      }
    }
    return Words.samePrefix(path, paths.get(from), depth) ? Hashes.leaf(path, valueHash) : null;
  }

  /** The index of the one key in a range that is claimed present, or NONE, or SEVERAL. */
  private int onlyPresent(int from, int to) {
    int found = NONE;
    for (int i = from; i < to; i++) {
      if (valueHashes[i] != null) {
        if (found != NONE) {
          return SEVERAL;
        }
        found = i;
      }
    }
    return found;
  }

  static List<byte[]> sortedDistinct(Collection<byte[]> paths) {
    List<byte[]> sorted = new ArrayList<>(paths);
    sorted.sort(Arrays::compareUnsigned);
    List<byte[]> distinct = new ArrayList<>(sorted.size());
    for (byte[] path : sorted) {
      if (distinct.isEmpty() || !Arrays.equals(distinct.get(distinct.size() - 1), path)) {
        distinct.add(path);
      }
    }
    return distinct;
  }

  /** The first path in [from, to) that goes right at this depth, or {@code to}. */
  static int middle(List<byte[]> paths, int from, int to, int depth) {
    int low = from;
    int high = to;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Words.bit(paths.get(middle), depth)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
}
