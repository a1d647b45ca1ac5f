package io.hybridycsb.ycsb.workload.transactions;

import java.util.List;
import java.util.Properties;
import java.util.Set;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/** Measures a workload's own operations as YCSB measures those of bindings. */
public final class Measured {
  /**
   * The names under which transactions are measured, as YCSB names operations: what has failed
   * apart, by its status where YCSB's properties ask for it.
   *
   * @param all whether every status has a name of its own
   * @param apart the statuses that have
   */
  record Names(boolean all, Set<String> apart) {
    private static final String ALL = "reportlatencyforeacherror";
    private static final String APART = "latencytrackederrors";

    static Names of(Properties ycsb) {
      return new Names(
          Boolean.parseBoolean(ycsb.getProperty(ALL)),
          Set.copyOf(List.of(ycsb.getProperty(APART, "").split(","))));
    }

    String of(String kind, Status status) {
      if (status.isOk()) {
        return kind;
      }
      return all || apart.contains(status.getName())
          ? kind + "-" + status.getName()
          : kind + "-FAILED";
    }
  }

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
