package io.hybridycsb.harness.ycsb;

import java.lang.reflect.Field;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * YCSB's measurements, of which each kind is made by one thread.
 *
 * <p>In YCSB 0.17 every thread that doesn't find a kind makes it, and all but one of those are
 * thrown away. But each has opened the kind's histogram log, and so emptied it: what was written
 * before is lost, and the log holds fewer operations than YCSB prints.
 *
 * <p>A kind is only ever made in the first call of a method with its name. These calls come one
 * after the other; all others take no lock.
 */
final class SafeMeasurements extends Measurements {
  private final Set<String> measured = ConcurrentHashMap.newKeySet();
  private final Set<String> intended = ConcurrentHashMap.newKeySet();
  private final Set<String> reported = ConcurrentHashMap.newKeySet();

  SafeMeasurements(Properties properties) {
    super(properties);
  }

  /**
   * Makes these the process's measurements. Nobody may have asked for them before, since YCSB's
   * classes keep what they were given.
   */
  static void install() {
    synchronized (Measurements.class) {
      try {
        Field properties = Measurements.class.getDeclaredField("measurementproperties");
        Field singleton = Measurements.class.getDeclaredField("singleton");
        properties.setAccessible(true);
        singleton.setAccessible(true);
        singleton.set(null, new SafeMeasurements((Properties) properties.get(null)));
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("these aren't the measurements of YCSB 0.17", e);
      }
    }
  }

  @Override
  public void measure(String kind, int latency) {
    oneByOneAtFirst(measured, kind, () -> super.measure(kind, latency));
  }

  @Override
  public void measureIntended(String kind, int latency) {
    oneByOneAtFirst(intended, kind, () -> super.measureIntended(kind, latency));
  }

  @Override
  public void reportStatus(String kind, Status status) {
    oneByOneAtFirst(reported, kind, () -> super.reportStatus(kind, status));
  }

  private void oneByOneAtFirst(Set<String> known, String kind, Runnable call) {
    if (known.contains(kind)) {
      call.run();
      return;
    }
    synchronized (this) {
      call.run();
      known.add(kind);
    }
  }
}
