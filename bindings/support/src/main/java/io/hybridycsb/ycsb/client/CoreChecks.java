package io.hybridycsb.ycsb.client;

import io.hybridycsb.settings.YcsbKeys;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import site.ycsb.Client;
import site.ycsb.Workload;
import site.ycsb.generator.HistogramGenerator;
import site.ycsb.workloads.CoreWorkload;

/** What YCSB's core workload would answer with a stack trace, or an endless search for keys. */
final class CoreChecks {
  /** YCSB and its core workload take any other word than true for false. */
  static final List<String> FLAGS =
      List.of(
          "dataintegrity",
          "dotransactions",
          "hdrhistogram.fileoutput",
          "measurement.raw.no_summary",
          "measurement.trackjvm",
          "readallfields",
          "reportlatencyforeacherror",
          "spin.sleep",
          "status",
          "writeallfields");

  private static final double LARGE = 1_000_000_000;

  /** How many of the keys drawn exponentially have to be there. */
  private static final double DRAWN_LEAST = 0.001;

  private final Properties given;
  private final boolean isRun;
  private final String keys;

  private CoreChecks(Properties given) {
    this.given = given;
    this.isRun = ClientMain.isRun(given);
    this.keys =
        word(
            "requestdistribution",
            "uniform",
            List.of("uniform", "zipfian", "latest", "hotspot", "sequential", "exponential"));
  }

  /** Whether a workload reads its properties as the core workload does. */
  static boolean areFor(Class<? extends Workload> workload) {
    try {
      return workload.getMethod("init", Properties.class).getDeclaringClass() == CoreWorkload.class;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Requires that the workload can be loaded or run. */
  static void require(Properties given) {
    CoreChecks checks = new CoreChecks(given);
    checks.requireFields();
    boolean draws = checks.requireOperations();
    checks.requireRange();
    if (checks.isRun && draws) {
      checks.requireKeys();
    }
    checks.requireFractions(checks.isRun && draws);
  }

  private String word(String name, String preset, List<String> words) {
    return Checks.word(given, name, preset, words);
  }

  private long number(String name, String preset) {
    return Long.parseLong(given.getProperty(name, preset).strip());
  }

  private void requireFields() {
    String lengths =
        word(
            CoreWorkload.FIELD_LENGTH_DISTRIBUTION_PROPERTY,
            "constant",
            List.of("constant", "uniform", "zipfian", "histogram"));
    if (lengths.equals("uniform") || lengths.equals("zipfian")) {
      requireOrder("minfieldlength", "1", "fieldlength", "100");
    }
    if (lengths.equals("histogram")) {
      requireHistogram(given.getProperty("fieldlengthhistogram", "hist.txt"));
    }
    if (Boolean.parseBoolean(given.getProperty("dataintegrity")) && !lengths.equals("constant")) {
      throw new Misuse(
          "dataintegrity=true goes with fieldlengthdistribution=constant, not " + lengths);
    }
  }

  private void requireOrder(String least, String leastPreset, String most, String mostPreset) {
    if (number(least, leastPreset) < 0) {
      throw new Misuse("%s is at least 0, not %d".formatted(least, number(least, leastPreset)));
    }
    if (number(least, leastPreset) > number(most, mostPreset)) {
      throw new Misuse(
          "%s is at most %s, which is %d, not %d"
              .formatted(least, most, number(most, mostPreset), number(least, leastPreset)));
    }
  }

  private static void requireHistogram(String file) {
    try {
      var unused = new HistogramGenerator(file).nextValue();
    } catch (IOException | RuntimeException e) {
      throw new Misuse(
          "fieldlengthhistogram is a file of lengths, and %s is none: %s"
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Returns whether keys of records are drawn. */
  private boolean requireOperations() {
    double drawing =
        proportion("readproportion", "0.95")
            + proportion("updateproportion", "0.05")
            + proportion("readmodifywriteproportion", "0");
    double scanning = proportion("scanproportion", "0");
    double inserting = proportion("insertproportion", "0");
    if (isRun && drawing + scanning + inserting == 0) {
      throw new Misuse("which operations? All proportions are 0: give one above it");
    }
    word("scanlengthdistribution", "uniform", List.of("uniform", "zipfian"));
    if (isRun && scanning > 0) {
      requireOrder("minscanlength", "1", "maxscanlength", "1000");
    }
    return drawing + scanning > 0;
  }

  private double proportion(String name, String preset) {
    return Numbers.fraction(given, name, preset, 0, LARGE);
  }

  private void requireRange() {
    YcsbKeys range = new YcsbKeys(given);
    boolean isPart = given.containsKey(Workload.INSERT_COUNT_PROPERTY);
    if (isPart && range.start() + range.count() > range.records()) {
      throw new Misuse(
          "insertstart and insertcount are %d and %d, but recordcount is %d"
              .formatted(range.start(), range.count(), range.records()));
    }
    long end = isRun ? range.start() + range.count() : range.start() + Asked.operations(given);
    boolean drawsFromAll = isRun && keys.equals("latest");
    if (Math.max(end, drawsFromAll ? range.records() : 0) > YcsbKeys.LAST + 1) {
      throw new Misuse(
          "YCSB numbers records from 0 to %d: insertstart and its count go beyond"
              .formatted(YcsbKeys.LAST));
    }
  }

  private void requireKeys() {
    boolean drawsFromAll = keys.equals("latest") || keys.equals("exponential");
    YcsbKeys range = new YcsbKeys(given);
    if (!drawsFromAll && range.count() < 1) {
      throw new Misuse(
          "there are no records from insertstart on, which is %d: recordcount is %d"
              .formatted(range.start(), range.records()));
    }
  }

  private void requireFractions(boolean draws) {
    if (keys.equals("hotspot")) {
      double data = Numbers.fraction(given, "hotspotdatafraction", "0.2", 0, 1);
      double operations = Numbers.fraction(given, "hotspotopnfraction", "0.8", 0, 1);
      long records = new YcsbKeys(given).count();
      long hot = (int) (records * data);
      if (draws && hot == 0 && operations > 0) {
        throw new Misuse(
            "hotspotdatafraction=%s of %d records are none: give a larger one"
                .formatted(data, records));
      }
      if (draws && hot == records && operations < 1) {
        throw new Misuse(
            "hotspotdatafraction=%s leaves no other records: give a smaller one".formatted(data));
      }
    } else if (keys.equals("exponential")) {
      double percentile = Numbers.fraction(given, "exponential.percentile", "95", 0, 100);
      double part = Numbers.fraction(given, "exponential.frac", "0.8571428571", 0, LARGE);
      double there = 1 - Math.pow(1 - percentile / 100, 1 / part);
      if (draws && there < DRAWN_LEAST) {
        throw new Misuse(
            "exponential.percentile=%s of exponential.frac=%s: hardly a key that is drawn is there"
                .formatted(percentile, part));
      }
    }
  }

  /** Whether a run draws from as many keys as there can be, since nobody has said how many. */
  static boolean isWithoutRecords(Properties given) {
    return ClientMain.isRun(given)
        && Arrays.asList(Client.RECORD_COUNT_PROPERTY, Client.INSERT_COUNT_PROPERTY).stream()
            .allMatch(name -> given.getProperty(name, "0").matches("\\+?0+"));
  }
}
