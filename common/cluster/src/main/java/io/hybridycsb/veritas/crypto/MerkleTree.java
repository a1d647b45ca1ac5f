package io.hybridycsb.veritas.crypto;

import java.util.Arrays;
import java.util.List;

/**
 * Merkle tree over a list: leaf = SHA-256(0x00 ‖ bytes), node = SHA-256(0x01 ‖ left ‖ right); a
 * node without a right neighbour moves up as it is. The root of no leaves is 32 zero bytes.
 */
public final class MerkleTree {
  private final byte[][] levels;

  private MerkleTree(byte[][] levels) {
    this.levels = levels;
  }

  /** The hash of a leaf. */
  public static byte[] leaf(byte[] bytes) {
    return Hashes.sha256((byte) 0, bytes);
  }

  /** The hash of a leaf that consists of {@code bytes} and one more byte. */
  public static byte[] leaf(byte[] bytes, byte last) {
    return Hashes.sha256((byte) 0, bytes, last);
  }

  public static MerkleTree of(List<byte[]> leafHashes) {
    byte[] level = new byte[leafHashes.size() * Hashes.BYTES];
    for (int i = 0; i < leafHashes.size(); i++) {
      System.arraycopy(leafHashes.get(i), 0, level, i * Hashes.BYTES, Hashes.BYTES);
    }
    byte[][] levels = new byte[33][];
    int count = 0;
    levels[count++] = level;
    while (level.length > Hashes.BYTES) {
      level = levelAbove(level);
      levels[count++] = level;
    }
    return new MerkleTree(Arrays.copyOf(levels, count));
  }

  public byte[] root() {
    byte[] top = levels[levels.length - 1];
    return top.length == 0 ? new byte[Hashes.BYTES] : top.clone();
  }

  /** The siblings of leaf {@code index}, from the leaf upwards, 32 bytes each. */
  public byte[] path(int index) {
    byte[] path = new byte[(levels.length - 1) * Hashes.BYTES];
    int length = 0;
    int at = index;
    for (int depth = 0; depth < levels.length - 1; depth++, at >>>= 1) {
      int siblingAt = (at ^ 1) * Hashes.BYTES;
      if (siblingAt < levels[depth].length) {
        System.arraycopy(levels[depth], siblingAt, path, length, Hashes.BYTES);
        length += Hashes.BYTES;
      }
    }
    return Arrays.copyOf(path, length);
  }

  /**
   * The root of the tree of {@code size} leaves in which {@code leafHash} is leaf {@code index}, or
   * null if {@code path} isn't a path in such a tree.
   */
  public static byte[] rootFromPath(byte[] leafHash, int index, int size, byte[] path) {
    if (size < 1 || index < 0 || index >= size) {
      return null;
    }
    byte[] hash = leafHash.clone();
    int used = 0;
    int at = index;
    for (int width = size; width > 1; width = (width + 1) >>> 1, at >>>= 1) {
      if ((at ^ 1) >= width) {
        continue;
      }
      if (used + Hashes.BYTES > path.length) {
        return null;
      }
      if ((at & 1) == 0) {
        Hashes.node(hash, 0, path, used, hash, 0);
      } else {
        Hashes.node(path, used, hash, 0, hash, 0);
      }
      used += Hashes.BYTES;
    }
    return used == path.length ? hash : null;
  }

  private static byte[] levelAbove(byte[] level) {
    int nodes = level.length / Hashes.BYTES;
    byte[] above = new byte[(nodes + 1) / 2 * Hashes.BYTES];
    for (int i = 0; i + 1 < nodes; i += 2) {
      int at = i * Hashes.BYTES;
      Hashes.node(level, at, level, at + Hashes.BYTES, above, at / 2);
    }
    if (nodes % 2 == 1) {
      System.arraycopy(
          level, level.length - Hashes.BYTES, above, above.length - Hashes.BYTES, Hashes.BYTES);
    }
    return above;
  }
}
