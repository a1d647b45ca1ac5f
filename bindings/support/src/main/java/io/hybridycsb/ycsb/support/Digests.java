package io.hybridycsb.ycsb.support;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/** Digests of records. */
final class Digests {
  static final int BYTES = 32;

  /** Of an entry in a map, beside its name and value. */
  private static final int ENTRY_BYTES = 64;

  private Digests() {}

  /** SHA-256 of names and values with their lengths, by rising name. */
  static byte[] of(Map<String, byte[]> fields) {
    MessageDigest sha;
    try {
      sha = MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JVM has SHA-256", e);
    }
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              add(sha, name.getBytes(UTF_8));
              add(sha, value);
            });
    return sha.digest();
  }

  private static void add(MessageDigest sha, byte[] bytes) {
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    sha.update(bytes);
  }

  /** About how much memory fields take. */
  static int bytes(Map<String, byte[]> fields) {
    return fields.entrySet().stream()
        .mapToInt(field -> 2 * field.getKey().length() + field.getValue().length + ENTRY_BYTES)
        .sum();
  }
}
