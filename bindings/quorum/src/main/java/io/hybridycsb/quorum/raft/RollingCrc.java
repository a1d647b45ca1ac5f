package io.hybridycsb.quorum.raft;

import java.nio.ByteBuffer;

/**
 * CRC-32C over the data of all records so far, of all files. The JDK's can't go on from a value
 * that a file begins with.
 */
final class RollingCrc {
  /** Castagnoli's polynomial, its lowest power first. */
  private static final int POLYNOMIAL = 0x82F63B78;

  private static final int[] OF_BYTE = table();

  private RollingCrc() {}

  private static int[] table() {
    int[] table = new int[1 << Byte.SIZE];
    for (int index = 0; index < table.length; index++) {
      int crc = index;
      for (int bit = 0; bit < Byte.SIZE; bit++) {
        crc = (crc & 1) == 0 ? crc >>> 1 : (crc >>> 1) ^ POLYNOMIAL;
      }
      table[index] = crc;
    }
    return table;
  }

  /**
   * The CRC of everything up to the end of the data.
   *
   * @param before that of everything before the data; 0 if there is nothing
   */
  static int after(int before, ByteBuffer data) {
    int crc = ~before;
    for (int index = data.position(); index < data.limit(); index++) {
      crc = OF_BYTE[(crc ^ data.get(index)) & 0xFF] ^ (crc >>> Byte.SIZE);
    }
    return ~crc;
  }
}
