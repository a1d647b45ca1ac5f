package io.hybridycsb.harness.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** Of shares, crashes, distributions and curves of load. */
class SentencesTest {
  private static Spread single(double value) {
    return new Spread(List.of(value));
  }

  private static Map<String, Double> row(double consensus, double database) {
    Map<String, Double> row = new LinkedHashMap<>();
    row.put("consensus", consensus);
    row.put("database", database);
    return row;
  }

  private static Shares shares(Map<String, Map<String, Double>> rows, Map<String, Double> told) {
    return new Shares(rows, "consensus", told);
  }

  @Test
  void theLargestShareOfOneBarIsNamedWithTheNext() {
    assertThat(shares(Map.of("a", row(75, 25)), Map.of("a", 45.0)).inWords())
        .isEqualTo(
            "The largest part is consensus, 75 %, then database, 25 %. In the paper consensus has"
                + " 45 % of a, here 75 %.");
    assertThat(shares(Map.of("a", row(50.2, 49.8)), Map.of()).inWords())
        .isEqualTo("The largest parts are equal: consensus and database, 50 %.");
    assertThat(shares(Map.of("a", Map.of("consensus", 100.0)), Map.of()).inWords())
        .isEqualTo("All of it is consensus.");
    assertThat(shares(Map.of(), Map.of()).inWords()).isEmpty();
  }

  @Test
  void ofManyBarsThePartThatIsLargestInMostIsNamed() {
    Map<String, Map<String, Double>> rows = new LinkedHashMap<>();
    rows.put("a", row(60, 40));
    rows.put("b", row(90, 10));
    assertThat(shares(rows, Map.of()).inWords())
        .isEqualTo("Consensus is the largest part of every bar, from 60 % of a to 90 % of b.");

    rows.put("c", row(20, 80));
    assertThat(shares(rows, Map.of("a", 55.0, "b", 35.0, "other", 1.0)).inWords())
        .isEqualTo(
            "Consensus is the largest part of 2 of 3 bars, from 60 % of a to 90 % of b. Otherwise"
                + " the largest is database in 1. Of the paper's 2 shares of consensus one is"
                + " within 10 points of ours.");
  }

  private static List<double[]> seconds(double... counts) {
    List<double[]> seconds = new ArrayList<>();
    for (int i = 0; i < counts.length; i++) {
      seconds.add(new double[] {i, counts[i]});
    }
    return seconds;
  }

  private static CrashWords crash(double... counts) {
    OptionalDouble unknown = OptionalDouble.empty();
    return new CrashWords(seconds(counts), OptionalDouble.of(1), unknown, unknown, unknown);
  }

  @Test
  void aCrashIsToldByItsPauseAndTheRatesDuringAndAfterIt() {
    List<double[]> seconds = seconds(100, 100, 100, 0, 0, 0, 50, 50, 10, 96, 96, 96, 3);

    assertThat(
            new CrashWords(
                    seconds,
                    OptionalDouble.of(3.2),
                    OptionalDouble.of(100),
                    OptionalDouble.of(25),
                    OptionalDouble.of(96))
                .inWords())
        .isEqualTo(
            "After the kill at second 3, 3 seconds in a row pass without a write. While the node is"
                + " dead 25 writes/s succeed, 25 % of the 100 before. At the end the rate is what"
                + " it was before.");
    assertThat(
            new CrashWords(
                    seconds,
                    OptionalDouble.of(3.2),
                    OptionalDouble.of(100),
                    OptionalDouble.of(0),
                    OptionalDouble.of(50))
                .inWords())
        .endsWith(
            "While the node is dead nothing is written. At the end the rate is 50 % of what it was"
                + " before.");
  }

  @Test
  void whatACrashDoesNotTellIsLeftOut() {
    OptionalDouble unknown = OptionalDouble.empty();

    assertThat(crash(9, 9, 8).inWords())
        .isEqualTo("After the kill at second 1, some write succeeds in every second.");
    assertThat(crash(0, 9, 0, 8).inWords())
        .isEqualTo("After the kill at second 1, one second passes without a write.");
    assertThat(new CrashWords(seconds(9, 9, 8), unknown, unknown, unknown, unknown).inWords())
        .isEqualTo("Between 8 and 9 writes succeed in a second.");
    assertThat(new CrashWords(List.of(), unknown, unknown, unknown, unknown).inWords()).isEmpty();
    assertThat(
            new CrashWords(
                    seconds(0, 0, 4),
                    OptionalDouble.of(1),
                    OptionalDouble.of(0),
                    OptionalDouble.of(7),
                    unknown)
                .inWords())
        .as("no ratio to nothing")
        .isEqualTo("After the kill at second 1, one second passes without a write.");
  }

