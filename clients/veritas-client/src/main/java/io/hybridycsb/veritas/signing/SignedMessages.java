package io.hybridycsb.veritas.signing;

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

  /**
   * What a node says in one round.
   *
   * @param voteHash SHA-256 of the encoded vote, which names its voter
   * @param root over the transactions of the block; 32 zero bytes if there are none
   */
  public static byte[] round(String cluster, byte[] voteHash, byte[] root) {
    byte[] prefix = utf8("veritas round\n" + cluster + "\n");
    return ByteBuffer.allocate(prefix.length + voteHash.length + root.length)
        .put(prefix)
        .put(voteHash)
        .put(root)
        .array();
  }

  /** What a peer says to a node when it opens a stream, at a time in milliseconds since 1970. */
  public static byte[] hello(String cluster, String node, long timeMs) {
    byte[] prefix = utf8("veritas hello\n" + cluster + "\n" + node + "\n");
    return ByteBuffer.allocate(prefix.length + Long.BYTES).put(prefix).putLong(timeMs).array();
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
