package io.hybridycsb.harness.report.figures;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.report.figures.Grid.Value;
import io.hybridycsb.harness.results.Spread;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ShapeTest {
  /** Of two steady runs. */
  private static Value value(double mean) {
    return new Value(new Spread(List.of(0.98 * mean, 1.02 * mean)), true);
  }

  /** Of each system its values at the first of these places. */
  private static Grid grid(
      String along, boolean ordered, List<String> places, Map<String, List<Double>> systems) {
    Map<String, Map<String, Value>> all = new LinkedHashMap<>();
    systems.keySet().stream()
        .sorted()
        .forEach(
            system -> {
              Map<String, Value> values = new LinkedHashMap<>();
              for (int i = 0; i < systems.get(system).size(); i++) {
                values.put(places.get(i), value(systems.get(system).get(i)));
              }
              all.put(system, values);
            });
    return new Grid(along, ordered, places, all);
  }

  private static Grid bySkew(Map<String, List<Double>> systems) {
    return grid("skew", true, List.of("0", "1"), systems);
  }

  private static String marks(String shape, Grid grid) {
    return new Shape(shape, "").marks(grid);
  }

  @Test
  void whatASystemShowsIsMarkedAsSeen() {
    Grid grid = bySkew(Map.of("fabric", List.of(8.0, 3.0)));

    Shape shape = new Shape("falls", "Fabric and TiDB");

    assertThat(shape.inPaper()).isEqualTo("falls (Fabric and TiDB)");
    assertThat(shape.marks(grid)).isEqualTo("✓ fabric");
  }

  @Test
  void aSystemOfWhichThePaperSaysNothingHasNoMark() {
    Grid grid = bySkew(Map.of("cassandra-lwt", List.of(9.0, 4.0), "etcd", List.of(5.0, 5.0)));

    assertThat(new Shape("falls", "Cassandra and TiDB").marks(grid)).isEqualTo("✓ cassandra-lwt");
    assertThat(new Shape("0 above 1", "Cassandra").marks(grid)).isEqualTo("✓ cassandra-lwt");
    assertThat(new Shape("falls", "TiDB").marks(grid)).isEqualTo("–");
  }

  @Test
  void eachSystemHasAMarkOfItsOwn() {
    Grid grid =
        bySkew(Map.of("a", List.of(9.0, 4.0), "b", List.of(8.0, 3.0), "etcd", List.of(5.0, 5.1)));

    assertThat(marks("falls", grid)).isEqualTo("✓ a, ✓ b, ✗ etcd");
    assertThat(marks("rises", grid)).isEqualTo("✗ a, ✗ b, ✗ etcd");
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

    assertThat(marks("falls", grid)).isEqualTo("✗ etcd, ✓ fabric");
    assertThat(marks("falls", slowly)).isEqualTo("✗ etcd");
  }

  @Test
  void whatFallsAndComesBackDoesNotStay() {
    Grid grid =
        grid("skew", true, List.of("0", "0.5", "1"), Map.of("etcd", List.of(9.0, 3.0, 8.8)));

    assertThat(marks("etcd stays", grid)).isEqualTo("✗ etcd");
  }

  @Test
  void oneSystemHardlyChangesWhateverTheOthersDo() {
    Grid grid = bySkew(Map.of("etcd", List.of(9.0, 4.0), "quorum", List.of(5.0, 5.1)));

    assertThat(marks("quorum stays", grid)).isEqualTo("✓ quorum");
    assertThat(marks("etcd stays", grid)).isEqualTo("✗ etcd");
  }

  @Test
  void aSystemIsAboveAnotherAtEachPlace() {
    Grid grid = bySkew(Map.of("mariadb", List.of(5.0, 9.0), "postgresql", List.of(9.0, 5.0)));

    assertThat(marks("postgresql above mariadb", grid)).isEqualTo("✓ 0, ✗ 1");
  }

  @Test
  void aNumberIsAboveAnotherForEachSystem() {
    Grid grid =
        grid(
            "clients",
            true,
            List.of("5", "10"),
            Map.of("cassandra-lwt", List.of(5.0, 9.0), "fabric", List.of(9.0, 5.0)));

    assertThat(marks("5 above 10", grid)).isEqualTo("✗ cassandra-lwt, ✓ fabric");
  }

  @Test
  void systemsThatEachHaveAPlaceOfTheirOwnAreComparedAllTheSame() {
    Map<String, Map<String, Value>> systems =
        Map.of(
            "postgresql", Map.of("postgresql", value(9)),
            "mariadb", Map.of("mariadb", value(4)));
    Grid grid = new Grid("backend", false, List.of("postgresql", "mariadb"), systems);

    assertThat(marks("postgresql above mariadb", grid)).isEqualTo("✓");
  }

  @Test
  void systemsAtDifferentPlacesAreNotCompared() {
    Map<String, Map<String, Value>> systems =
        Map.of("etcd", Map.of("A", value(9)), "fabric", Map.of("C", value(4)));
    Grid grid = new Grid("workload", false, List.of("A", "C"), systems);

    assertThat(marks("etcd above fabric", grid)).isEqualTo("–");
  }

  @Test
  void onePlaceIsAboveAnotherForEachSystem() {
    Grid grid =
        grid(
            "workload",
            false,
            List.of("smallbank", "tpcc"),
            Map.of("relational-tm", List.of(50.0, 3.0)));

    assertThat(marks("smallbank above tpcc", grid)).isEqualTo("✓ relational-tm");
  }

  @Test
  void whatWasNotMeasuredIsNeitherSeenNorMissing() {
    Grid one = grid("skew", true, List.of("0"), Map.of("etcd", List.of(1.0)));

    assertThat(marks("falls", one)).isEqualTo("– etcd");
    assertThat(marks("etcd stays", one)).isEqualTo("– etcd");
    assertThat(marks("quorum stays", one)).isEqualTo("– quorum");
    assertThat(marks("postgresql above mariadb", one)).isEqualTo("–");
    assertThat(marks("etcd above mariadb", one)).isEqualTo("–");
    assertThat(marks("0 above 1", one)).isEqualTo("– etcd");
  }

  @Test
  void aCourseWithoutItsFirstOrItsLastPlaceTellsNothing() {
    List<String> places = List.of("3", "7", "11", "19");
    Map<String, Value> first = Map.of("3", value(9), "7", value(4));
    Map<String, Value> last = Map.of("11", value(9), "19", value(4));
    Map<String, Value> both = Map.of("3", value(9), "7", value(9), "19", value(4));
    Map<String, Map<String, Value>> systems = new TreeMap<>();
    systems.put("both", both);
    systems.put("first", first);
    systems.put("last", last);
    systems.put("none", Map.of());
    Grid grid = new Grid("nodes", true, places, systems);

    assertThat(marks("falls", grid)).isEqualTo("✓ both, – first, – last, – none");
    assertThat(marks("first stays", grid)).isEqualTo("– first");
    assertThat(marks("both stays", grid)).isEqualTo("✗ both");
    assertThat(marks("3 above 7", grid)).isEqualTo("✗ both, ✓ first, – last, – none");
  }

  @Test
  void aMarkBySingleRunsOrByOnesThatWereNotSteadyHasAStar() {
    Value single = new Value(new Spread(List.of(4.0)), true);
    Value unsteady = new Value(value(4).spread(), false);
    Map<String, Map<String, Value>> systems = new TreeMap<>();
    systems.put("etcd", Map.of("0", value(9), "1", single));
    systems.put("fabric", Map.of("0", value(3), "1", unsteady));
    systems.put("quorum", Map.of("0", value(9), "1", value(4)));
    Grid grid = new Grid("skew", true, List.of("0", "1"), systems);

    assertThat(marks("falls", grid)).isEqualTo("✓ etcd*, ✗ fabric*, ✓ quorum");
    assertThat(marks("etcd above fabric", grid)).isEqualTo("✓ 0, ✗ 1*");
  }

  @Test
  void aShapeThatNobodyCanLookForIsRefused() {
    assertThatThrownBy(() -> new Shape("wobbles", ""))
        .hasMessage("rises, falls, A stays or A above B expected, not wobbles");
  }
}
