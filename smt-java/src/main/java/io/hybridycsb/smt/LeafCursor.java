package io.hybridycsb.smt;

import java.io.Closeable;
import java.io.IOException;

/** Steps through leaves in ascending order of their paths. For one thread. */
public interface LeafCursor extends Closeable {
  /** Moves to the next leaf, at first to the first; false when there is none. */
  boolean next() throws IOException;

  /** The 32-byte path of the leaf stood on; the caller must not change the array. */
  byte[] path();

  /** The 32-byte value hash of the leaf stood on; the caller must not change the array. */
  byte[] valueHash();

  /** Releases what the cursor reads from. */
  @Override
  default void close() throws IOException {}
}
