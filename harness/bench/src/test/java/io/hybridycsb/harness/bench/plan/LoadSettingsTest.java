package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.bench.load.LoadCurve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoadSettingsTest {
  @TempDir private Path directory;
  private TestExperiments files;

  @BeforeEach
  void withCurves() {
    files = new TestExperiments(directory);
    files.write("shape.csv", "second,share\n0,0.5\n60,1.5\n");
    files.write("rates.csv", "second,rate\n0,100\n10,100\n10,300\n20,300\n");
  }

  private List<Point> points(String text) {
    return files.points("name: x\ntitle: X\n" + text, "etcd");
  }

  @Test
  void aCurveOfSharesNeedsATargetAndTheOtherPointsFindTheCapacity() {
    List<Point> points =
        points("clients: 64\nload-curve: shape.csv\nrates: [80%]\nseconds: 30\nwarm-up: 10");

    assertThat(points).hasSize(2);
    RunSettings closed = points.get(0).run();
    assertThat(closed.isClosedLoop()).isTrue();
    assertThat(closed.length().seconds()).isEqualTo(30);
    assertThat(points.get(0).findsCapacity()).isTrue();
    RunSettings open = points.get(1).run();
    assertThat(open.hasRate()).isFalse();
    RunSettings scaled = open.at(1_000);
    assertThat(scaled.threads()).isEqualTo(64);
    assertThat(scaled.rate().rates().orElseThrow().mean()).isEqualTo(1_000, within(1e-6));
    assertThat(scaled.length().seconds()).isEqualTo(60);
    assertThat(scaled.length().warmUp().seconds()).isEqualTo(10);
    assertThat(scaled.length().timeoutSeconds()).isEqualTo(900 + 60 + 10);
  }

  @Test
  void aCurveOfRatesTakesNoTarget() {
    RunSettings run = points("load-curve: rates.csv\nload-seconds: 40\nrates: [50%]").get(0).run();

    assertThat(run.isClosedLoop()).isFalse();
    assertThat(run.hasRate()).isTrue();
    assertThat(run.rate().rates().orElseThrow().seconds()).isEqualTo(40);
    assertThat(run.rate().rates().orElseThrow().mean()).isEqualTo(200);
    assertThat(run.length().warmUp()).isEqualTo(new RunSettings.WarmUp(false, 30));
    assertThatThrownBy(() -> points("load-curve: rates.csv\ntarget: 100"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("rates.csv has rates of its own, so it takes no target");
  }

  @Test
  void aWrongCurveIsRefusedWithItsLine() {
    files.write("wrong.csv", "second,rate\n5,1\n4,1\n");

    assertThatThrownBy(() -> points("load-curve: wrong.csv"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("wrong.csv, line 3: expected a second, not before 5.0");
    assertThatThrownBy(() -> points("load-curve: none"))
        .hasMessageContaining("there is no curve none");
    files.write("wrong.csv", "second,rate\n0,0\n4,0\n");
    assertThatThrownBy(() -> points("load-curve: wrong.csv"))
        .hasMessageContaining("asks for operations at some of it");
  }

  @Test
  void shippedShapesAreFoundByName() throws IOException {
    Path curves = TestExperiments.released("experiments").resolve("curves");
    try (Stream<Path> shapes = Files.list(curves)) {
      assertThat(shapes.map(LoadCurve::read))
          .hasSizeGreaterThan(3)
          .allSatisfy(
              shape -> {
                assertThat(shape.ofShares()).isTrue();
                assertThat(shape.mean()).isBetween(0.1, 1.0);
              });
    }
    Path experiment = curves.resolveSibling("load-curves.yaml");
    Plan plan =
        Plan.of(
            List.of(Experiment.read(experiment)),
            List.of("etcd"),
            true,
            TestExperiments.released("workloads"));
    assertThat(plan.groups())
        .flatMap(Plan.Group::runs)
        .anyMatch(run -> run.point().run().rate().curve().isPresent());
  }

  @Test
  void theWarmUpOffersTheMeanBeforeTheCurve() {
    LoadCurve curve = LoadCurve.read(directory.resolve("rates.csv")).after(5);

    assertThat(curve.text())
        .isEqualTo("0.0:200.0 5.0:200.0 5.0:100.0 15.0:100.0 15.0:300.0 25.0:300.0");
  }

  @Test
  void aTraceIsReplayedToItsEndOnYcsbsRecords() {
    files.write("trace.csv", "second,operation,key,size\n0,read,a,\n");

    Point point =
        points("trace: trace.csv\nworkload: b\nclients: 4\nclient-processes: 2\nseconds: 30")
            .get(0);

    assertThat(point.run().workload()).isEqualTo("trace");
    assertThat(point.run().isTrace()).isTrue();
    assertThat(point.run().isClosedLoop()).isFalse();
    assertThat(point.run().properties())
        .containsEntry("trace.file", directory.resolve("trace.csv").toString());
    assertThat(point.run().length().operations()).isZero();
    assertThat(point.run().length().warmUp().exists()).isFalse();
    assertThat(point.cluster().load().file()).isEqualTo("workloada");
  }

  @Test
  void aTraceThatIsMissingOrHasATargetIsRefused() {
    files.write("trace.csv", "second,operation,key,size\n0,read,a,\n");

    assertThatThrownBy(() -> points("trace: none.csv"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("there is no trace " + directory.resolve("none.csv"));
    assertThatThrownBy(() -> points("trace: trace.csv\ntarget: 5"))
        .hasMessageContaining("it takes no target");
    assertThatThrownBy(() -> points("workload: trace"))
        .hasMessageContaining("name the file by 'trace: FILE'");
    assertThatThrownBy(() -> points("trace: trace.csv\nload-curve: shape.csv"))
        .hasMessageContaining("give one of load-curve and trace");
  }

  @Test
  void aSoakHasSectionsAndARestartBetweenThem() {
    RunSettings run = points("soak-sections: 12\nsoak-restart: node2\nseconds: 60").get(0).run();

    assertThat(run.length().sections()).isEqualTo(new RunSettings.Sections(12, "node2"));
    assertThat(points("soak-restart: node2").get(0).run().length().sections())
        .isEqualTo(RunSettings.Sections.ONE);
    assertThatThrownBy(() -> points("soak-sections: 2\nkill: node2\nseconds: 60"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("give one of soak-sections, kill and trace");
    assertThatThrownBy(() -> points("soak-sections: 1000"))
        .hasMessageContaining("soak-sections is 999 at most");
  }
}
