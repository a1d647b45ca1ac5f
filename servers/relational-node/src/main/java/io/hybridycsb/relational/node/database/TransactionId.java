package io.hybridycsb.relational.node.database;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.util.HexFormat;

/**
 * Who gave a transaction, and the number that he gave it.
 *
 * @param client the public key
 */
public record TransactionId(ByteString client, long number) {

  /** As it is stored and hashed: the client's public key, then the number, big-endian. */
  public byte[] bytes() {
    return ByteBuffer.allocate(client.size() + Long.BYTES)
        .put(client.toByteArray())
        .putLong(number)
        .array();
  }

  static TransactionId of(byte[] bytes) {
    int clientBytes = bytes.length - Long.BYTES;
    return new TransactionId(
        ByteString.copyFrom(bytes, 0, clientBytes), ByteBuffer.wrap(bytes).getLong(clientBytes));
  }

  @Override
  public String toString() {
    byte[] shown = client.substring(0, Math.min(4, client.size())).toByteArray();
    return HexFormat.of().formatHex(shown) + "/" + number;
  }
}
