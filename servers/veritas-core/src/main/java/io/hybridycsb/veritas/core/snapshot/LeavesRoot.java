package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.crypto.Hashes;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;

/**
 * The root of the sparse Merkle tree over leaves that come by rising path. It needs memory for one
 * path of the tree, however many leaves there are.
 */
final class LeavesRoot {
  private static final byte LEAF_PREFIX = 0;
  private static final byte NODE_PREFIX = 1;
  private static final byte[] EMPTY = new byte[Hashes.BYTES];

  /** A leaf alone stands for its subtree at any depth. */
  private static final int ANY_DEPTH = -1;

  /** A subtree that is complete, with the path of one of its leaves. */
  @SuppressWarnings("ArrayRecordComponent") // compared by nobody
  private record Subtree(byte[] hash, byte[] path, int depth) {}

  /** A subtree that waits for its sibling, which begins at this bit of the paths. */
  private record Left(Subtree subtree, int split) {}

  private final Deque<Left> waiting = new ArrayDeque<>();
  private Subtree last;
  private byte[] lastPath;

  /** Adds a leaf, whose path is above those before. */
  void add(byte[] path, byte[] valueHash) {
    if (last != null) {
      int split = commonBits(lastPath, path);
      joinBelow(split);
      waiting.push(new Left(last, split));
    }
    last = new Subtree(hash(LEAF_PREFIX, path, valueHash), path, ANY_DEPTH);
    lastPath = path;
  }

  /** The root over all leaves; 32 zero bytes if there are none. */
  byte[] root() {
    if (last == null) {
      return EMPTY.clone();
    }
    joinBelow(-1);
    return hashAt(0, last);
  }

  private void joinBelow(int depth) {
    while (!waiting.isEmpty() && waiting.peek().split() > depth) {
      Left left = waiting.pop();
      int below = left.split() + 1;
      byte[] hash = hash(NODE_PREFIX, hashAt(below, left.subtree()), hashAt(below, last));
      last = new Subtree(hash, last.path(), left.split());
    }
  }

  /** The hash of the subtree's ancestor at a depth, of which it is all. */
  private static byte[] hashAt(int depth, Subtree subtree) {
    byte[] hash = subtree.hash();
    for (int bit = subtree.depth() - 1; bit >= depth; bit--) {
      hash =
          isRight(subtree.path(), bit)
              ? hash(NODE_PREFIX, EMPTY, hash)
              : hash(NODE_PREFIX, hash, EMPTY);
    }
    return hash;
  }

  private static boolean isRight(byte[] path, int bit) {
    return (path[bit / Byte.SIZE] >> (Byte.SIZE - 1 - bit % Byte.SIZE) & 1) == 1;
  }

  private static int commonBits(byte[] a, byte[] b) {
    int at = Arrays.mismatch(a, b);
    int zeros = Integer.numberOfLeadingZeros((a[at] ^ b[at]) & 0xff) - (Integer.SIZE - Byte.SIZE);
    return at * Byte.SIZE + zeros;
  }

  private static byte[] hash(byte prefix, byte[] left, byte[] right) {
    byte[] bytes = new byte[1 + left.length + right.length];
    bytes[0] = prefix;
    System.arraycopy(left, 0, bytes, 1, left.length);
    System.arraycopy(right, 0, bytes, 1 + left.length, right.length);
    return Hashes.sha256(bytes);
  }
}
