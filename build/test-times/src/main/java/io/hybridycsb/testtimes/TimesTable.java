package io.hybridycsb.testtimes;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.partitioningBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/** What a build's tests took, as a text for its log. */
final class TimesTable {
  private static final int SLOWEST = 10;
  private static final String NO_CLUSTER = "no cluster";
  private static final String NOT_KNOWN = "CPU time: not known here\n";
  private static final String WHAT_COUNTS =
      """
      CPU of integration tests: their JVM, the commands it waited for, and the servers, while the class ran
      CPU of unit tests: all other commands that Maven waited for, protoc too
      CPU of the build: Maven, all commands it waited for, and the integration tests' servers
      several classes run at a time: the sum of their wall times may exceed the build's
      """;

  private TimesTable() {}

  /** A line of the table. */
  private record Row(
      String name, List<TestClass> classes, double wallSeconds, OptionalDouble cpuSeconds) {

    static Row sum(String name, List<TestClass> classes) {
      OptionalDouble cpu =
          classes.stream().flatMapToDouble(test -> test.cpuSeconds().stream()).reduce(Double::sum);
      return sum(name, classes, cpu);
    }

    static Row sum(String name, List<TestClass> classes, OptionalDouble cpu) {
      double wall = classes.stream().mapToDouble(TestClass::wallSeconds).sum();
      return new Row(name, classes, wall, cpu);
    }

    String line(int width, String classesShown) {
      String tests = format("%,d", classes.stream().mapToInt(TestClass::tests).sum());
      String cpu = cpuSeconds.isPresent() ? format("%,.1f", cpuSeconds.getAsDouble()) : "-";
      return TimesTable.line(width, name, classesShown, tests, format("%,.1f", wallSeconds), cpu);
    }
  }

  static String of(Build build) {
    List<TestClass> ran = build.classes().stream().filter(TestClass::ran).toList();
    Map<Boolean, List<TestClass>> areIntegrationTests =
        ran.stream().collect(partitioningBy(TestClass::isIntegrationTest));
    List<Row> sums = new ArrayList<>();
    sums.add(Row.sum("integration tests", areIntegrationTests.get(true)));
    addSystems(areIntegrationTests.get(true), sums);
    sums.add(Row.sum("unit tests", areIntegrationTests.get(false), build.unitTestsCpuSeconds()));
    sums.add(new Row("the build until now", ran, build.wallSeconds(), build.cpuSeconds()));
    List<Row> slowest = slowest(ran);

    int width =
        Stream.concat(sums.stream(), slowest.stream())
            .mapToInt(row -> row.name().length())
            .max()
            .orElseThrow();
    StringBuilder text = new StringBuilder();
    text.append(line(width, "times of the build", "classes", "tests", "wall s", "CPU s"));
    sums.forEach(row -> text.append(row.line(width, format("%,d", row.classes().size()))));
    text.append(build.maven().isPresent() ? WHAT_COUNTS : NOT_KNOWN);
    text.append(line(width, "slowest classes", "", "tests", "wall s", "CPU s"));
    slowest.forEach(row -> text.append(row.line(width, "")));
    skippedByReason(build.classes())
        .forEach(
            (reason, tests) ->
                text.append(format("not run here: %s: %s%n", String.join(", ", tests), reason)));
    return text.toString();
  }

  private static void addSystems(List<TestClass> classes, List<Row> sums) {
    Map<String, List<TestClass>> bySystem =
        classes.stream()
            .collect(groupingBy(test -> test.use().flatMap(ClassUse::system).orElse(NO_CLUSTER)));
    List<TestClass> withoutCluster = bySystem.remove(NO_CLUSTER);
    bySystem.entrySet().stream()
        .map(entry -> Row.sum("  " + entry.getKey(), entry.getValue()))
        .sorted(
            Comparator.<Row>comparingDouble(row -> row.cpuSeconds().orElse(0))
                .thenComparingDouble(Row::wallSeconds)
                .reversed())
        .forEach(sums::add);
    sums.add(Row.sum("  " + NO_CLUSTER, withoutCluster == null ? List.of() : withoutCluster));
  }

  private static List<Row> slowest(List<TestClass> classes) {
    return classes.stream()
        .sorted(
            Comparator.comparingDouble(TestClass::wallSeconds)
                .reversed()
                .thenComparing(TestClass::title))
        .limit(SLOWEST)
        .map(test -> Row.sum("  " + test.title(), List.of(test)))
        .toList();
  }

  private static Map<String, Set<String>> skippedByReason(List<TestClass> classes) {
    Map<String, Set<String>> byReason = new TreeMap<>();
    for (TestClass test : classes) {
      for (TestClass.Skipped skipped : test.skipped()) {
        byReason.computeIfAbsent(skipped.reason(), reason -> new TreeSet<>()).add(skipped.name());
      }
    }
    return byReason;
  }

  private static String line(
      int width, String name, String classes, String tests, String wall, String cpu) {
    return format("%-" + width + "s  %7s  %6s  %9s  %9s%n", name, classes, tests, wall, cpu);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
