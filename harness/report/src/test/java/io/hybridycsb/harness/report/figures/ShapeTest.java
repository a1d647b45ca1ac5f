package io.hybridycsb.harness.report.figures;

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
    Grid grid = bySkew(Map.of("etcd", List.of(9.0, 4.0), "fabric", List.of(8.0, 3.0)));

    Shape shape = new Shape("falls", "Fabric and TiDB");

    assertThat(shape.inPaper()).isEqualTo("falls (Fabric and TiDB)");
    assertThat(shape.marks(grid)).isEqualTo("✓ etcd, ✓ fabric");
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
    Map<String, Map<String, Spread>> systems =
        Map.of(
            "postgresql", Map.of("postgresql", single(9)),
            "mariadb", Map.of("mariadb", single(4)));
    Grid grid = new Grid("backend", false, List.of("postgresql", "mariadb"), systems);

    assertThat(marks("postgresql above mariadb", grid)).isEqualTo("✓");
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
  void aShapeThatNobodyCanLookForIsRefused() {
    assertThatThrownBy(() -> new Shape("wobbles", ""))
        .hasMessage("rises, falls, A stays or A above B expected, not wobbles");
  }
}
