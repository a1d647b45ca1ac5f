package io.hybridycsb.ycsb.workload;

import java.util.Properties;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/** Measures a workload's own operations as YCSB measures those of bindings. */
public final class Measured {
  private final Names names;
  private final Measurements measurements = Measurements.getMeasurements();

  private Measured(Names names) {
    this.names = names;
  }

  /** As YCSB's properties say. */
  public static Measured of(Properties ycsb) {
    return new Measured(Names.of(ycsb));
  }

  /** When the operation of this thread should have begun, by YCSB's target. */
  public long intendedNs() {
    return measurements.getIntendedtartTimeNs();
  }

  /**
   * An operation has ended.
   *
   * @param kind such as {@code READ}
   */
  public void ended(String kind, Status status, long begunNs, long intendedNs) {
    long now = System.nanoTime();
    String measured = names.of(kind, status);
    measurements.measure(measured, (int) ((now - begunNs) / 1000));
    measurements.measureIntended(measured, (int) ((now - intendedNs) / 1000));
    measurements.reportStatus(kind, status);
  }
}
