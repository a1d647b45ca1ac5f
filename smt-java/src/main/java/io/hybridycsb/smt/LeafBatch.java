package io.hybridycsb.smt;

import java.util.List;

/**
 * The part of an update that is to be stored, whole or not at all.
 *
 * @param version the version that the update makes
 * @param root the 32-byte root at that version; not to be changed
 * @param leafCount the number of keys at that version
 * @param changes the leaves that change, in strictly ascending order of their paths
 */
public record LeafBatch(long version, byte[] root, int leafCount, List<Change> changes) {
  /** Checks the root's length. */
  public LeafBatch {
    Words.requireHash(root, "a root");
  }

  /**
   * For stores: checks that this follows their newest version.
   *
   * @throws IllegalArgumentException if this version is not above it
   */
  public void requireAfter(long newest) {
    if (version <= newest) {
      throw new IllegalArgumentException("version must be above " + newest + ", but is " + version);
    }
  }
}
