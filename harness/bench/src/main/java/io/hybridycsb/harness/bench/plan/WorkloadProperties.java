package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import java.util.SortedMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The properties of YCSB that a workload file, an experiment's settings and its properties make.
 */
final class WorkloadProperties {
  private static final Pattern ZIPFIAN = Pattern.compile("zipfian-(0?\\.[0-9]+)");
  private static final String FIELD_COUNT = "fieldcount";
  private static final String FIELD_LENGTH = "fieldlength";
  private static final String RECORD_SIZE = "record-size";
  private static final int FIELDS = 10;
  private static final int FIELD_BYTES = 100;

  private WorkloadProperties() {}

  /**
   * Those of a run.
   *
   * @param experiment its name, for messages
   * @param given the experiment's properties
   * @throws UsageException if YCSB couldn't run by them
   */
  static SortedMap<String, String> of(
      String experiment, FileSettings tree, WorkloadFile file, SortedMap<String, String> given) {
    TakenProperties.RUN.requireNoneAndNoneMistyped(experiment, given);
    SortedMap<String, String> properties = file.ofRun();
    properties.putAll(given);
    if (file.isOfTransactions() && file.properties().containsKey(RunSettings.BATCH)) {
      properties.putIfAbsent(
          RunSettings.BATCH, file.properties().getProperty(RunSettings.BATCH).strip());
    }
    if (!file.isOfTransactions() || file.isTrace()) {
      fields(experiment, tree, file, given, properties);
    }
    distribution(experiment, tree, file, given, properties);
    FieldLengths.describe(experiment, properties);
    return properties;
  }

  /** A record's size wins over the workload file, and a property over both. */
  private static void fields(
      String experiment,
      FileSettings tree,
      WorkloadFile file,
      SortedMap<String, String> given,
      SortedMap<String, String> properties) {
    String count = properties.computeIfAbsent(FIELD_COUNT, unset -> Integer.toString(FIELDS));
    if (!count.matches("[1-9][0-9]{0,8}")) {
      throw new UsageException(
          "%s: %s is a number of fields, at least 1, not '%s'"
              .formatted(experiment, FIELD_COUNT, count));
    }
    long fields = Long.parseLong(count);
    long recordBytes = tree.number(RECORD_SIZE, (long) FIELDS * FIELD_BYTES, fields);
    String length = Long.toString(Math.round(recordBytes / (double) fields));
    if (tree.has(RECORD_SIZE) && !given.containsKey(FIELD_LENGTH)) {
      properties.put(FIELD_LENGTH, length);
    } else {
      properties.putIfAbsent(
          FIELD_LENGTH, file.byLetter() ? length : Integer.toString(FIELD_BYTES));
    }
  }

  /**
   * The setting wins over the workload file, and a property over both. YCSB's own six, by their
   * letters, have uniform keys where nobody says another, as the papers have; D has the latest.
   */
  private static void distribution(
      String experiment,
      FileSettings tree,
      WorkloadFile file,
      SortedMap<String, String> given,
      SortedMap<String, String> properties) {
    String named = tree.text("distribution", "");
    Matcher zipfian = ZIPFIAN.matcher(named);
    String constant = tree.text("skew", zipfian.matches() ? zipfian.group(1) : "");
    if (!named.isEmpty() || !constant.isEmpty()) {
      properties.remove(WorkloadFile.DISTRIBUTION);
      properties.remove(RunSettings.CONSTANT);
      properties.putAll(given);
    }
    if (constant.isEmpty()) {
      String usual =
          file.byLetter() && file.name().equals("workloadd")
              ? "latest"
              : file.distribution().orElse("uniform");
      properties.putIfAbsent(WorkloadFile.DISTRIBUTION, named.isEmpty() ? usual : named);
    } else if (constant.equals("0")) {
      properties.put(WorkloadFile.DISTRIBUTION, "uniform");
    } else {
      properties.put(WorkloadFile.DISTRIBUTION, "zipfian");
      properties.put(RunSettings.CONSTANT, constant);
    }
    if (!file.isOfTransactions() && properties.containsKey(RunSettings.CONSTANT)) {
      requireSkew(experiment, file, properties);
    }
  }

  /** What bin/ycsb would refuse only after the load. */
  private static void requireSkew(
      String experiment, WorkloadFile file, SortedMap<String, String> properties) {
    if (RunSettings.inserts(properties)) {
      throw new UsageException(
          "%s: %s inserts, and knows YCSB's own zipfian only".formatted(experiment, file.name()));
    }
    if (!properties.get(WorkloadFile.DISTRIBUTION).equals("zipfian")) {
      throw new UsageException(
          "%s: %s is of zipfian keys, and these are %s"
              .formatted(
                  experiment, RunSettings.CONSTANT, properties.get(WorkloadFile.DISTRIBUTION)));
    }
    if (!properties.get(RunSettings.CONSTANT).matches("0?\\.0*[1-9][0-9]*")) {
      throw new UsageException(
          "%s: the constant of zipfian keys is above 0 and below 1, such as 0.5, not '%s'"
              .formatted(experiment, properties.get(RunSettings.CONSTANT)));
    }
  }
}
