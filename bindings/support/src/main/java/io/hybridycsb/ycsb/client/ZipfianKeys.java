package io.hybridycsb.ycsb.client;

import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.generator.ZipfianGenerator;
import site.ycsb.workloads.CoreWorkload;

/**
 * Keys of a core workload by Zipf's law, with a constant above 0 and below 1. YCSB's own zipfian
 * keys are others: it draws from 10^10 numbers and hashes these to the records, which flattens the
 * law. Here too popular keys are scattered, but each rank is another key.
 */
public final class ZipfianKeys extends NumberGenerator {
  static final String CONSTANT = "zipfian.constant";

  /** A prime above all numbers of records that YCSB can load but one, which is the same. */
  private static final long STEP = 2_147_483_647L;

  private final long first;
  private final long records;
  private final long step;
  private final ZipfianGenerator ranks;

  ZipfianKeys(long first, long records, double constant) {
    this(first, records, new ZipfianGenerator(0, records - 1, constant));
  }

  ZipfianKeys(long first, long records, ZipfianGenerator ranks) {
    this.first = first;
    this.records = records;
    this.step = records == STEP ? STEP - 2 : STEP % records;
    this.ranks = ranks;
  }

  /**
   * Has a workload that has been initialized for a run draw such keys, if it is one of YCSB's own,
   * and the constant is given.
   *
   * @throws IllegalArgumentException if it can't; for people
   */
  public static void drawnIfAsked(Workload workload, Properties properties) {
    if (workload instanceof CoreWorkload core && properties.containsKey(CONSTANT)) {
      try {
        Checks.requireSkew(core.getClass(), properties);
      } catch (Misuse e) {
        throw new IllegalArgumentException(e.getMessage(), e);
      }
      drawnBy(core, properties);
    }
  }

  /** Has a core workload draw such keys. */
  static void drawnBy(CoreWorkload workload, Properties properties) {
    long records =
        Long.parseLong(properties.getProperty(Client.RECORD_COUNT_PROPERTY, "0").strip());
    long all = records == 0 ? Integer.MAX_VALUE : records;
    long first = Long.parseLong(properties.getProperty(Workload.INSERT_START_PROPERTY, "0"));
    String count = properties.getProperty(Workload.INSERT_COUNT_PROPERTY);
    NumberGenerator keys =
        new ZipfianKeys(
            first,
            count == null ? all - first : Long.parseLong(count),
            Double.parseDouble(properties.getProperty(CONSTANT)));
    try {
      // YCSB lets subclasses choose keys. This one is for each of them.
      var chooser = CoreWorkload.class.getDeclaredField("keychooser");
      chooser.setAccessible(true);
      chooser.set(workload, keys);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("this YCSB's core workload has no keychooser", e);
    }
  }

  @Override
  public Number nextValue() {
    long rank = ranks.nextValue();
    long key = first + rank * step % records;
    setLastValue(key);
    return key;
  }

  @Override
  public double mean() {
    throw new UnsupportedOperationException("nobody asks for the mean of keys");
  }
}
