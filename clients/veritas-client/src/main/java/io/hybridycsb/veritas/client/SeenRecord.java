package io.hybridycsb.veritas.client;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.SeenRead;
import java.util.Optional;

/**
 * The answer to a read, and the means to prove it later.
 *
 * @param record empty if there was none
 */
public record SeenRecord(Optional<VeritasRecord> record, Receipt receipt) {
  /**
   * So many blocks may be applied during a read that can be verified: its answer may be of any of
   * them.
   */
  public static final int BLOCKS_MAX = 256;

  /**
   * A read that can be verified later with others; a few bytes, whatever the record's size.
   *
   * @param version of the value; {@link StateValue#ABSENT} if there was none
   * @param newestHeight the greatest height that the answer can be of
   * @param node the address of the one that answered
   */
  public record Receipt(SeenRead read, long version, long newestHeight, String node) {
    /** The ledger height that the answer told. */
    public long height() {
      return read.getHeight();
    }

    /** Whether this is the height that the answer told; the ledger's first block has height 1. */
    boolean isOf(long height) {
      return height == Math.max(1, read.getHeight());
    }
  }

  /**
   * Whether nodes can prove an answer later. An absence has to be of one height, and a value of
   * few.
   */
  static boolean isProvable(GetReply reply) {
    long more = reply.getNewestHeight() - reply.getHeight();
    return more <= (reply.getValues(0).isEmpty() ? 0 : BLOCKS_MAX);
  }

  /**
   * Of an answer to a read of one key.
   *
   * @param reply with one value, which is empty or begins with its version
   * @param node the address of the one that answered
   */
  static SeenRecord of(byte[] stateKey, GetReply reply, String node) {
    SeenRead.Builder read =
        SeenRead.newBuilder().setKey(ByteString.copyFrom(stateKey)).setHeight(reply.getHeight());
    long newest = Math.max(reply.getHeight(), reply.getNewestHeight());
    if (reply.getValues(0).isEmpty()) {
      return new SeenRecord(
          Optional.empty(), new Receipt(read.build(), StateValue.ABSENT, newest, node));
    }
    byte[] value = reply.getValues(0).toByteArray();
    VeritasRecord record = VeritasRecord.of(stateKey, value);
    read.setValueHash(ByteString.copyFrom(Hashes.sha256(value)));
    return new SeenRecord(
        Optional.of(record), new Receipt(read.build(), record.version(), newest, node));
  }
}
