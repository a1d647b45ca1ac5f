package io.hybridycsb.ledger.database;

/**
 * A record as its table has it.
 *
 * @param contents as JSON; null if it {@link #isTooLarge}
 * @param bytes how many the contents have
 */
public record CurrentRecord(String key, String contents, long bytes) {

  /** Whether it has more bytes than are read at once. */
  public boolean isTooLarge() {
    return bytes > HistoryRow.BYTES_MAX;
  }
}
