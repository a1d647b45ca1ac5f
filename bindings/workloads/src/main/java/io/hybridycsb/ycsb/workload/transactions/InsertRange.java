package io.hybridycsb.ycsb.workload.transactions;

import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.Workload;

/** Which of a population's inserts this process makes: YCSB's insertstart and insertcount. */
final class InsertRange {
  private InsertRange() {}

  /**
   * Lets YCSB insert all that is left from {@code insertstart} on, where {@code insertcount} is not
   * given.
   *
   * @param all how many inserts there are
   * @return the first
   * @throws IllegalArgumentException if the range is not within them
   */
  static int of(Properties properties, int all) {
    long start = number(properties, Workload.INSERT_START_PROPERTY, 0);
    long count = number(properties, Workload.INSERT_COUNT_PROPERTY, all - start);
    if (start < 0 || count < 1 || start + count > all) {
      throw new IllegalArgumentException(
          "insertstart is %d and insertcount %d, but there are %d inserts, from 0 on"
              .formatted(start, count, all));
    }
    properties.setProperty(Client.INSERT_COUNT_PROPERTY, Long.toString(count));
    return (int) start;
  }

  /**
   * The number in one of YCSB's properties.
   *
   * @throws IllegalArgumentException if it is none
   */
  static long number(Properties properties, String name, long preset) {
    String text = properties.getProperty(name);
    try {
      return text == null ? preset : Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException("%s is a number, not \"%s\"".formatted(name, text), e);
    }
  }
}
