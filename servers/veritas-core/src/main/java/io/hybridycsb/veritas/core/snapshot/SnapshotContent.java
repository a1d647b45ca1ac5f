package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.model.StateKey;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * What a snapshot holds, one after another, each with its length (4 bytes) before it: the ledger
 * block at its height; the index records of all blocks up to it, from height 1; for each key of the
 * state, by rising key, key and value; and an empty key as the end.
 */
final class SnapshotContent {
  /** Above any block, index record and value that a chain of Veritas allows. */
  private static final int PART_BYTES_MAX = 256 << 20;

  private SnapshotContent() {}

  static void writePart(DataOutputStream out, byte[] part) throws IOException {
    out.writeInt(part.length);
    out.write(part);
  }

  static byte[] readPart(DataInputStream in) throws IOException {
    return readPart(in, PART_BYTES_MAX);
  }

  private static byte[] readPart(DataInputStream in, int bytesMax) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > bytesMax) {
      throw new IOException("a part of " + length + " bytes can't be");
    }
    byte[] part = in.readNBytes(length);
    if (part.length < length) {
      throw new IOException("it ends in the middle of a part");
    }
    return part;
  }

  static void writeEntry(DataOutputStream out, byte[] key, byte[] value) throws IOException {
    writePart(out, key);
    writePart(out, value);
  }

  static void writeEnd(DataOutputStream out) throws IOException {
    out.writeInt(0);
  }

  /** Reads the entries and the end. */
  static void readEntries(DataInputStream in, Consumer<StateEntry> consumer) throws IOException {
    byte[] last = new byte[0];
    while (true) {
      byte[] key = readPart(in, StateKey.MAX_BYTES);
      if (key.length == 0) {
        break;
      }
      if (Arrays.compareUnsigned(last, key) >= 0) {
        throw new IOException("its keys aren't in their order");
      }
      consumer.accept(new StateEntry(key, readPart(in)));
      last = key;
    }
    if (in.read() >= 0) {
      throw new IOException("it goes on after its end");
    }
  }
}
