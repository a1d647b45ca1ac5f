package io.hybridycsb.harness.report.claims;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A file of claims is refused unless every word of it is known. */
class ClaimFileTest {
  private static final String RATIO =
      "{kind: ratio, experiment: e, metric: throughput, of: etcd, to: fabric, at-least: 2}";

  @TempDir Path directory;

  private Claims read(String text) {
    return new MadeUp(directory).claims(text);
  }

  private static String file(String claims) {
    return "paper: vldb22\nclaims:\n  - " + claims + "\n";
  }

  private static String claim(String test) {
    return file("{id: a-b, section: 4, says: A is B., test: %s}".formatted(test));
  }

  @Test
  void withoutADirectoryThereAreNoClaims() {
    assertThat(Claims.in(directory.resolve("none")).count()).isZero();
    assertThat(read(claim(RATIO)).count()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: ratio, experiment: e, metric: throughput, of: a, to: b, at-least: 2, by: 3}"
            + "|unknown name 'by'; expected are: kind, experiment, metric, at, system, of, to,"
            + " at-least, at-most",
        "{kind: more, experiment: e}|unknown kind 'more'; expected is: order, ratio, rises",
        "{kind: ratio, experiment: e, metric: throughput, of: a, to: b}|expected is at-least",
        "{kind: ratio, experiment: e, metric: throughput, of: a, to: b, at-least: x}"
            + "|at-least must be a factor above 0",
        "{kind: ratio, experiment: e, metric: throughput, of: a, to: b, at-least: 3, at-most: 2}"
            + "|at-least is above at-most",
        "{kind: ratio, experiment: e, metric: speed, of: a, to: b, at-least: 2}"
            + "|unknown metric 'speed'; expected is: abort_rate,",
        "{kind: ratio, metric: throughput, of: a, to: b, at-least: 2}|experiment is missing",
        "{kind: ratio, experiment: e, of: a, to: b, at-least: 2}|metric is missing",
        "{kind: order, experiment: e, metric: throughput, above: a}|below is missing",
        "{kind: order, experiment: e, metric: throughput, above: [a, b], below: c}"
            + "|above must be one place",
        "{kind: order, experiment: e, metric: throughput, above: {node: 1}, below: c}"
            + "|above: unknown name 'node'; expected are: system, at, experiment, metric",
        "{kind: rises, experiment: e, metric: throughput, systems: [a]}|along is missing",
        "{kind: rises, experiment: e, metric: throughput, systems: [a], along: x, at: {x: 1}}"
            + "|x is held by 'at' and varied by 'along'",
        "{kind: level, experiment: e, metric: throughput, systems: [a], along: x, within: 0.5}"
            + "|within must be a factor of 1 or more",
        "{kind: peak, experiment: e, metric: throughput, systems: [a], along: x}"
            + "|at-value is missing",
        "{kind: crossover, experiment: e, metric: throughput, along: x, of: a, over: b, before: 1}"
            + "|after is missing"
      })
  void aTestOfUnknownWordsIsRefusedNamingFileAndClaim(String test, String message) {
    assertThatThrownBy(() -> read(claim(test)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("vldb22.yaml, claim a-b, test")
        .hasMessageContaining(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{id: a, section: 4, says: A., why: so, test: {kind: order}}|unknown name 'why'",
        "{id: a, section: 4, says: A.}|expected is one of: test, not-measurable",
        "{id: a, says: A., not-measurable: No.}|section is missing",
        "{id: a, section: 4, not-measurable: No.}|says is missing",
        "{id: A b, section: 4, says: A., not-measurable: No.}|id is of small letters",
        "{section: 4, says: A., not-measurable: No.}|claim 1: id is missing",
        "{id: a, id: b, section: 4}|is no YAML",
        "some words|claims must be a list of names with values"
      })
  void aClaimOfUnknownWordsIsRefused(String claim, String message) {
    assertThatThrownBy(() -> read(file(claim)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("vldb22.yaml")
        .hasMessageContaining(message);
  }

  @Test
  void noTwoClaimsOfAPaperHaveOneName() {
    String one = "{id: a, section: 4, says: A., not-measurable: No.}";
    assertThatThrownBy(() -> read(file(one + "\n  - " + one)))
        .hasMessageContaining("another claim of the file has the id 'a', too");
  }

  @Test
  void aFileIsNamedAfterItsPaper() {
    assertThatThrownBy(() -> read(claim(RATIO).replace("vldb22", "sigmod21")))
        .hasMessageContaining("paper is 'sigmod21'; expected is that of the file's name");
    assertThatThrownBy(() -> read("claims: []")).hasMessageContaining("paper is missing");
    assertThatThrownBy(() -> read(claim(RATIO) + "more: 1"))
        .hasMessageContaining("unknown name 'more'; expected are: paper, tolerance, claims");
  }

  @Test
  void theFilesToleranceIsThatOfItsTests() {
    String level = "{kind: level, experiment: e, metric: throughput, systems: [a], along: x}";
    Claims claims = read(claim(level).replace("claims:", "tolerance: 1.3\nclaims:"));

    assertThat(claims.all().get(0).test().orElseThrow().parts().get(0))
        .extracting("form")
        .isEqualTo(new Form.Level(1.3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{kind: order, experiment: e, metric: throughput, at: {x: 1}, above: a, below: b}|",
        "{kind: order, experiment: e, metric: throughput, at: {x: best}, above: a, below: b}|",
        "{kind: order, experiment: e, metric: throughput, at: {target: 50%}, above: a, below: a}|",
        "{kind: rises, experiment: e, metric: throughput, systems: [a], along: x, to: 2.0}|",
        "{kind: order, experiment: o, metric: throughput, at: {x: 1}, above: a, below: a}"
            + "|vldb22 a-b: there is no point of a, x 1 in o",
        "{kind: order, experiment: e, metric: throughput, at: {x: 1}, above: a, below: c}"
            + "|vldb22 a-b: there is no point of c, x 1 in e",
        "{kind: order, experiment: e, metric: throughput, at: {x: 3}, above: a, below: a}"
            + "|vldb22 a-b: there is no point of a, x 3 in e",
        "{kind: order, experiment: e, metric: throughput, above: a, below: b}"
            + "|vldb22 a-b: 2 points of a in e aren't told apart",
        "{kind: rises, experiment: e, metric: throughput, systems: [b], along: x}"
            + "|vldb22 a-b: b has no two values of x in e",
        "{kind: peak, experiment: e, metric: throughput, systems: [a], along: x, at-value: 7}"
            + "|vldb22 a-b: there is no point of a, x 7 in e"
      })
  void whatNoExperimentMeasuresIsNamed(String test, String line) {
    Claims.Planned planned =
        (experiment, system) ->
            switch (experiment + system) {
              case "ea" -> points("x", "1", "x", "2", "target", "50%");
              case "eb" -> points("x", "1");
              default -> List.of();
            };

    assertThat(read(claim(test)).unmet(planned))
        .isEqualTo(line == null ? List.of() : List.of(line));
  }

  private static List<SortedMap<String, String>> points(String... namesAndValues) {
    List<SortedMap<String, String>> points = new ArrayList<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      points.add(new TreeMap<>(Map.of(namesAndValues[i], namesAndValues[i + 1])));
    }
    return points;
  }
}
