package io.hybridycsb.harness.ycsb;

import java.util.Properties;
import site.ycsb.WorkloadException;
import site.ycsb.generator.NumberGenerator;
import site.ycsb.generator.ZipfianGenerator;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB's core workload, with another zipfian constant for keys than YCSB's fixed 0.99: the property
 * {@code zipfian.constant}, above 0 and below 1.
 *
 * <p>YCSB's processes load this class beside YCSB's jars; the harness itself doesn't.
 */
public final class SkewedWorkload extends CoreWorkload {
  /** Name of the property. */
  public static final String CONSTANT = "zipfian.constant";

  @Override
  public void init(Properties properties) throws WorkloadException {
    super.init(properties);
    double constant = Double.parseDouble(properties.getProperty(CONSTANT, ""));
    if (!(constant > 0 && constant < 1)) {
      throw new WorkloadException(CONSTANT + " is above 0 and below 1");
    }
    keychooser = new Scattered(recordcount, constant);
  }

  /** Scatters popular keys, as YCSB does, but maps each rank to a different key. */
  static final class Scattered extends NumberGenerator {
    /** A prime, which divides no number of records that YCSB can load, except itself. */
    private static final long STEP = 2_147_483_647L;

    private final long records;
    private final ZipfianGenerator ranks;

    Scattered(long records, double constant) {
      this.records = records;
      this.ranks = new ZipfianGenerator(0, records - 1, constant);
    }

    @Override
    public Number nextValue() {
      long rank = ranks.nextValue();
      long key = rank * (STEP % records) % records;
      setLastValue(key);
      return key;
    }

    @Override
    public double mean() {
      throw new UnsupportedOperationException("nobody asks for the mean of keys");
    }
  }
}
