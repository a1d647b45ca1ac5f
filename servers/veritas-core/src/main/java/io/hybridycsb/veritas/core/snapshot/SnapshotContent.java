package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.connection.VeritasMethod;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.IndexRecord;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.model.KeyLimit;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * What a snapshot holds, one after another, each with its length (4 bytes) before it:
 *
 * <ol>
 *   <li>The ledger block at its height.
 *   <li>The index records of all blocks up to it, from height 1.
 *   <li>Key and value of each key of the state, by rising key.
 *   <li>An empty key as the end.
 * </ol>
 */
final class SnapshotContent {
  /** The longest block: CometBFT's has at most 100 MiB; outcomes and the header come on top. */
  static final int BLOCK_BYTES_MAX = 104 << 20;

  /** The longest index record, of a block with as many transactions as there can be. */
  static final int INDEX_RECORD_BYTES_MAX = LedgerBlocks.TRANSACTIONS_MAX * IndexRecord.ENTRY_BYTES;

  /** The longest value, which no client could be sent if it were longer. */
  static final int VALUE_BYTES_MAX = VeritasMethod.MESSAGE_BYTES_MAX;

  private SnapshotContent() {}

  /** Writes a part that is no longer than those who read it take. */
  static void writePart(DataOutputStream out, byte[] part, int bytesMax) throws IOException {
    requireLength(part.length, bytesMax);
    out.writeInt(part.length);
    out.write(part);
  }

  static void requireLength(int length, int bytesMax) throws IOException {
    if (length < 0 || length > bytesMax) {
      throw new IOException(
          "a part has " + length + " bytes, where at most " + bytesMax + " are allowed");
    }
  }

  static byte[] readPart(DataInputStream in, int bytesMax) throws IOException {
    int length = in.readInt();
    requireLength(length, bytesMax);
    byte[] part = in.readNBytes(length);
    if (part.length < length) {
      throw new IOException("it ends in the middle of a part");
    }
    return part;
  }

  static void writeEntry(DataOutputStream out, byte[] key, byte[] value) throws IOException {
    writePart(out, key, KeyLimit.BYTES_MAX);
    writePart(out, value, VALUE_BYTES_MAX);
  }

  static void writeEnd(DataOutputStream out) throws IOException {
    out.writeInt(0);
  }

  /** Reads the entries and the end. */
  static void readEntries(DataInputStream in, Consumer<StateEntry> consumer) throws IOException {
    byte[] last = new byte[0];
    while (true) {
      byte[] key = readPart(in, KeyLimit.BYTES_MAX);
      if (key.length == 0) {
        break;
      }
      if (Arrays.compareUnsigned(last, key) >= 0) {
        throw new IOException("its keys aren't in their order");
      }
      consumer.accept(new StateEntry(key, readPart(in, VALUE_BYTES_MAX)));
      last = key;
    }
    if (in.read() >= 0) {
      throw new IOException("it goes on after its end");
    }
  }
}
