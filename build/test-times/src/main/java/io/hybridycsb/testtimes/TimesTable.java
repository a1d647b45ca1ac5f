package io.hybridycsb.testtimes;

import static java.util.stream.Collectors.groupingBy;

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

  private final Build build;
  private final List<TestClass> ran;
  private final List<Row> rows = new ArrayList<>();

  /** A line of the table; what it doesn't tell is empty. */
  private record Row(
      String name, String classes, String tests, double wallSeconds, OptionalDouble cpuSeconds) {

    static Row of(
        String name, List<TestClass> classes, double wallSeconds, OptionalDouble cpuSeconds) {
      return new Row(
          name,
          format("%,d", classes.size()),
          format("%,d", classes.stream().mapToInt(TestClass::tests).sum()),
          wallSeconds,
          cpuSeconds);
    }

    String line(int width) {
      String cpu = cpuSeconds.isPresent() ? format("%,.1f", cpuSeconds.getAsDouble()) : "-";
      return TimesTable.line(width, name, classes, tests, format("%,.1f", wallSeconds), cpu);
    }
  }

  private TimesTable(Build build) {
    this.build = build;
    ran = build.classes().stream().filter(TestClass::ran).toList();
  }

  static String of(Build build) {
    return new TimesTable(build).text();
  }

  private String text() {
    List<TestClass> integrationTests = classes(true);
    rows.add(sum("integration tests", integrationTests));
    bySystem(integrationTests);
    List<TestClass> unitTests = classes(false);
    rows.add(Row.of("unit tests", unitTests, wall(unitTests), build.unitTestsCpuSeconds()));
    rows.add(Row.of("the build until now", ran, build.wallSeconds(), build.cpuSeconds()));
    int slowestBegin = rows.size();
    slowest();

    int width = rows.stream().mapToInt(row -> row.name().length()).max().orElseThrow();
    StringBuilder text = new StringBuilder();
    text.append(line(width, "times of the build", "classes", "tests", "wall s", "CPU s"));
    rows.subList(0, slowestBegin).forEach(row -> text.append(row.line(width)));
    text.append(build.maven().isPresent() ? WHAT_COUNTS : NOT_KNOWN);
    text.append(line(width, "slowest classes", "", "tests", "wall s", "CPU s"));
    rows.subList(slowestBegin, rows.size()).forEach(row -> text.append(row.line(width)));
    skippedByReason()
        .forEach(
            (reason, tests) ->
                text.append(format("not run here: %s: %s%n", String.join(", ", tests), reason)));
    return text.toString();
  }

  private List<TestClass> classes(boolean integrationTests) {
    return ran.stream().filter(test -> test.isIntegrationTest() == integrationTests).toList();
  }

  private void bySystem(List<TestClass> classes) {
    Map<String, List<TestClass>> bySystem =
        classes.stream()
            .collect(groupingBy(test -> test.use().flatMap(ClassUse::system).orElse(NO_CLUSTER)));
    Stream<Row> systems =
        bySystem.entrySet().stream()
            .filter(entry -> !entry.getKey().equals(NO_CLUSTER))
            .map(entry -> sum("  " + entry.getKey(), entry.getValue()))
            .sorted(
                Comparator.<Row>comparingDouble(row -> row.cpuSeconds().orElse(0))
                    .thenComparingDouble(Row::wallSeconds)
                    .reversed());
    systems.forEach(rows::add);
    rows.add(sum("  " + NO_CLUSTER, bySystem.getOrDefault(NO_CLUSTER, List.of())));
  }

  private void slowest() {
    ran.stream()
        .sorted(
            Comparator.comparingDouble(TestClass::wallSeconds)
                .reversed()
                .thenComparing(TestClass::title))
        .limit(SLOWEST)
        .map(
            test ->
                new Row(
                    "  " + test.title(),
                    "",
                    format("%,d", test.tests()),
                    test.wallSeconds(),
                    test.cpuSeconds()))
        .forEach(rows::add);
  }

  private static Row sum(String name, List<TestClass> classes) {
    OptionalDouble cpu =
        classes.stream().flatMapToDouble(test -> test.cpuSeconds().stream()).reduce(Double::sum);
    return Row.of(name, classes, wall(classes), cpu);
  }

  private static double wall(List<TestClass> classes) {
    return classes.stream().mapToDouble(TestClass::wallSeconds).sum();
  }

  private Map<String, Set<String>> skippedByReason() {
    Map<String, Set<String>> byReason = new TreeMap<>();
    for (TestClass test : build.classes()) {
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
