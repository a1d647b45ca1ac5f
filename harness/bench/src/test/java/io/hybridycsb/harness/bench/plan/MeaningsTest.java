package io.hybridycsb.harness.bench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What settings mean to systems, by a file and by the systems' data files. */
class MeaningsTest {
  private static final Set<String> PROCESS_IN_NODES =
      Set.of("veritas-kafka", "veritas-tm", "relational-tm", "relational-kafka", "blockchaindb");

  private static final Set<String> HAVE_BROKERS = Set.of("veritas-kafka", "relational-kafka");

  @TempDir private Path directory;

  /** Of each run the system, the time in its nodes, and the time in the clients. */
  private static List<String> processing(Plan plan) {
    return plan.groups().stream()
        .flatMap(group -> group.runs().stream())
        .map(
            run ->
                "%s %s %s"
                    .formatted(
                        run.point().system(),
                        run.point().cluster().options().getOrDefault("processing.ms", ""),
                        run.point().run().properties().getOrDefault("hybrid.processing.ms", "")))
        .toList();
  }

  @Test
  void aMeaningMayReplaceTheSettingThatItIsOf() {
    TestExperiments files = new TestExperiments(directory);
    String text =
        """
        name: a
        title: A
        repeats: 1
        systems: [etcd, veritas-kafka]
        means:
          processing-ms:
            veritas-kafka:
              0: {}
              any: {options: {processing.ms: "{value}"}, processing-ms: 0}
        """;

    assertThat(processing(files.plan(text + "vary: {processing-ms: [0, 10]}\n")))
        .containsExactly("veritas-kafka  ", "veritas-kafka 10 ", "etcd  ", "etcd  10");
    assertThat(processing(files.plan(text + "processing-ms: 10\n")))
        .containsExactly("veritas-kafka 10 ", "etcd  10");
  }

  private static List<Experiment> released() {
    return Experiment.filesIn(TestExperiments.released("experiments")).stream()
        .map(Experiment::read)
        .toList();
  }

  private static Plan plan(List<Experiment> experiments, String system) {
    return Plan.of(experiments, List.of(system), false, TestExperiments.released("workloads"));
  }

  @Test
  void ourOwnNodesProcessWritesAndForProgramsOfOthersTheClientsDo() {
    List<Experiment> figure =
        released().stream().filter(each -> each.name().equals("fig14-processing-time")).toList();
    for (String system : Systems.names()) {
      boolean inNodes = PROCESS_IN_NODES.contains(system);
      assertThat(processing(plan(figure, system)))
          .contains(system + "  ", system + (inNodes ? " 1000 " : "  1000"))
          .doesNotContain(system + (inNodes ? "  1000" : " 1000 "));
    }
  }

  /** One of three may die, as one of four validators may. */
  @Test
  void experimentsHaveThreeBrokersAndTheirResultsSaySo() {
    for (String system : HAVE_BROKERS) {
      assertThat(plan(released(), system).groups())
          .hasSizeGreaterThan(10)
          .allSatisfy(
              group -> assertThat(group.cluster().options()).containsEntry("kafka.brokers", "3"));
    }
  }
}
