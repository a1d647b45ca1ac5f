package io.hybridycsb.relational.node.database;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;

/** Who gave a transaction, and the number that he gave it. */
@SuppressWarnings("ArrayRecordComponent") // equals and hashCode below look at the bytes
public record TransactionId(byte[] client, long number) {

  /** As it is stored and hashed: the client's public key, then the number, big-endian. */
  public byte[] bytes() {
    return ByteBuffer.allocate(client.length + Long.BYTES).put(client).putLong(number).array();
  }

  static TransactionId of(byte[] bytes) {
    int clientBytes = bytes.length - Long.BYTES;
    return new TransactionId(
        Arrays.copyOf(bytes, clientBytes), ByteBuffer.wrap(bytes).getLong(clientBytes));
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TransactionId that
        && number == that.number
        && Arrays.equals(client, that.client);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(number) * 31 + Arrays.hashCode(client);
  }

  @Override
  public String toString() {
    return HexFormat.of().formatHex(client, 0, Math.min(4, client.length)) + "/" + number;
  }
}
