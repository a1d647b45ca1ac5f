package io.hybridycsb.ycsb.workload.tpcc.schema;

import java.util.List;

/** TPC-C's last names (4.3.2.3): a syllable for each of a number's three digits. */
public final class LastNames {
  private static final List<String> SYLLABLES =
      List.of("BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING");

  private LastNames() {}

  /**
   * A last name.
   *
   * @param number from 0 to 999
   */
  public static String of(int number) {
    return SYLLABLES.get(number / 100)
        + SYLLABLES.get(number / 10 % 10)
        + SYLLABLES.get(number % 10);
  }
}
