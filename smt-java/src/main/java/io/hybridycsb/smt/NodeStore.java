package io.hybridycsb.smt;

import java.io.Closeable;
import java.io.IOException;
import java.util.stream.Stream;

/**
 * Keeps a tree's leaves across restarts.
 *
 * <p>A store holds leaves only: path → value hash, and for the newest version its number, root and
 * count of leaves. Inner nodes follow from the leaves and are hashed again when a tree is opened.
 * Storing them would cost about ten writes for each key that changes.
 *
 * <p>The contract: {@link #apply} is atomic and durable when it returns. After a crash the store
 * holds some version that was applied, whole, and none older than the last whose {@code apply}
 * returned. One thread at a time calls it.
 */
public interface NodeStore extends Closeable {
  /** The newest version, or 0 if nothing has been applied. */
  long version();

  /** The 32-byte root at that version, as it was applied; 32 zero bytes at version 0. */
  byte[] root();

  /** The number of leaves at that version. */
  int leafCount();

  /**
   * The leaves at that version, in ascending order of their paths; to be closed. Not valid after
   * the next {@link #apply}.
   */
  Stream<Change> leaves() throws IOException;

  /**
   * Applies an update, whole or not at all.
   *
   * @throws IllegalArgumentException if its version is not above {@link #version}
   */
  void apply(LeafBatch batch) throws IOException;
}
