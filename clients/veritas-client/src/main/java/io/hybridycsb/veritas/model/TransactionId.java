package io.hybridycsb.veritas.model;

import io.hybridycsb.veritas.crypto.Hashes;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * A transaction's identity: its timestamp and the first eight bytes of the hash of its client's
 * public key. The client is part of it so that nobody can use up another client's identities.
 */
public record TransactionId(long timestamp, long client) {
  public static final int BYTES = 16;

  public static TransactionId of(long timestamp, byte[] clientPublicKey) {
    return new TransactionId(timestamp, clientPart(clientPublicKey));
  }

  /** The eight bytes that stand for a client in its transactions' identities. */
  public static long clientPart(byte[] clientPublicKey) {
    return ByteBuffer.wrap(Hashes.sha256(clientPublicKey)).getLong();
  }

  /**
   * @throws IllegalArgumentException if {@code bytes} hasn't {@link #BYTES} bytes
   */
  public static TransactionId decode(byte[] bytes) {
    if (bytes.length != BYTES) {
      throw new IllegalArgumentException(
          "a transaction id has " + BYTES + " bytes, not " + bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new TransactionId(buffer.getLong(), buffer.getLong());
  }

  public byte[] encode() {
    return ByteBuffer.allocate(BYTES).putLong(timestamp).putLong(client).array();
  }

  @Override
  public String toString() {
    return timestamp + "-" + HexFormat.of().toHexDigits(client);
  }
}
