package io.hybridycsb.ycsb.record;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Map;
import java.util.TreeMap;

/** SHA-256 of records, and of other things that have parts. */
public final class Digests {
  public static final int BYTES = 32;

  /** Of an entry in a map, beside its name and value. */
  private static final int ENTRY_BYTES = 64;

  private Digests() {}

  /** SHA-256 of names and values with their lengths, by rising name. */
  public static byte[] of(Map<String, byte[]> fields) {
    MessageDigest sha = sha256();
    new TreeMap<>(fields)
        .forEach(
            (name, value) -> {
              add(sha, name.getBytes(UTF_8));
              add(sha, value);
            });
    return sha.digest();
  }

  /** The digest of nothing yet. */
  public static MessageDigest sha256() {
    return of("SHA-256");
  }

  /** The same by a function that every JDK has. */
  public static MessageDigest of(String function) {
    try {
      return MessageDigest.getInstance(function);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this JDK has no " + function, e);
    }
  }

  /** Adds a part: its length in 4 bytes, big-endian, and itself. */
  public static void add(MessageDigest sha, byte[] bytes) {
    sha.update(ByteBuffer.allocate(Integer.BYTES).putInt(bytes.length).flip());
    sha.update(bytes);
  }

  /** About how much memory fields take. */
  public static int bytes(Map<String, byte[]> fields) {
    return fields.entrySet().stream()
        .mapToInt(field -> 2 * field.getKey().length() + field.getValue().length + ENTRY_BYTES)
        .sum();
  }
}
