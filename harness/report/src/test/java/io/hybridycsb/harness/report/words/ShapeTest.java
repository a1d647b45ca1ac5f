package io.hybridycsb.harness.report.words;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.results.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ShapeTest {
  private static Spread single(double value) {
    return new Spread(List.of(value));
  }

  private static final Quantity RATE = new Quantity("/s", false);

  /** Of each system its values at these places. */
  private static Grid grid(
      String along, boolean ordered, List<String> places, Map<String, List<Double>> systems) {
    Map<String, Map<String, Spread>> all = new LinkedHashMap<>();
    systems.keySet().stream()
        .sorted()
        .forEach(
            system -> {
              Map<String, Spread> values = new LinkedHashMap<>();
              for (int i = 0; i < places.size(); i++) {
                values.put(places.get(i), single(systems.get(system).get(i)));
              }
              all.put(system, values);
            });
    return new Grid(RATE, along, ordered, places, all, List.of());
  }

  private static Grid bySkew(Map<String, List<Double>> systems) {
    return grid("skew", true, List.of("0", "1"), systems);
  }

  private static String words(String shape, Grid grid) {
    return new Shape(shape, "").inWords(grid);
  }

  @Test
  void whatAllSystemsShowIsSeenHereToo() {
    Grid grid = bySkew(Map.of("etcd", List.of(9.0, 4.0), "fabric", List.of(8.0, 3.0)));

    assertThat(new Shape("falls", "Fabric and TiDB").inWords(grid))
        .isEqualTo("In the paper this falls for Fabric and TiDB; here, too, for both systems.");
  }

  @Test
  void whereSomeSystemsShowItTheyAreNamed() {
    Grid grid =
        bySkew(Map.of("a", List.of(9.0, 4.0), "b", List.of(8.0, 3.0), "etcd", List.of(5.0, 5.1)));

    assertThat(words("falls", grid))
        .isEqualTo("In the paper this falls; here for a and b, not for etcd.");
    assertThat(words("rises", grid))
        .isEqualTo("In the paper this rises; here for none of 3 systems.");
  }

  @Test
  void whatFallsAndRisesAgainDoesNotFall() {
    Grid grid =
        grid(
            "nodes",
            true,
            List.of("1", "4", "8"),
            Map.of("etcd", List.of(3080.0, 562.0, 635.0), "fabric", List.of(900.0, 500.0, 510.0)));
    Grid slowly =
        grid(
            "nodes",
            true,
            List.of("1", "2", "3", "4", "5"),
            Map.of("etcd", List.of(3000.0, 500.0, 545.0, 595.0, 650.0)));

    assertThat(words("falls", grid))
        .isEqualTo("In the paper this falls; here for fabric, not for etcd.");
    assertThat(words("falls", slowly)).isEqualTo("In the paper this falls; not so here.");
  }

  @Test
  void whatFallsAndComesBackDoesNotStay() {
    Grid grid =
        grid("skew", true, List.of("0", "0.5", "1"), Map.of("etcd", List.of(9.0, 3.0, 8.8)));

    assertThat(words("etcd stays", grid))
        .isEqualTo("In the paper etcd hardly changes; not so here.");
  }

  @Test
  void oneSystemHardlyChangesWhateverTheOthersDo() {
    Grid grid = bySkew(Map.of("etcd", List.of(9.0, 4.0), "quorum", List.of(5.0, 5.1)));

    assertThat(words("quorum stays", grid))
        .isEqualTo("In the paper quorum hardly changes; here, too.");
    assertThat(words("etcd stays", grid))
        .isEqualTo("In the paper etcd hardly changes; not so here.");
  }

  @Test
  void aSystemIsAboveAnotherAtEachPlace() {
    Grid grid = bySkew(Map.of("mariadb", List.of(5.0, 9.0), "postgresql", List.of(9.0, 5.0)));

    assertThat(words("postgresql above mariadb", grid))
        .isEqualTo("In the paper postgresql is above mariadb; here for skew 0, not for skew 1.");
  }

  @Test
  void aNumberIsAboveAnotherForEachSystem() {
    Grid grid =
        grid(
            "clients",
            true,
            List.of("5", "10"),
            Map.of("cassandra-lwt", List.of(5.0, 9.0), "fabric", List.of(9.0, 5.0)));

    assertThat(new Shape("5 above 10", "Fabric").inWords(grid))
        .isEqualTo(
            "In the paper 5 clients are above 10 for Fabric; here for fabric, not for"
                + " cassandra-lwt.");
  }

  @Test
  void systemsThatEachHaveAPlaceOfTheirOwnAreComparedAllTheSame() {
    Map<String, Map<String, Spread>> systems =
        Map.of(
            "postgresql", Map.of("postgresql", single(9)),
            "mariadb", Map.of("mariadb", single(4)));
    Grid grid =
        new Grid(RATE, "backend", false, List.of("postgresql", "mariadb"), systems, List.of());

    assertThat(words("postgresql above mariadb", grid))
        .isEqualTo("In the paper postgresql is above mariadb; here, too.");
  }

  @Test
  void onePlaceIsAboveAnotherForEachSystem() {
    Grid grid =
        grid(
            "workload",
            false,
            List.of("smallbank", "tpcc"),
            Map.of("relational-tm", List.of(50.0, 3.0)));

    assertThat(words("smallbank above tpcc", grid))
        .isEqualTo("In the paper smallbank is above tpcc; here, too.");
  }

  @Test
  void nothingIsSaidOfWhatWasNotMeasured() {
    Grid one = grid("skew", true, List.of("0"), Map.of("etcd", List.of(1.0)));

    assertThat(words("falls", one)).isEmpty();
    assertThat(words("etcd stays", one)).isEmpty();
    assertThat(words("quorum stays", one)).isEmpty();
    assertThat(words("postgresql above mariadb", one)).isEmpty();
  }

  @Test
  void aShapeThatNobodyCanLookForIsRefused() {
    assertThatThrownBy(() -> new Shape("wobbles", ""))
        .hasMessage("rises, falls, A stays or A above B expected, not wobbles");
  }
}
