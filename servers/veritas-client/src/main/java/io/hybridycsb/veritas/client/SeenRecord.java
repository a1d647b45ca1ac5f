package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.SeenRead;
import java.util.Optional;

/**
 * The answer to a read, and the means to prove it later.
 *
 * @param record empty if there was none
 */
public record SeenRecord(Optional<VeritasRecord> record, Receipt receipt) {

  /** A read that can be verified later with others; a few bytes, whatever the record's size. */
  public static final class Receipt {
    private final SeenRead read;

    private Receipt(SeenRead read) {
      this.read = read;
    }

    SeenRead read() {
      return read;
    }
  }

  static SeenRecord of(byte[] stateKey, ByteString stateValue, long height) {
    SeenRead.Builder read =
        SeenRead.newBuilder().setKey(ByteString.copyFrom(stateKey)).setHeight(height);
    if (stateValue.isEmpty()) {
      return new SeenRecord(Optional.empty(), new Receipt(read.build()));
    }
    byte[] value = stateValue.toByteArray();
    read.setValueHash(ByteString.copyFrom(Hashes.sha256(value)));
    return new SeenRecord(
        Optional.of(VeritasRecord.of(stateKey, value)), new Receipt(read.build()));
  }
}
