package io.hybridycsb.harness.reproduce;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class StepTest {
  private final SortedMap<String, SortedMap<String, SortedSet<String>>> needs = new TreeMap<>();

  private void needs(String claim, String experiment, String... systems) {
    needs
        .computeIfAbsent(claim, unused -> new TreeMap<>())
        .put(experiment, new TreeSet<>(List.of(systems)));
  }

  private List<Step> steps(Map<String, Double> seconds) {
    SortedMap<String, Path> files = new TreeMap<>();
    seconds.keySet().forEach(name -> files.put(name, Path.of(name + ".yaml")));
    return Step.of(needs, files, step -> seconds.get(step.experiment()));
  }

  @Test
  void anExperimentIsRunOnTheSystemsThatAnyClaimNeedsAndOnNoOther() {
    needs("one", "a", "etcd", "fabric");
    needs("two", "a", "quorum");

    assertThat(steps(Map.of("a", 60.0)))
        .containsExactly(
            new Step(
                "a",
                Path.of("a.yaml"),
                List.of("etcd", "fabric", "quorum"),
                new TreeSet<>(List.of("one", "two")),
                60));
  }

  @Test
  void whatDecidesMostClaimsForItsTimeComesFirst() {
    needs("one", "long", "etcd");
    needs("two", "long", "etcd");
    needs("three", "short", "etcd");
    needs("four", "done", "etcd");

    assertThat(steps(Map.of("long", 7200.0, "short", 600.0, "done", 0.0)))
        .extracting(Step::experiment)
        .containsExactly("done", "short", "long");
  }
}
