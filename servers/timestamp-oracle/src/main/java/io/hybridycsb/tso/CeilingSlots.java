package io.hybridycsb.tso;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/**
 * The format of a ceilings file: a fixed number of slots, filled from the first, zero when free.
 *
 * <pre>
 * slot = magic (4 bytes), slot number (4), ceiling (8), next ceiling (8), zero (4), CRC-32C (4)
 * </pre>
 *
 * <p>The size never changes, so that a truncated file is recognised. The first slot arrives with
 * the file, by an atomic rename; only the last slot can have been torn by a crash. Each slot
 * announces the ceiling of the next slot. If the last slot is unreadable, whether torn before it
 * counted or damaged later, the announced ceiling takes its place; it is never lower.
 */
final class CeilingSlots {
  static final int SLOT_BYTES = 32;
  static final int COUNT = 128;
  static final int FILE_BYTES = SLOT_BYTES * COUNT;

  private static final int MAGIC = 0x54534f31;
  private static final int CRC_OFFSET = SLOT_BYTES - Integer.BYTES;

  private CeilingSlots() {}

  static ByteBuffer encode(int slot, long ceiling, long nextCeiling) {
    ByteBuffer bytes = ByteBuffer.allocate(SLOT_BYTES);
    bytes.putInt(MAGIC).putInt(slot).putLong(ceiling).putLong(nextCeiling).putInt(0);
    bytes.putInt(crc(bytes.array())).flip();
    return bytes;
  }

  /**
   * Returns a ceiling at or above every ceiling that was ever made durable in the file.
   *
   * @throws IOException if the file is damaged, in one line for the user
   */
  static long recover(Path file) throws IOException {
    if (Files.size(file) != FILE_BYTES) {
      throw damaged(file, "it has " + Files.size(file) + " bytes instead of " + FILE_BYTES);
    }
    ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
    int used = COUNT;
    while (used > 0 && isFree(slot(bytes, used - 1))) {
      used--;
    }
    long ceiling = 0;
    long nextCeiling = 0;
    for (int number = 0; number < used; number++) {
      ByteBuffer slot = slot(bytes, number);
      if (!isWhole(slot, number)) {
        if (number == 0 || number < used - 1) {
          throw damaged(file, "slot " + number + " of " + used + " is unreadable");
        }
        return nextCeiling;
      }
      long previous = ceiling;
      ceiling = slot.getLong(8);
      nextCeiling = slot.getLong(16);
      if (ceiling <= previous || nextCeiling <= ceiling) {
        throw damaged(file, "slot " + number + " does not rise above the one before");
      }
    }
    if (used == 0) {
      throw damaged(file, "it holds no ceiling");
    }
    return ceiling;
  }

  private static ByteBuffer slot(ByteBuffer file, int number) {
    return file.slice(number * SLOT_BYTES, SLOT_BYTES);
  }

  private static boolean isFree(ByteBuffer slot) {
    return slot.equals(ByteBuffer.allocate(SLOT_BYTES));
  }

  private static boolean isWhole(ByteBuffer slot, int number) {
    byte[] bytes = new byte[SLOT_BYTES];
    slot.get(0, bytes);
    return slot.getInt(0) == MAGIC
        && slot.getInt(4) == number
        && slot.getInt(CRC_OFFSET) == crc(bytes);
  }

  private static int crc(byte[] slot) {
    CRC32C crc = new CRC32C();
    crc.update(slot, 0, CRC_OFFSET);
    return (int) crc.getValue();
  }

  private static IOException damaged(Path file, String what) {
    return new IOException(
        "ceiling file " + file + " is damaged: " + what + "; restore it, don't delete it");
  }
}
