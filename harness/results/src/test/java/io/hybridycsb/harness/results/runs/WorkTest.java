package io.hybridycsb.harness.results.runs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkTest {
  private static Work work(TestRun run) {
    return Work.of(run.measured());
  }

  @Test
  void theLoadAndTheLengthOfARunMakeNoOtherWork() {
    assertThat(work(new TestRun().clients(8).property("maxexecutiontime", "9")))
        .isEqualTo(work(new TestRun().clients(64).property("recordcount", "7")))
        .isEqualTo(work(new TestRun().varied(Map.of("target", "9")).property("target", "9")));
  }

  @Test
  void whatOperationsDoMakesOtherWork() {
    assertThat(work(new TestRun()))
        .isNotEqualTo(work(new TestRun().property("requestdistribution", "zipfian")))
        .isNotEqualTo(work(new TestRun().property("readproportion", "1")))
        .isNotEqualTo(work(new TestRun().varied(Map.of("mix", "query-only"))))
        .isNotEqualTo(work(new TestRun().varied(Map.of("nodes", "16"))));
  }

  /** One experiment varies what another has fixed. */
  @Test
  void whatIsVariedIsTheSameWorkAsTheSamePropertyOfAnotherExperiment() {
    TestRun fixed = new TestRun().property("workload", "workloada").property("batch", "8");
    TestRun varied =
        new TestRun()
            .property("workload", "workloada")
            .property("batch", "8")
            .varied(Map.of("workload", "a", "property:batch", "8"));

    assertThat(work(varied)).isEqualTo(work(fixed));
  }

  @Test
  void aSystemsOwnPropertiesMakeNoOtherWork() {
    assertThat(work(new TestRun().system("veritas-tm").property("veritas.read", "local")))
        .isEqualTo(work(new TestRun().system("etcd").property("etcd.read", "serializable")));
  }
}
