package io.hybridycsb.veritas.core.sim;

import io.hybridycsb.veritas.core.txn.ByteKey;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The state root from scratch, by the definition of the tree; shares no code with the servers. */
public final class NaiveTree {
  private NaiveTree() {}

  public static byte[] root(Map<ByteKey, ModelValue> state) {
    TreeMap<ByteKey, byte[]> leaves = new TreeMap<>();
    state.forEach(
        (key, value) -> leaves.put(new ByteKey(sha256(key.bytes())), sha256(value.encode())));
    return root(new ArrayList<>(leaves.entrySet()), 0);
  }

  private static byte[] root(List<Map.Entry<ByteKey, byte[]>> leaves, int depth) {
    if (leaves.isEmpty()) {
      return new byte[32];
    }
    if (leaves.size() == 1) {
      return sha256(new byte[] {0}, leaves.get(0).getKey().bytes(), leaves.get(0).getValue());
    }
    List<Map.Entry<ByteKey, byte[]>> left = new ArrayList<>();
    List<Map.Entry<ByteKey, byte[]>> right = new ArrayList<>();
    for (Map.Entry<ByteKey, byte[]> leaf : leaves) {
      boolean one = (leaf.getKey().bytes()[depth / 8] >> (7 - depth % 8) & 1) == 1;
      (one ? right : left).add(leaf);
    }
    return sha256(new byte[] {1}, root(left, depth + 1), root(right, depth + 1));
  }

  public static byte[] sha256(byte[]... parts) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      for (byte[] part : parts) {
        digest.update(part);
      }
      return digest.digest();
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
