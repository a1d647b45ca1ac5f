package io.hybridycsb.ycsb.client;

import io.hybridycsb.ycsb.outcome.ExitStatus;
import java.util.List;
import java.util.Properties;
import java.util.function.IntConsumer;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Workload;

/**
 * What the command asks for. YCSB gets other values of some properties, which come in between.
 *
 * @param properties as they were given
 * @param begun is called when YCSB has read all its properties
 * @param exit sets the status of the process
 */
record Asked(
    Class<? extends Workload> workload,
    Class<? extends DB> db,
    Properties properties,
    Runnable begun,
    IntConsumer exit) {
  private static final List<String> OURS =
      List.of(
          Client.WORKLOAD_PROPERTY,
          Client.DB_PROPERTY,
          Client.TARGET_PROPERTY,
          Client.OPERATION_COUNT_PROPERTY);

  /** What YCSB is to get in their place. */
  Properties others() {
    Properties others = new Properties();
    others.setProperty(Client.WORKLOAD_PROPERTY, EndedWorkload.class.getName());
    others.setProperty(Client.DB_PROPERTY, WatchedDb.class.getName());
    if (properties.containsKey(Client.TARGET_PROPERTY)) {
      others.setProperty(Client.TARGET_PROPERTY, "0");
    }
    return others;
  }

  /** Whoever looks from now on finds what was asked for. */
  void putBack(Properties ycsb) {
    for (String name : OURS) {
      String value = properties.getProperty(name);
      if (value == null) {
        ycsb.remove(name);
      } else {
        ycsb.setProperty(name, value);
      }
    }
  }

  /** Whether a command fails where YCSB's doesn't, because not all was done. */
  boolean isStrict() {
    return !ExitStatus.isYcsbs(properties);
  }

  /** A number among the properties; YCSB's own if it isn't given. */
  static long number(Properties ycsb, String name) {
    String preset = name.equals(Client.THREAD_COUNT_PROPERTY) ? "1" : "0";
    return Long.parseLong(ycsb.getProperty(name, preset).strip());
  }

  /** How many operations or inserts YCSB shares out to its threads. */
  static long operations(Properties ycsb) {
    if (ClientMain.isRun(ycsb)) {
      return number(ycsb, Client.OPERATION_COUNT_PROPERTY);
    }
    return number(
        ycsb,
        ycsb.containsKey(Client.INSERT_COUNT_PROPERTY)
            ? Client.INSERT_COUNT_PROPERTY
            : Client.RECORD_COUNT_PROPERTY);
  }
}
