package io.hybridycsb.veritas.core.sim;

/** Where a node's process can be made to die while it writes. */
public enum CrashPoint {
  BEFORE_LEDGER_WRITE,
  AFTER_LEDGER_WRITE,
  AMID_STATE_WRITE,
  AFTER_STATE_WRITE;

  /** Set on a node's disks; the node dies when it gets there. */
  public static final class Trigger {
    private CrashPoint armed;

    public void arm(CrashPoint point) {
      armed = point;
    }

    boolean isArmed(CrashPoint point) {
      return armed == point;
    }

    void passing(CrashPoint point) {
      if (armed == point) {
        armed = null;
        throw new SimulatedCrash(point.name());
      }
    }
  }
}
