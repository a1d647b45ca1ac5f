package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StacksTest {
  private final Stacks stacks = new Stacks();

  private static Stacks at(Stacks tree, String... frames) {
    Stacks at = tree;
    for (String frame : frames) {
      at =
          at.calls().stream()
              .filter(call -> call.getKey().equals(frame))
              .findFirst()
              .orElseThrow()
              .getValue();
    }
    return at;
  }

  @Test
  void aFrameIsAsWideAsAllStacksThroughIt() {
    stacks.add(List.of("main", "run", "read"), 2);
    stacks.add(List.of("main", "run", "write"), 3);
    stacks.add(List.of("main"), 1);

    assertThat(stacks.weight()).isEqualTo(6);
    assertThat(at(stacks, "main").weight()).isEqualTo(6);
    assertThat(at(stacks, "main").own()).isEqualTo(1);
    assertThat(at(stacks, "main", "run").weight()).isEqualTo(5);
    assertThat(at(stacks, "main", "run").own()).isZero();
    assertThat(at(stacks, "main", "run", "write").own()).isEqualTo(3);
  }

  @Test
  void theWidestFrameComesFirstAndEqualOnesComeByName() {
    stacks.add(List.of("b"), 1);
    stacks.add(List.of("c"), 2);
    stacks.add(List.of("a"), 1);

    assertThat(stacks.calls()).extracting(Map.Entry::getKey).containsExactly("c", "a", "b");
  }

  @Test
  void anotherTreeIsAddedAboveAFrameInItsOwnScale() {
    Stacks samples = new Stacks();
    samples.add(List.of("run", "read"), 30);
    samples.add(List.of("run"), 10);
    stacks.add(List.of("worker", "kernel"), 1);

    stacks.addAbove("worker", samples, 0.1);

    assertThat(stacks.weight()).isCloseTo(5, within(1e-9));
    assertThat(at(stacks, "worker").weight()).isCloseTo(5, within(1e-9));
    assertThat(at(stacks, "worker", "run").weight()).isCloseTo(4, within(1e-9));
    assertThat(at(stacks, "worker", "run", "read").weight()).isCloseTo(3, within(1e-9));
  }

  @Test
  void whatWeighsNothingIsNotThere() {
    Stacks samples = new Stacks();
    samples.add(List.of("run"), 1);

    stacks.add(List.of("idle"), 0);
    stacks.addAbove("idle", samples, 0);

    assertThat(stacks.calls()).isEmpty();
    assertThat(stacks.weight()).isZero();
  }
}
