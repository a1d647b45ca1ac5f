package io.hybridycsb.ethereum.contract;

import io.hybridycsb.ethereum.chain.Layout;
import java.util.List;

/**
 * An upper bound of the gas that a batch takes: a block reserves what a transaction asks for, so it
 * should be close; a transaction that asks for too little fails. The prices are those of the Berlin
 * rules (EIP-2028, EIP-2929, yellow paper appendix G).
 */
public record GasModel(Layout layout) {
  private static final int WORD = 32;
  private static final long TRANSACTION = 21_000;
  private static final long DATA_ZERO = 4;
  private static final long DATA = 16;
  private static final long FRESH_SLOT = 22_100;
  private static final long COLD_SLOT = 2_600;

  /** To raise a counter that the same transaction has raised before. */
  private static final long COUNT = 1_000;

  private static final long LOG = 375;
  private static final long LOG_BYTE = 8;
  private static final long CREATE = 32_000;
  private static final long CODE_BYTE = 200;

  /** The fixed gas for decoding, hashing and copying one record. */
  private static final long RECORD = 4_000;

  /** A generous bound for the copies, hashes and checks of one word. */
  private static final long TOUCHED_WORD = 30;

  /** Gas for a record without its share of the call's data and of the memory. */
  private long execution(Written write, int replacedBytes) {
    long words = words(write.key().length) + words(write.value().length);
    long logged = 4 * WORD + words * WORD;
    long common = RECORD + 2 * LOG + LOG_BYTE * logged + TOUCHED_WORD * words;
    return common
        + switch (layout) {
          case LOG -> FRESH_SLOT;
          case CODE ->
              FRESH_SLOT
                  + (write.value().length == 0
                      ? 0
                      : CREATE + CODE_BYTE * (write.value().length + 1L) + TOUCHED_WORD * words);
          case STORAGE ->
              (1 + words(Math.max(write.value().length, replacedBytes))) * (FRESH_SLOT + 300);
        };
  }

  private static long words(long bytes) {
    return (bytes + WORD - 1) / WORD;
  }

  /**
   * Gas for one record on top of others, as far as it can be added up.
   *
   * @param replacedBytes the size of the value that it replaces, as far as known
   */
  public long record(Written write, int replacedBytes) {
    long bytes = write.key().length + write.value().length + 7L * WORD;
    return execution(write, replacedBytes) + DATA * bytes + 3 * memoryWords(write);
  }

  /** Gas for comparing a record of so many bytes with its digest. */
  public long compared(int bytes) {
    long slots = layout == Layout.STORAGE ? 1 + words(bytes) : 2;
    return RECORD + slots * COLD_SLOT + 2 * TOUCHED_WORD * words(bytes);
  }

  /** What a contract that counts writes needs more. */
  public long counted(int writes) {
    return FRESH_SLOT + RECORD + (long) writes * COUNT;
  }

  private long memoryWords(Written write) {
    long words = 4 + words(write.key().length) + words(write.value().length);
    return layout == Layout.CODE ? 3 * words : 2 * words;
  }

  /**
   * Gas for a transaction.
   *
   * @param data the call's data
   * @param recordsGas the sum of {@link #record}
   */
  public long transaction(byte[] data, List<Written> writes, long recordsGas) {
    long paid = 0;
    for (byte b : data) {
      paid += b == 0 ? DATA_ZERO : DATA;
    }
    long assumed = 0;
    long memory = 0;
    for (Written write : writes) {
      assumed += DATA * (write.key().length + write.value().length + 7L * WORD);
      memory += memoryWords(write);
    }
    long gas = TRANSACTION + paid + recordsGas - assumed + memory * memory / 512;
    // A creation gets all but a 64th of what is left.
    return gas + gas / (layout == Layout.CODE ? 25 : 50) + 5_000;
  }
}
