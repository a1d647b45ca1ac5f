package io.hybridycsb.ycsb.workload;

import java.util.Properties;
import site.ycsb.Client;

/** YCSB's own {@code recordcount}. */
public final class Recordcount {
  private Recordcount() {}

  /**
   * How many records each table has.
   *
   * @throws IllegalArgumentException if it isn't a number above 1
   */
  public static int of(Properties properties) {
    String text = properties.getProperty(Client.RECORD_COUNT_PROPERTY, "");
    try {
      int count = Integer.parseInt(text);
      if (count >= 2) {
        return count;
      }
    } catch (NumberFormatException e) {
      // Told below.
    }
    throw new IllegalArgumentException(
        "recordcount is a number from 2 to %d, not \"%s\"".formatted(Integer.MAX_VALUE, text));
  }
}
