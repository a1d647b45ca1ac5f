package io.hybridycsb.smt;

import java.util.Arrays;
import java.util.Collection;

/**
 * Checks what a tree's owner says against a root that the caller trusts. Needs nothing but its
 * arguments; false means not proven, whatever the reason.
 */
public final class Verifier {
  private Verifier() {}

  /** Whether the proof shows that the tree with this root holds this value for this key. */
  public static boolean verifyMembership(byte[] root, byte[] key, byte[] value, Proof proof) {
    return verifyMembershipAtPath(root, Hashes.path(key), Hashes.value(value), proof);
  }

  /** As above, for a key given by its 32-byte path and a value given by its SHA-256. */
  public static boolean verifyMembershipAtPath(
      byte[] root, byte[] path, byte[] valueHash, Proof proof) {
    byte[] leaf = Hashes.leaf(path, valueHash);
    return proof.otherLeaf().isEmpty() && leadsTo(root, path, leaf, proof.sharedSiblings());
  }

  /** Whether the proof shows that the tree with this root does not hold this key. */
  public static boolean verifyAbsence(byte[] root, byte[] key, Proof proof) {
    return verifyAbsenceAtPath(root, Hashes.path(key), proof);
  }

  /**
   * As above, for a key given by its 32-byte path. Another key's leaf counts only if it stands on
   * this key's way, as deep as the proof goes, and is not this key's own.
   */
  public static boolean verifyAbsenceAtPath(byte[] root, byte[] path, Proof proof) {
    Words.requireHash(path, "a path");
    Change other = proof.otherLeaf().orElse(null);
    if (other == null) {
      return leadsTo(root, path, Hashes.empty(), proof.sharedSiblings());
    }
    if (other.hasPath(path) || other.sharedBits(path) < proof.depth()) {
      return false;
    }
    byte[] leaf = Hashes.leaf(other.path(), other.valueHash());
    return leadsTo(root, path, leaf, proof.sharedSiblings());
  }

  /**
   * Whether the proof shows that the tree with this root is for each key as the change leaves it:
   * holds its value, or does not hold the key. False for no claims, for claims that contradict each
   * other, and for a proof of other keys than these.
   */
  public static boolean verifyAll(byte[] root, Collection<Change> claims, MultiProof proof) {
    return MultiProofVerifier.verify(root, claims, proof);
  }

  private static boolean leadsTo(byte[] root, byte[] path, byte[] subtree, byte[] siblings) {
    Hasher hasher = Hasher.ofThread();
    byte[] preimage = new byte[Hasher.PREIMAGE_BYTES];
    preimage[0] = Hasher.NODE_PREFIX;
    byte[] hash = subtree;
    for (int depth = siblings.length / Words.HASH_BYTES - 1; depth >= 0; depth--) {
      boolean right = Words.bit(path, depth);
      System.arraycopy(hash, 0, preimage, right ? Hasher.RIGHT : Hasher.LEFT, Words.HASH_BYTES);
      System.arraycopy(
          siblings,
          depth * Words.HASH_BYTES,
          preimage,
          right ? Hasher.LEFT : Hasher.RIGHT,
          Words.HASH_BYTES);
      hasher.digest(preimage, hash, 0);
    }
    return Arrays.equals(hash, root);
  }
}
