package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;

/** Throws lists of arguments at the client: right ones, wrong ones, and both together. */
class ArgumentListsTest {
  private static final int FEW = 400;
  private static final int MANY = 4_000;
  private static final long LONG = 10_000;

  /** They keep runs short, whatever else is given. */
  private static final List<String> SHORT =
      List.of("-p", "recordcount=12", "-p", "operationcount=12");

  private static final String[] NUMBERS = {
    "0",
    "1",
    "5",
    "12",
    "13",
    "-1",
    "+7",
    "007",
    " 8 ",
    "",
    " ",
    "x",
    "1.5",
    "1e3",
    "NaN",
    "null",
    "2147483647",
    "2147483648",
    "-2147483649",
    "99999999999999999999",
    "９"
  };
  private static final String[] SMALL = {"0", "1", "3", "16", "-1", "+7", " 8 ", "", "x", "1.5"};
  private static final String[] FRACTIONS = {
    "0", "0.0", "1", "0.5", "0.05", "-0.1", "1e-9", "1e300", "2", "100", "x", "", "NaN", "Infinity"
  };
  private static final String[] DISTRIBUTIONS = {
    "uniform",
    "zipfian",
    "latest",
    "hotspot",
    "sequential",
    "exponential",
    "constant",
    "histogram",
    "Uniform",
    ""
  };

  private static Arbitrary<List<String>> property(String[] values, String... names) {
    return Arbitraries.of(names)
        .flatMap(name -> Arbitraries.of(values).map(value -> List.of("-p", name + "=" + value)));
  }

  private static Arbitrary<List<String>> argument() {
    return Arbitraries.frequencyOf(
        Tuple.of(
            6,
            property(
                NUMBERS,
                "operationcount",
                "recordcount",
                "insertstart",
                "insertcount",
                "maxexecutiontime")),
        Tuple.of(
            2,
            property(
                SMALL,
                "threadcount",
                "fieldcount",
                "histogram.buckets",
                "fieldlength",
                "minfieldlength",
                "minscanlength",
                "maxscanlength",
                "zeropadding",
                "core_workload_insertion_retry_limit")),
        Tuple.of(
            6,
            property(
                FRACTIONS,
                "readproportion",
                "updateproportion",
                "insertproportion",
                "scanproportion",
                "readmodifywriteproportion",
                "hotspotdatafraction",
                "hotspotopnfraction",
                "exponential.percentile",
                "exponential.frac",
                "zipfian.constant")),
        Tuple.of(
            3,
            property(
                DISTRIBUTIONS,
                "requestdistribution",
                "scanlengthdistribution",
                "fieldlengthdistribution")),
        Tuple.of(
            2,
            property(
                new String[] {"true", "false", "x", ""},
                "dataintegrity",
                "readallfields",
                "writeallfields",
                "spin.sleep",
                "measurement.trackjvm",
                "dotransactions")),
        Tuple.of(
            2,
            property(
                new String[] {"op", "both", "raw", "timeseries", "histogram", "x", ""},
                "measurementtype",
                "measurement.interval",
                "exportfile.x",
                "label",
                "table",
                "operations",
                "",
                " ",
                "hybrid.exit")),
        Tuple.of(
            4,
            Arbitraries.of(
                List.of("-t"),
                List.of("-load"),
                List.of("-s"),
                List.of("-threads", "4"),
                List.of("-threads", "0"),
                List.of("-threads", "x"),
                List.of("-target", "5000"),
                List.of("-target", "-1"),
                List.of("-target", "0.5"),
                List.of("-l", ""),
                List.of("-db", "none"))),
        Tuple.of(
            1,
            Arbitraries.of(
                List.of("-P", "/"),
                List.of("-P", "/no/file"),
                List.of("-P", "/dev/null"),
                List.of("-P"),
                List.of("-p", "recordcount"),
                List.of("-precordcount=5"),
                List.of("--threads", "4"),
                List.of("word"),
                List.of(""),
                List.of("-p", "workload=none"),
                List.of("-p", "exporter=none"),
                List.of("-p", "exportfile=/no/directory/file"))));
  }

  @Provide
  Arbitrary<List<List<String>>> lists() {
    return argument().list().ofMaxSize(6);
  }

  @Property(tries = FEW, shrinking = ShrinkingMode.BOUNDED)
  void eachListDoesItsWorkOrIsAnsweredInOneLine(@ForAll("lists") List<List<String>> given)
      throws Exception {
    check(given);
  }

  @Property(tries = MANY, shrinking = ShrinkingMode.BOUNDED)
  @Tag("campaign")
  void soDoManyMore(@ForAll("lists") List<List<String>> given) throws Exception {
    check(given);
  }

  private static void check(List<List<String>> given) throws Exception {
    List<String> arguments = new ArrayList<>(SHORT);
    given.forEach(arguments::addAll);
    if (isLong(arguments)) {
      return;
    }
    ClientRun run = ClientRun.of(arguments);

    assertThat(run.hasTrace()).as(run.toString()).isFalse();
    if (run.status() == 0) {
      assertThat(run.complaints()).as(run.toString()).isEmpty();
      assertThat(run.operations()).as(run.toString()).isGreaterThanOrEqualTo(asked(arguments));
      assertThat(run.results()).contains("[OVERALL], RunTime(ms)");
    } else {
      assertThat(run.status()).isBetween(1, 2);
      assertThat(run.complaints()).as(run.toString()).hasSize(1);
    }
  }

  /** Whether a run of seconds is asked for, or of so many keys that it takes YCSB as long. */
  private static boolean isLong(List<String> arguments) {
    try {
      Properties given = properties(arguments);
      boolean endsByTime = asked(arguments) == 0;
      boolean isSlow = "latest".equals(given.getProperty("requestdistribution"));
      return endsByTime
          || asked(arguments) > LONG
          || isSlow && Asked.number(given, "recordcount") > LONG;
    } catch (Misuse | NumberFormatException e) {
      return false;
    }
  }

  private static Properties properties(List<String> arguments) {
    return new Arguments(arguments.toArray(String[]::new)).properties();
  }

  private static long asked(List<String> arguments) {
    return Asked.operations(properties(arguments));
  }
}
