package io.hybridycsb.veritas.crypto;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes that are signed. Each begins with what it is and for which cluster, so that a signature
 * made for one purpose or cluster is worth nothing for another.
 */
public final class SignedMessages {
  private SignedMessages() {}

  /** A client's batch of transactions. */
  public static byte[] batch(String cluster, byte[] root, int size) {
    byte[] prefix = utf8("veritas batch\n" + cluster + "\n");
    return ByteBuffer.allocate(prefix.length + root.length + Integer.BYTES)
        .put(prefix)
        .put(root)
        .putInt(size)
        .array();
  }

  /** A proposer's block. */
  public static byte[] block(String cluster, String proposer, long sequence, byte[] root) {
    byte[] prefix = utf8("veritas block\n" + cluster + "\n" + proposer + "\n");
    return ByteBuffer.allocate(prefix.length + Long.BYTES + root.length)
        .put(prefix)
        .putLong(sequence)
        .put(root)
        .array();
  }

  /** A node's vote. */
  public static byte[] vote(byte[] body) {
    byte[] prefix = utf8("veritas vote\n");
    return ByteBuffer.allocate(prefix.length + body.length).put(prefix).put(body).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
