package io.hybridycsb.settings;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * The names of the properties of YCSB 0.17.0 and its core workload. YCSB ignores others, so that a
 * mistyped one goes unnoticed.
 */
public final class YcsbProperties {
  private static final int LETTERS_MIN = 4;

  /** YCSB reads each of them as an int. */
  public static final Set<String> NUMBERS =
      Set.of(
          "core_workload_insertion_retry_interval",
          "core_workload_insertion_retry_limit",
          "fieldcount",
          "fieldlength",
          "histogram.buckets",
          "insertcount",
          "insertstart",
          "maxexecutiontime",
          "maxscanlength",
          "minfieldlength",
          "minscanlength",
          "operationcount",
          "recordcount",
          "status.interval",
          "target",
          "threadcount",
          "timeseries.granularity",
          "zeropadding");

  private static final Set<String> OTHERS =
      Set.of(
          "dataintegrity",
          "db",
          "dotransactions",
          "exponential.frac",
          "exponential.percentile",
          "exporter",
          "exportfile",
          "fieldlengthdistribution",
          "fieldlengthhistogram",
          "fieldnameprefix",
          "hdrhistogram.fileoutput",
          "hdrhistogram.output.path",
          "hdrhistogram.percentiles",
          "hotspotdatafraction",
          "hotspotopnfraction",
          "insertorder",
          "insertproportion",
          "label",
          "latencytrackederrors",
          "measurement.interval",
          "measurement.raw.no_summary",
          "measurement.raw.output_file",
          "measurement.trackjvm",
          "measurementtype",
          "readallfields",
          "readmodifywriteproportion",
          "readproportion",
          "reportlatencyforeacherror",
          "requestdistribution",
          "scanlengthdistribution",
          "scanproportion",
          "spin.sleep",
          "status",
          "table",
          "updateproportion",
          "workload",
          "writeallfields",
          "zipfian.constant");

  private static final Set<String> ALL = new TreeSet<>(OTHERS);

  static {
    ALL.addAll(NUMBERS);
  }

  private YcsbProperties() {}

  /** Whether it is one of them. */
  public static boolean isKnown(String name) {
    return ALL.contains(name);
  }

  /** Those that a name may have been meant for, the nearest first; none if it is known itself. */
  public static List<String> meantBy(String name) {
    if (isKnown(name) || name.length() < LETTERS_MIN) {
      return List.of();
    }
    // Names with dots are mostly those of others.
    List<String> near =
        NearNames.of(
            name, ALL.stream().filter(known -> isDotted(known) == isDotted(name)).toList());
    String stem = name.replaceFirst("s$", "");
    return near.isEmpty() && stem.length() > LETTERS_MIN
        ? ALL.stream().filter(known -> known.startsWith(stem)).toList()
        : near;
  }

  private static boolean isDotted(String name) {
    return name.contains(".");
  }
}
