package io.hybridycsb.harness.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GridTest {
  private static Spread single(double value) {
    return new Spread(List.of(value));
  }

  private static final Quantity RATE = new Quantity("/s", false);
  private static final Quantity MS = new Quantity(" ms", true);

  /** Of three repeats, two percent apart. */
  private static Spread about(double mean) {
    return new Spread(List.of(mean * 0.99, mean, mean * 1.01));
  }

  private static Map<String, Spread> line(List<String> places, double... means) {
    Map<String, Spread> values = new LinkedHashMap<>();
    for (int i = 0; i < means.length; i++) {
      if (!Double.isNaN(means[i])) {
        values.put(places.get(i), about(means[i]));
      }
    }
    return values;
  }

  private static Grid clients(
      List<String> places,
      Map<String, Map<String, Spread>> systems,
      Grid.PublishedValue... published) {
    return new Grid(RATE, "clients", true, places, systems, List.of(published));
  }

  private static Map<String, Map<String, Spread>> systems(
      List<String> places, String a, double[] ofA, String b, double[] ofB) {
    Map<String, Map<String, Spread>> systems = new LinkedHashMap<>();
    systems.put(a, line(places, ofA));
    systems.put(b, line(places, ofB));
    return systems;
  }

  private static double[] of(double... means) {
    return means;
  }

  private static final List<String> THREE = List.of("4", "16", "64");

  @Test
  void theSystemThatIsAheadEverywhereIsNamedWithItsBest() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "etcd", of(1000, 3000, 8000), "fabric", of(100, 150, 200));

    assertThat(clients(THREE, systems).inWords())
        .isEqualTo(
            "etcd is highest at 4, 16 and 64 clients: 8,000/s at 64 clients. From 4 to 64 clients"
                + " both systems rise, etcd most (8-fold), fabric least (2-fold).");
  }

  @Test
  void whereTheLeaderChangesItSaysFromWhereOn() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "etcd", of(1000, 1100, 1200), "kafka", of(500, 2000, 6000));

    assertThat(clients(THREE, systems).inWords())
        .startsWith("etcd is highest at 4 clients, kafka from 16 clients on.")
        .endsWith("kafka most (12-fold), etcd least (1.2-fold).");
  }

  @Test
  void whereTwoAreTooCloseTheyAreNamed() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "etcd", of(1000, 2000, 3000), "kafka", of(500, 1990, 2000));

    assertThat(clients(THREE, systems).inWords())
        .startsWith(
            "etcd is highest at 4 and 64 clients; at 16 clients etcd and kafka are too close to"
                + " tell apart.");
  }

  @Test
  void whereLessThanHalfOfTheSystemsWereMeasuredNoneIsCalledTheHighest() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "a", of(9, 20, Double.NaN), "b", of(5, 10, Double.NaN));
    for (String further : List.of("c", "d", "e")) {
      systems.put(further, line(THREE, 1, Double.NaN, Double.NaN));
    }

    assertThat(clients(THREE, systems).inWords())
        .startsWith("a is highest, at 4 clients: 9/s, 1.8 times that of b, the next.");
  }

  @Test
  void whereNoneIsEverAheadTheSameTwoAreNamedOrNone() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "etcd", of(1000, 2000, 3000), "kafka", of(995, 1990, 2990));
    systems.put("c", line(THREE, 10, 10, 10));
    assertThat(clients(THREE, systems).inWords())
        .startsWith("etcd and kafka are highest at 4, 16 and 64 clients, too close to tell apart.");

    systems.put("c", line(THREE, 10, 10, 3000));
    assertThat(clients(THREE, systems).inWords())
        .startsWith("Nowhere is one system clearly highest.");
  }

  @Test
  void nobodyWinsWithinTheSpreadOfTheRepeats() {
    Map<String, Spread> systems = new LinkedHashMap<>();
    systems.put("etcd", new Spread(List.of(900.0, 1000.0, 1100.0)));
    systems.put("kafka", new Spread(List.of(950.0, 1000.0, 1200.0)));

    assertThat(Grid.of(RATE, systems, List.of()).inWords())
        .isEqualTo(
            "kafka and etcd are highest, within the spread of their repeats: 1,050/s and 1,000/s.");
  }

  @Test
  void singleRunsThatDifferByLessThanRepeatsMayAreNotToldApart() {
    Map<String, Spread> systems = new LinkedHashMap<>();
    systems.put("a", single(100));
    systems.put("b", single(109));
    systems.put("c", single(10));

    assertThat(Grid.of(RATE, systems, List.of()).inWords())
        .isEqualTo(
            "b and a are highest, too close to tell apart by single runs: 109/s and 100/s."
                + " c is lowest: 10/s.");
    systems.put("b", single(111));
    assertThat(Grid.of(RATE, systems, List.of()).inWords())
        .startsWith("b is highest: 111/s, 1.1 times that of a, the next.");
  }

  @Test
  void ofLatenciesTheLowestIsLookedFor() {
    Map<String, Spread> systems = new LinkedHashMap<>();
    systems.put("a", about(0.51234));
    systems.put("b", about(1.53));
    systems.put("c", about(4321));

    assertThat(Grid.of(MS, systems, List.of()).inWords())
        .isEqualTo("a is lowest: 0.512 ms; b, the next, has 3 times that. c is highest: 4,320 ms.");
  }

  @Test
  void placesAreNamedAsPeopleSayThem() {
    assertThat(Grid.named("clients", true, "64")).isEqualTo("64 clients");
    assertThat(Grid.named("block size", true, "100")).isEqualTo("block size 100");
    assertThat(Grid.named("round trip ms", true, "5 to 60")).isEqualTo("round trip 5 to 60 ms");
    assertThat(Grid.named("state store", false, "h2")).isEqualTo("state store h2");
    assertThat(Grid.numberOf("round trip ms")).isEqualTo("round trip");
    assertThat(Grid.numberOf("nodes")).isEqualTo("number of nodes");
  }

  @Test
  void whereAllAreTooCloseNoneIsNamed() {
    Map<String, Spread> systems = new LinkedHashMap<>();
    List.of("a", "b", "c", "d").forEach(name -> systems.put(name, about(10)));
    systems.put("a", about(10.1));
    assertThat(Grid.of(RATE, systems, List.of()).inWords())
        .isEqualTo("No system is clearly highest.");

    systems.put("d", about(5));
    assertThat(Grid.of(RATE, systems, List.of()).inWords())
        .isEqualTo(
            "a, b and c are highest, within the spread of their repeats: 10.1/s, 10/s and 10/s. d"
                + " is lowest: 5/s.");
  }

  @Test
  void equalValuesHaveNoWinner() {
    Map<String, Spread> systems = new LinkedHashMap<>();
    systems.put("a", single(0));
    systems.put("b", single(0));

    assertThat(Grid.of(new Quantity("", false), systems, List.of()).inWords())
        .isEqualTo("Both systems have 0.");
  }

  @Test
  void noRatioIsMadeOfNothing() {
    Map<String, Spread> systems = new LinkedHashMap<>();
    systems.put("a", single(0));
    systems.put("b", single(7));

    assertThat(Grid.of(MS, systems, List.of()).inWords()).isEqualTo("a is lowest: 0 ms.");
    assertThat(clients(THREE, Map.of("a", line(THREE, 0, 5, 9))).inWords())
        .isEqualTo("a rises from 0/s at 4 clients to 9/s at 64.");
  }

  @Test
  void oneSystemIsToldByItsCourse() {
    assertThat(clients(THREE, Map.of("etcd", line(THREE, 100, 200, 614))).inWords())
        .isEqualTo("etcd rises from 100/s at 4 clients to 614/s at 64, 6.1-fold.");
    assertThat(clients(THREE, Map.of("etcd", line(THREE, 800, 300, 200))).inWords())
        .isEqualTo("etcd falls from 800/s at 4 clients to 200/s at 64, to 0.25 of it.");
    assertThat(clients(THREE, Map.of("etcd", line(THREE, 100, 900, 500))).inWords())
        .isEqualTo(
            "etcd rises from 100/s at 4 clients to a peak of 900/s at 16, and has 500/s at"
                + " 64.");
    assertThat(clients(THREE, Map.of("etcd", line(THREE, 100, 99, 101))).inWords())
        .isEqualTo("etcd has about as much at 4 clients as at 64: 100/s and 101/s.");
  }

  @Test
  void onePointIsOnlyStated() {
    assertThat(clients(List.of("4"), Map.of("etcd", line(List.of("4"), 12345))).inWords())
        .isEqualTo("etcd has 12,300/s at 4 clients.");
    assertThat(Grid.of(RATE, Map.of("etcd", about(99)), List.of()).inWords())
        .isEqualTo("etcd has 99/s.");
  }

  @Test
  void nothingIsSaidOfNothing() {
    assertThat(clients(THREE, Map.of()).inWords()).isEmpty();
    assertThat(clients(THREE, Map.of("etcd", Map.of())).inWords()).isEmpty();
  }

  @Test
  void missingValuesAreNeitherComparedNorTakenForEnds() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "a", of(100, Double.NaN, 400), "b", of(10, 30, Double.NaN));

    assertThat(clients(THREE, systems).inWords())
        .isEqualTo(
            "a is highest, at 4 clients: 100/s, 10 times that of b, the next. From the lowest to"
                + " the highest number of clients of each, both systems rise, a most (4-fold), b"
                + " least (3-fold).");
  }

  @Test
  void changesWithinTheSpreadAreNone() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "a", of(100, 100, 101), "b", of(50, 51, 50));
    assertThat(clients(THREE, systems).inWords())
        .endsWith("From 4 to 64 clients both systems hardly change.");

    systems.put("b", line(THREE, 50, 60, 70));
    assertThat(clients(THREE, systems).inWords())
        .endsWith("From 4 to 64 clients b rises 1.4-fold and a hardly changes.");
  }

  @Test
  void peaksInBetweenAreNamed() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "a", of(100, 900, 500), "b", of(50, 40, 30));

    assertThat(clients(THREE, systems).inWords())
        .endsWith(
            "From 4 to 64 clients a rises 5-fold and b falls to 0.6. In between is the peak of a at"
                + " 16 clients.");
  }

  @Test
  void rangesOverManyOrdersKeepThreeDigits() {
    Map<String, Spread> systems = new LinkedHashMap<>();
    systems.put("a", about(27335));
    systems.put("b", about(29.6));

    assertThat(Grid.of(RATE, systems, List.of()).inWords())
        .isEqualTo("a is highest: 27,300/s, 923 times that of b, the next.");
  }

  @Test
  void namesHaveNoFirstAndNoLast() {
    List<String> stores = List.of("redis", "h2");
    Grid grid =
        new Grid(
            RATE,
            "state store",
            false,
            stores,
            systems(stores, "kafka", of(900, 300), "tm", of(100, 101)),
            List.of());

    assertThat(grid.inWords())
        .isEqualTo(
            "kafka is highest with state store redis and h2: 900/s with state store redis. Only"
                + " kafka differs clearly by state store: 900/s with redis, 3 times the 300/s with"
                + " h2.");
  }

  @Test
  void namesThatChangeNothingAreSaidToChangeNothing() {
    List<String> stores = List.of("redis", "h2");

    assertThat(
            new Grid(
                    RATE,
                    "state store",
                    false,
                    stores,
                    Map.of("tm", line(stores, 100, 101)),
                    List.of())
                .inWords())
        .isEqualTo("tm is about the same with every state store.");
  }

  @Test
  void theShapeOfThePublishedLineIsComparedWhereBothHaveIt() {
    List<String> nodes = List.of("4", "8", "32");
    Grid grid =
        new Grid(
            RATE,
            "nodes",
            true,
            nodes,
            Map.of("tm", line(nodes, 2000, 1500, 700)),
            List.of(
                new Grid.PublishedValue("tm", "4", 1722),
                new Grid.PublishedValue("tm", "32", 292)));

    assertThat(grid.inWords())
        .endsWith(
            "From 4 to 32 nodes the paper's tm goes to 0.17 times its number, ours to 0.35 times.");
  }

  @Test
  void publishedNumbersElsewhereAreNotCompared() {
    Grid grid =
        clients(
            THREE,
            Map.of("etcd", line(THREE, 100, 200, 614)),
            new Grid.PublishedValue("etcd", "256", 27335),
            new Grid.PublishedValue("fabric", "64", 1));

    assertThat(grid.inWords()).endsWith("The paper's numbers are at another number of clients.");
  }

  @Test
  void onePublishedNumberIsComparedBySize() {
    Map<String, Map<String, Spread>> systems =
        systems(THREE, "a", of(100, 200, 400), "b", of(1, 2, 4));

    assertThat(clients(THREE, systems, new Grid.PublishedValue("a", "64", 1500)).inWords())
        .endsWith("The paper's a has 1,500/s at 64 clients, 3.8 times what it has here.");
    assertThat(
            clients(
                    THREE,
                    systems,
                    new Grid.PublishedValue("a", "64", 1500),
                    new Grid.PublishedValue("b", "4", 0.5))
                .inWords())
        .endsWith(
            "The paper's numbers, which it has for 2 of 2 systems, are 0.5 to 3.8 times ours.");
  }
}