  @Test
  void theEndOfTheLoadIsNoPause() {
    assertThat(crash(9, 0, 0, 8, 0, 0, 0, 0).inWords())
        .isEqualTo(
            "After the kill at second 1 and up to second 3, 2 seconds in a row pass without a"
                + " write. From second 4 on none succeeds.");
    assertThat(crash(9, 8, 8, 0).inWords())
        .as("a last second that isn't whole")
        .doesNotContain("From");
    assertThat(crash(9, 0, 0, 0).inWords())
        .isEqualTo("After the kill at second 1, no write succeeds.");
  }

  @Test
  void distributionsAreToldByMedianAndTail() {
    Distributions.Curve small = new Distributions.Curve("4 clients", 3.14, 12.6, 5000);
    Distributions.Curve large = new Distributions.Curve("64 clients", 20, 200, 5000);

    assertThat(new Distributions(List.of(small), true).inWords())
        .isEqualTo(
            "Half of the operations take at most 3.14 ms. The 99th percentile is 4 times as long.");
    assertThat(new Distributions(List.of(large, small), true).inWords())
        .isEqualTo(
            "The median goes from 20 ms (64 clients) to 3.14 ms (4 clients). The 99th percentile is"
                + " 4 to 10 times as long.");
    assertThat(new Distributions(List.of(large, small), false).inWords())
        .startsWith("The median goes from 3.14 ms (4 clients) to 20 ms (64 clients).");
  }

  @Test
  void tooFewOperationsHaveNoNinetyNinthPercentile() {
    assertThat(new Distributions(List.of(new Distributions.Curve("", 3, 9, 99)), false).inWords())
        .isEqualTo("Half of the operations take at most 3 ms.");
  }

  private static LoadSteps.Step step(String at, double rate, double p99) {
    return new LoadSteps.Step(at, single(rate), p99);
  }

  @Test
  void aCurveOfLoadIsToldByItsBestAndItsBend() {
    Map<String, List<LoadSteps.Step>> systems = new LinkedHashMap<>();
    systems.put("a", List.of(step("4", 100, 2), step("8", 1000, 3), step("64", 1040, 30)));
    systems.put("b", List.of(step("4", 10, 2), step("64", 90, 50)));

    assertThat(new LoadSteps("clients", systems).inWords())
        .isEqualTo(
            "a commits most, 1,040/s at 64 clients with a 99th percentile of 30 ms. a gains nothing"
                + " at the highest number of clients.");
    systems.remove("a");
    assertThat(new LoadSteps("clients", systems).inWords())
        .isEqualTo(
            "b commits at most 90/s at 64 clients with a 99th percentile of 50 ms. It still gains"
                + " at the highest number of clients.");
  }

  @Test
  void curvesThatAreTooCloseHaveNoWinner() {
    Map<String, List<LoadSteps.Step>> systems = new LinkedHashMap<>();
    systems.put("a", List.of(step("64", 100, 2)));
    systems.put("b", List.of(step("64", 105, 3)));

    assertThat(new LoadSteps("clients", systems).inWords())
        .isEqualTo(
            "b and a commit about as much at most: 105/s at 64 clients with a 99th percentile of 3"
                + " ms and 100/s at 64 clients with a 99th percentile of 2 ms.");
  }

  @Test
  void ratiosAreRoundedToWhatTheyTell() {
    assertThat(Phrases.ratio(6.14)).isEqualTo("6.1");
    assertThat(Phrases.ratio(27.4)).isEqualTo("27");
    assertThat(Phrases.ratio(423.7)).isEqualTo("424");
    assertThat(Phrases.ratio(0.3456)).isEqualTo("0.35");
    assertThat(Phrases.ratio(10.0)).isEqualTo("10");
    assertThat(Phrases.number(12345)).isEqualTo("12,300");
    assertThat(Phrases.and(List.of("a", "b", "c"))).isEqualTo("a, b and c");
  }
}
