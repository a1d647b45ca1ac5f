package io.hybridycsb.harness.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.report.chart.Numbers;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;

/**
 * The list of systems has of each what the published results have, marked where the system wasn't
 * steady; docs/fusion.md has the same numbers.
 */
class FusionPageTest {
  private static final Path DOCS =
      Path.of(System.getProperty("test.bin")).toAbsolutePath().normalize().resolveSibling("docs");

  private static final Pattern ROW =
      Pattern.compile("\\| \\[`([a-z-]+)`].* \\| ([^|]+) \\| ([^|]+) \\|");

  /** In the table of the forecast: a system with a number. */
  private static final Pattern PLACED = Pattern.compile("`([a-z-]+)` ([0-9][0-9.,]*[0-9])");

  /** A line of that table: the place that is forecast comes first. */
  private static final String FORECAST = "\\| [1-9] \\| .*";

  private static final Pattern NUMBER =
      Pattern.compile("` (?:over [A-Za-z]+ )?([0-9][0-9.,]*[0-9])");

  /** Below this ratio two systems of the published results have no order. */
  private static final double EQUAL = 4 / 3.0;

  private static final String NOT_STEADY = "\\*";

  private static final String UPDATES =
      "results/sigmod21-fig04-throughput/[a-z-]+/mix=update-only/1/run\\.json";

  private static String page(String name) throws IOException {
    return Files.readString(DOCS.resolve(name));
  }

  private static Map<String, String> workloadA() throws IOException {
    Map<String, String> measured = new TreeMap<>();
    try (ZipFile zip = new ZipFile(DOCS.resolve("results/figures.zip").toFile())) {
      ZipEntry overview = zip.getEntry("figures/overview.csv");
      String text = new String(zip.getInputStream(overview).readAllBytes(), UTF_8);
      text.lines()
          .skip(1)
          .map(Csv::fields)
          .forEach(
              line ->
                  measured.put(
                      line.get(0),
                      number(Double.parseDouble(line.get(2)), line.get(6).equals("steady"))));
    }
    return measured;
  }

  private static String number(double perSecond, boolean isSteady) {
    return Numbers.text(perSecond) + (isSteady ? "" : NOT_STEADY);
  }

  private static Map<String, String> transactions() throws IOException {
    Map<String, String> measured = new TreeMap<>();
    ObjectMapper json = new ObjectMapper();
    try (ZipFile zip = new ZipFile(DOCS.resolve("results/transactions/figures.zip").toFile())) {
      for (ZipEntry entry : zip.stream().filter(one -> one.getName().matches(UPDATES)).toList()) {
        JsonNode run = json.readTree(zip.getInputStream(entry));
        measured.put(
            run.path("system").asText(),
            number(
                run.path("run").path("committedPerSecond").asDouble(),
                run.path("warmUp").path("steady").asBoolean()));
      }
    }
    return measured;
  }

  @Test
  void eachSystemHasTheNumbersThatWereMeasuredAndNoOthers() throws IOException {
    Map<String, String> workloadA = workloadA();
    Map<String, String> transactions = transactions();
    assertThat(workloadA).hasSizeGreaterThan(5);
    assertThat(transactions).hasSizeGreaterThan(3);

    List<String> systems = new ArrayList<>();
    String page = page("systems/README.md");
    page.substring(page.indexOf("\n### Storage and throughput\n"))
        .lines()
        .map(ROW::matcher)
        .filter(Matcher::matches)
        .forEach(
            row -> {
              String system = row.group(1);
              systems.add(system);
              assertThat(row.group(2))
                  .as("%s, workload A", system)
                  .isEqualTo(workloadA.getOrDefault(system, "not measured"));
              assertThat(row.group(3))
                  .as("%s, transactions", system)
                  .isIn(
                      transactions.containsKey(system)
                          ? List.of(transactions.get(system))
                          : List.of("not measured", "it has none"));
            });

    assertThat(systems).containsExactlyInAnyOrderElementsOf(Systems.names());
  }

  @Test
  void whatIsPlacedWithANumberWasMeasured() throws IOException {
    List<String> measured = new ArrayList<>();
    workloadA().forEach((system, number) -> measured.add(system + " " + number));
    transactions().forEach((system, number) -> measured.add(system + " " + number));

    assertThat(PLACED.matcher(page("fusion.md")).results())
        .hasSizeGreaterThan(8)
        .allSatisfy(
            one -> {
              String placed = one.group(1) + " " + one.group(2);
              assertThat(placed).isIn(measured.stream().map(FusionPageTest::unmarked).toList());
            });
  }

  /** A system in one cell of the forecast's table. */
  private record Forecast(int place, double perSecond) {
    /** Above 0 if the forecast holds of both, below 0 if not, 0 if it has no order for them. */
    int agreement(Forecast other) {
      return Integer.signum(other.place - place) * measured(other);
    }

    /** 0 for systems less than a third apart. */
    int measured(Forecast other) {
      double ratio = perSecond / other.perSecond;
      return ratio < EQUAL && ratio > 1 / EQUAL ? 0 : (int) Math.signum(ratio - 1);
    }
  }

  private static List<Forecast> forecasts(int cell) throws IOException {
    List<Forecast> all = new ArrayList<>();
    for (String line : page("fusion.md").lines().filter(one -> one.matches(FORECAST)).toList()) {
      String[] cells = line.split("\\|");
      Matcher number = NUMBER.matcher(cells[cell]);
      while (number.find()) {
        double perSecond = Double.parseDouble(number.group(1).replace(",", ""));
        all.add(new Forecast(Integer.parseInt(cells[1].strip()), perSecond));
      }
    }
    return all;
  }

  private static String tau(String what, List<Forecast> systems) {
    int unlike = 0;
    int unequal = 0;
    int as = 0;
    int against = 0;
    for (int i = 0; i < systems.size(); i++) {
      for (Forecast other : systems.subList(0, i)) {
        Forecast one = systems.get(i);
        unlike += one.place == other.place ? 0 : 1;
        unequal += Math.abs(one.measured(other));
        as += one.agreement(other) > 0 ? 1 : 0;
        against += one.agreement(other) < 0 ? 1 : 0;
      }
    }
    return "| %s | %d | %d | %d | %d | %d | %.2f |"
        .formatted(
            what,
            systems.size(),
            unlike,
            as,
            against,
            unlike - as - against,
            (as - against) / Math.sqrt((double) unlike * unequal));
  }

  @Test
  void kendallsTauIsThatOfTheForecastsTable() throws IOException {
    assertThat(page("fusion.md"))
        .contains(tau("workload A", forecasts(3)), tau("transactions", forecasts(4)));
  }

  private static String unmarked(String number) {
    return number.replace(NOT_STEADY, "");
  }
}
