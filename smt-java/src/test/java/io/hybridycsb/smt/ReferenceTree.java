package io.hybridycsb.smt;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The definition of the tree, word for word and slowly; shares no code with what it checks. */
final class ReferenceTree {
  private final TreeMap<byte[], byte[]> leaves = new TreeMap<>(Arrays::compareUnsigned);

  void apply(Collection<Change> changes) {
    for (Change change : changes) {
      if (change.isDelete()) {
        leaves.remove(change.path());
      } else {
        leaves.put(change.path(), change.valueHash());
      }
    }
  }

  Map<byte[], byte[]> leaves() {
    return leaves;
  }

  byte[] root() {
    return root(new ArrayList<>(leaves.entrySet()), 0);
  }

  /** The siblings of a path's way from below the root down to a subtree of one key or none. */
  List<byte[]> siblings(byte[] path) {
    List<byte[]> siblings = new ArrayList<>();
    List<Map.Entry<byte[], byte[]>> way = new ArrayList<>(leaves.entrySet());
    for (int depth = 0; way.size() > 1; depth++) {
      boolean right = bit(path, depth);
      siblings.add(root(side(way, !right, depth), depth + 1));
      way = side(way, right, depth);
    }
    return siblings;
  }

  private static byte[] root(List<Map.Entry<byte[], byte[]>> leaves, int depth) {
    if (leaves.isEmpty()) {
      return new byte[32];
    }
    if (leaves.size() == 1) {
      return sha256((byte) 0, leaves.get(0).getKey(), leaves.get(0).getValue());
    }
    return sha256(
        (byte) 1,
        root(side(leaves, false, depth), depth + 1),
        root(side(leaves, true, depth), depth + 1));
  }

  private static List<Map.Entry<byte[], byte[]>> side(
      List<Map.Entry<byte[], byte[]>> leaves, boolean right, int depth) {
    return leaves.stream().filter(leaf -> bit(leaf.getKey(), depth) == right).toList();
  }

  private static boolean bit(byte[] path, int depth) {
    return (path[depth / 8] >> (7 - depth % 8) & 1) == 1;
  }

  private static byte[] sha256(byte prefix, byte[] first, byte[] second) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(prefix);
      digest.update(first);
      digest.update(second);
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
