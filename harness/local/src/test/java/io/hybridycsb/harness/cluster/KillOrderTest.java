package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.TestProcesses;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class KillOrderTest {
  private static ProcessSpec process(String name, String... endsWith) {
    return TestProcesses.shell(Path.of("run"), name, 0, "exit")
        .endingWith(Arrays.stream(endsWith).map(other -> new NeededProcess(other, 0)).toList());
  }

  private static List<String> order(ProcessSpec... specs) {
    return KillOrder.of(List.of(specs)).stream().map(ProcessSpec::name).toList();
  }

  @Test
  void whatEndsWithAnotherDiesBeforeIt() {
    assertThat(
            order(
                process("mongodb2"),
                process("node2", "mongodb2"),
                process("validator2", "node2", "mongodb2")))
        .containsExactly("validator2", "node2", "mongodb2");
  }

  @Test
  void othersDieInTheOrderThatIsGiven() {
    assertThat(order(process("node1", "store1"), process("log"), process("node2", "store2")))
        .containsExactly("node1", "log", "node2");
  }

  @Test
  void processesThatEndWithEachOtherAreRefused() {
    assertThatThrownBy(() -> order(process("a", "b"), process("b", "a")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("each ends with another: ");
  }
}
