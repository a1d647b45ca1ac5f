package io.hybridycsb.ycsb.workload.tpcc.schema;

import java.util.random.RandomGenerator;

/**
 * TPC-C's non-uniform random numbers, NURand(A, x, y) (2.1.6). A number from 0 to A and a number
 * from x to y are or-ed, which favours numbers with many bits set. The constant C rotates them.
 *
 * <p>Where the range is smaller than TPC-C's, A is halved as often as the range can be, so that it
 * has about the same part in it.
 *
 * @param a one less than a power of 2
 * @param c from 0 to A, the same in all of a run
 * @param from x
 * @param to y
 */
public record NonUniform(int a, int c, int from, int to) {
  /** For C_LAST while the rows are loaded. */
  private static final int C_LAST_LOAD = 173;

  /**
   * For C_LAST in a run. It differs from that of the load by 81: TPC-C (2.1.6.1) wants from 65 to
   * 119, but not 96 or 112.
   */
  private static final int C_LAST_RUN = 92;

  private static final int C_CUSTOMER = 259;
  private static final int C_ITEM = 7911;

  private static final int A_LAST = 255;
  private static final int A_CUSTOMER = 1023;
  private static final int A_ITEM = 8191;

  private static final int LAST_NAMES_TPCC = 1000;

  /** The number of a last name, from 0 on, of a row that is loaded. */
  public static NonUniform lastNameOfLoad(Scale scale) {
    return scaled(A_LAST, C_LAST_LOAD, 0, scale.lastNames(), LAST_NAMES_TPCC);
  }

  /** The number of a last name, from 0 on, that a transaction looks for. */
  public static NonUniform lastNameOfRun(Scale scale) {
    return scaled(A_LAST, C_LAST_RUN, 0, scale.lastNames(), LAST_NAMES_TPCC);
  }

  /** A customer's number, from 1 on. */
  public static NonUniform customer(Scale scale) {
    return scaled(A_CUSTOMER, C_CUSTOMER, 1, scale.customers(), Scale.CUSTOMERS_TPCC);
  }

  /** An item's number, from 1 on. */
  public static NonUniform item(Scale scale) {
    return scaled(A_ITEM, C_ITEM, 1, scale.items(), Scale.ITEMS_TPCC);
  }

  private static NonUniform scaled(int a, int c, int from, int count, int countTpcc) {
    int halvings = 31 - Integer.numberOfLeadingZeros(countTpcc / count);
    int smaller = ((a + 1) >> halvings) - 1;
    int mask = Math.max(0, smaller);
    return new NonUniform(mask, c & mask, from, from + count - 1);
  }

  public int next(RandomGenerator random) {
    int both = random.nextInt(0, a + 1) | random.nextInt(from, to + 1);
    return (both + c) % (to - from + 1) + from;
  }
}
