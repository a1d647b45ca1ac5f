package io.hybridycsb.ycsb.client;

import io.hybridycsb.settings.YcsbProperties;
import io.hybridycsb.ycsb.outcome.ExitStatus;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntConsumer;
import site.ycsb.Client;
import site.ycsb.DB;
import site.ycsb.Workload;
import site.ycsb.workloads.CoreWorkload;

/** What YCSB would take in silence, or answer with a stack trace. */
final class Checks {
  /** Their values may begin or end with a blank. */
  private static final Set<String> TEXTS =
      Set.of(
          "exportfile",
          "fieldlengthhistogram",
          "fieldnameprefix",
          "hdrhistogram.output.path",
          "label",
          "measurement.raw.output_file",
          "table");

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

  /**
   * Requires that YCSB can use what it is given.
   *
   * @param begun is called when YCSB has read all its properties
   * @param exit sets the status of the process
   * @throws Misuse if not
   */
  static Asked checked(Properties given, Runnable begun, IntConsumer exit) {
    Numbers.require(given);
    word(given, ExitStatus.PROPERTY, "strict", List.of("strict", "ycsb"));
    Class<? extends Workload> workload = workload(given);
    Class<? extends DB> db =
        made(given.getProperty(Client.DB_PROPERTY, "site.ycsb.BasicDB"), DB.class, "binding");
    if (CoreChecks.areFor(workload)) {
      requireWork(workload, given);
      CoreChecks.require(given);
    }
    requireSkew(workload, given);
    Results.require(given);
    return new Asked(workload, db, given, begun, exit);
  }

  /** Lines about what may not be meant so. */
  static List<String> warnings(Properties given) {
    List<String> warnings = new ArrayList<>();
    for (String name : new TreeSet<>(given.stringPropertyNames())) {
      List<String> meant = YcsbProperties.meantBy(name);
      if (!meant.isEmpty()) {
        warnings.add(
            "YCSB has no property '%s': did you mean %s?"
                .formatted(name, String.join(" or ", meant)));
      } else if (name.isBlank()) {
        warnings.add("a property has no name: '%s'".formatted(given.getProperty(name)));
      }
    }
    CoreChecks.FLAGS.stream()
        .filter(name -> !isFlag(given.getProperty(name, "true")))
        .map(
            name ->
                "%s is '%s', which YCSB takes for false: it knows true and false"
                    .formatted(name, given.getProperty(name)))
        .forEach(warnings::add);
    String order = given.getProperty("insertorder", "hashed");
    if (CoreChecks.areFor(workload(given)) && !List.of("hashed", "ordered").contains(order)) {
      warnings.add(
          "insertorder is '%s', which YCSB takes for ordered: it knows hashed and ordered"
              .formatted(order));
    }
    if (CoreChecks.areFor(workload(given)) && CoreChecks.isWithoutRecords(given)) {
      warnings.add("recordcount is missing: YCSB takes it for %d".formatted(Integer.MAX_VALUE));
    }
    return warnings;
  }

  private static boolean isFlag(String value) {
    return value.equalsIgnoreCase("true") || value.equalsIgnoreCase("false");
  }

  /** Requires that there is something to do, and an end to it. */
  static void requireWork(Class<? extends Workload> workload, Properties given) {
    if (Asked.operations(given) > 0) {
      return;
    }
    if (!ClientMain.isRun(given)) {
      throw new Misuse(
          given.containsKey(Client.INSERT_COUNT_PROPERTY)
              ? "how many records? Give insertcount, at least 1, or only recordcount"
              : "how many records? Give recordcount, at least 1");
    }
    if (!OwnLength.class.isAssignableFrom(workload)
        && Asked.number(given, Client.MAX_EXECUTION_TIME) <= 0) {
      throw new Misuse("how many operations? Give operationcount or maxexecutiontime, at least 1");
    }
  }

  /** The class of the workload. */
  static Class<? extends Workload> workload(Properties given) {
    String name = given.getProperty(Client.WORKLOAD_PROPERTY);
    if (name == null) {
      throw new Misuse("which workload? Name a file, as in -P workloads/workloada");
    }
    return made(name, Workload.class, "workload");
  }

  /** A class of which YCSB makes instances without arguments. */
  private static <T> Class<? extends T> made(String name, Class<T> type, String kind) {
    Class<? extends T> made = named(name, type, kind);
    boolean takesNothing =
        Arrays.stream(made.getDeclaredConstructors()).anyMatch(c -> c.getParameterCount() == 0);
    if (!takesNothing || Modifier.isAbstract(made.getModifiers())) {
      throw new Misuse("the class '%s' can't be made a %s of".formatted(name, kind));
    }
    return made;
  }

  /** A class that YCSB is to make something of. */
  static <T> Class<? extends T> named(String name, Class<T> type, String kind) {
    try {
      return Class.forName(name, false, Client.class.getClassLoader()).asSubclass(type);
    } catch (ClassNotFoundException | LinkageError | ClassCastException e) {
      throw new Misuse("there is no %s '%s' on the class path".formatted(kind, name), e);
    }
  }

  /** One of a few words. */
  static String word(Properties given, String name, String preset, List<String> words) {
    String word = given.getProperty(name, preset).strip();
    if (!words.contains(word)) {
      throw new Misuse("%s is one of %s, not '%s'".formatted(name, String.join(", ", words), word));
    }
    return word;
  }

  /** Requires that a core workload can draw its keys with the constant that is asked for. */
  static void requireSkew(Class<? extends Workload> workload, Properties given) {
    String constant = given.getProperty(ZipfianKeys.CONSTANT);
    if (constant == null
        || !CoreWorkload.class.isAssignableFrom(workload)
        || !ClientMain.isRun(given)) {
      return;
    }
    double skew = Numbers.fraction(given, ZipfianKeys.CONSTANT, "");
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
    if (Numbers.fraction(given, "insertproportion", "0") > 0) {
      throw new Misuse(
          "%s takes no insertproportion above 0: leave one of both out"
              .formatted(ZipfianKeys.CONSTANT));
    }
  }
}
