package io.hybridycsb.ycsb.client;

import io.hybridycsb.settings.YcsbProperties;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;

/** What YCSB would take in silence, or answer with a stack trace. */
final class Checks {
  private static final long NANOS_PER_SECOND = 1_000_000_000;
  private static final String NUMBER = "\\+?[0-9]{1,400}";

  /** Their values may begin or end with a blank. */
  private static final Set<String> TEXTS = Set.of("fieldnameprefix", "label", "table");

  private Checks() {}

  /** The properties of YCSB whose values have blanks around them, without these. */
  static Properties stripped(Properties given) {
    Properties stripped = new Properties();
    for (String name : given.stringPropertyNames()) {
      String value = given.getProperty(name);
      if (YcsbProperties.isKnown(name) && !TEXTS.contains(name) && !value.equals(value.strip())) {
        stripped.setProperty(name, value.strip());
      }
    }
    return stripped;
  }

  /** A line for each name that is nearly one of YCSB's. */
  static List<String> warnings(Properties given) {
    List<String> warnings = new ArrayList<>();
    for (String name : new TreeSet<>(given.stringPropertyNames())) {
      List<String> meant = YcsbProperties.meantBy(name);
      if (!meant.isEmpty()) {
        warnings.add(
            "YCSB has no property %s; near it: %s".formatted(name, String.join(", ", meant)));
      }
    }
    return warnings;
  }

  /** Requires that each number is one that YCSB can read. */
  static void requireNumbers(Properties given) {
    for (String name : new TreeSet<>(YcsbProperties.NUMBERS)) {
      String value = given.getProperty(name);
      boolean partOfMore =
          name.equals(Client.RECORD_COUNT_PROPERTY)
              && given.containsKey(Client.INSERT_COUNT_PROPERTY);
      if (value == null || partOfMore) {
        continue;
      }
      if (!value.matches(NUMBER)) {
        throw new Misuse("%s is a whole number from 0 on, not '%s'".formatted(name, value));
      }
      if (new BigInteger(value).bitLength() >= Integer.SIZE) {
        throw new Misuse("%s is at most %d, not %s".formatted(name, Integer.MAX_VALUE, value));
      }
    }
  }

  /** Requires that there is something to do, and threads that YCSB can pace. */
  static void requireWork(Class<? extends Workload> workload, Properties given) {
    if (isNone(given.getProperty(Client.THREAD_COUNT_PROPERTY, "1"))) {
      throw new Misuse("how many threads? Give at least 1");
    }
    if (!ClientMain.isRun(given)) {
      String records = given.getProperty(Client.RECORD_COUNT_PROPERTY, "0");
      if (isNone(given.getProperty(Client.INSERT_COUNT_PROPERTY, records))) {
        throw new Misuse("how many records? Give recordcount, at least 1");
      }
      return;
    }
    if (!OwnLength.class.isAssignableFrom(workload)
        && isNone(given.getProperty(Client.OPERATION_COUNT_PROPERTY, "0"))) {
      throw new Misuse("how many operations? Give operationcount, at least 1");
    }
    long target = Long.parseLong(given.getProperty(Client.TARGET_PROPERTY, "0"));
    long threads = Long.parseLong(given.getProperty(Client.THREAD_COUNT_PROPERTY, "1"));
    if (target > 0 && threads * NANOS_PER_SECOND / target > Integer.MAX_VALUE) {
      throw new Misuse(
          "at %d/s at most %d threads can run: YCSB ends one that pauses for more than 2.1 s"
              .formatted(target, target * Integer.MAX_VALUE / NANOS_PER_SECOND));
    }
  }

  private static boolean isNone(String count) {
    return count.matches("\\+?0+");
  }

  /** The class of the workload. */
  static Class<? extends Workload> workload(Properties given) {
    String name = given.getProperty(Client.WORKLOAD_PROPERTY);
    if (name == null) {
      throw new Misuse("which workload? Name a file, as in -P workloads/workloada");
    }
    try {
      return Class.forName(name, false, Client.class.getClassLoader()).asSubclass(Workload.class);
    } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
      throw new Misuse("there is no workload '%s' on the class path".formatted(name));
    }
  }

  /** Requires that a core workload can draw its keys with the constant that is asked for. */
  static void requireSkew(Class<? extends Workload> workload, Properties given) {
    String constant = given.getProperty(ZipfianKeys.CONSTANT);
    if (constant == null
        || !CoreWorkload.class.isAssignableFrom(workload)
        || !ClientMain.isRun(given)) {
      return;
    }
    double skew = number(ZipfianKeys.CONSTANT, constant.strip());
    if (!(skew > 0 && skew < 1)) {
      throw new Misuse(
          "%s is above 0 and below 1 in this workload, not %s"
              .formatted(ZipfianKeys.CONSTANT, constant.strip()));
    }
    String keys = given.getProperty("requestdistribution", "uniform").strip();
    if (!keys.equals("zipfian")) {
      throw new Misuse(
          "%s goes with requestdistribution=zipfian, not %s".formatted(ZipfianKeys.CONSTANT, keys));
    }
    if (number("insertproportion", given.getProperty("insertproportion", "0").strip()) > 0) {
      throw new Misuse(
          "%s takes no insertproportion above 0: leave one of both out"
              .formatted(ZipfianKeys.CONSTANT));
    }
  }

  private static double number(String name, String text) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new Misuse("%s is a number, not '%s'".formatted(name, text));
    }
  }
}
