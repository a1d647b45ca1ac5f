package io.hybridycsb.relational.client;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The bytes that a client signs. They begin with what they are and for which cluster, so that a
 * signature made for one purpose or cluster is worth nothing for another.
 */
public final class SignedBytes {
  private SignedBytes() {}

  /**
   * Of a transaction.
   *
   * @param body the bytes of its {@code TransactionBody}, as they are sent
   */
  public static byte[] transaction(String cluster, byte[] body) {
    byte[] prefix = ("relational transaction\n" + cluster + "\n").getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(prefix.length + body.length).put(prefix).put(body).array();
  }
}
