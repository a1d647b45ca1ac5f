package io.hybridycsb.settings;

import java.util.Properties;

/**
 * Keys of YCSB's core workload. It numbers them, and takes each drawn number as an int. For zipfian
 * keys it makes room for twice as many as {@code operationcount} operations would insert, and draws
 * again where a key isn't inserted yet. With a huge count it would hardly draw one that is.
 */
public final class YcsbKeys {
  /** The greatest number of a key that it can draw. */
  public static final long LAST = Integer.MAX_VALUE;

  /** With workload E's twentieth of inserts, the room is as many keys again. */
  private static final long OPERATIONS_PER_RECORD = 10;

  private final Properties given;

  /**
   * @param given valid properties of a run
   */
  public YcsbKeys(Properties given) {
    this.given = given;
  }

  /** How many records there are for YCSB, which takes none for many. */
  public long records() {
    long records = number("recordcount", 0);
    return records == 0 ? LAST : records;
  }

  /** The number of the first key. */
  public long start() {
    return number("insertstart", 0);
  }

  /** How many keys are drawn from, from {@link #start} on. */
  public long count() {
    return number("insertcount", records() - start());
  }

  /**
   * The {@code operationcount} for which the workload makes room for keys; not for YCSB itself.
   *
   * @param hasOtherEnd whether something else than operations ends the run, such as the time
   */
  public long operations(boolean hasOtherEnd) {
    long operations = number("operationcount", 0);
    if (operations == 0) {
      operations = LAST;
    }
    if (hasOtherEnd) {
      long records = Math.min(records(), LAST);
      operations = Math.min(operations, records * OPERATIONS_PER_RECORD);
    }
    double keysPerOperation =
        2 * Double.parseDouble(given.getProperty("insertproportion", "0").strip());
    double free = Math.max(0, LAST - start() - count());
    return operations * keysPerOperation > free ? (long) (free / keysPerOperation) : operations;
  }

  private long number(String name, long preset) {
    String value = given.getProperty(name);
    return value == null ? preset : Long.parseLong(value.strip());
  }
}
