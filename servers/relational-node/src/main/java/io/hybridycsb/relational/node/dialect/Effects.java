package io.hybridycsb.relational.node.dialect;

import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The digest of a block's effects: a chain over groups of row hashes. In which order a database
 * meets the rows of a group is its own affair, so that they are sorted.
 */
public final class Effects {
  private byte[] digest = new byte[Hashes.BYTES];

  /**
   * Adds a group.
   *
   * @param hashes of rows, one after the other, in any order
   */
  public void add(byte[] hashes) {
    if (hashes.length == 0) {
      return;
    }
    if (hashes.length % Hashes.BYTES != 0) {
      throw new IllegalStateException("hashes of rows have other lengths than theirs");
    }
    List<byte[]> sorted = new ArrayList<>(hashes.length / Hashes.BYTES);
    for (int at = 0; at < hashes.length; at += Hashes.BYTES) {
      sorted.add(Arrays.copyOfRange(hashes, at, at + Hashes.BYTES));
    }
    sorted.sort(Arrays::compareUnsigned);
    ByteBuffer all = ByteBuffer.allocate(Hashes.BYTES + hashes.length).put(digest);
    sorted.forEach(all::put);
    digest = Hashes.sha256(all.array());
  }

  /** All of it, 32 bytes. */
  public byte[] digest() {
    return digest;
  }
}
