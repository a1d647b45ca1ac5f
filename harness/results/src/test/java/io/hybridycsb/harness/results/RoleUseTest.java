package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.ProcessCost.Memory;
import io.hybridycsb.harness.results.ProcessCost.Network;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class RoleUseTest {
  private static ProcessCost node(long bytes) {
    return new ProcessCost(
        "node",
        1.5,
        bytes,
        Optional.of(new Memory(20 * bytes, 10 * bytes)),
        Optional.of(new Network(bytes, 2 * bytes)),
        Optional.empty(),
        Optional.empty());
  }

  @Test
  void aRoleUsesWhatItsProcessesUseTogether() {
    Map<String, RoleUse> use =
        RoleUse.of(
            Map.of("node1", node(3), "node2", node(4), "tso", new ProcessCost("oracle", 2, 9)));

    assertThat(use.get("node"))
        .isEqualTo(
            new RoleUse(
                2,
                3,
                OptionalDouble.of(7),
                OptionalDouble.of(7),
                OptionalDouble.of(14),
                OptionalDouble.of(70),
                OptionalDouble.of(140)));
    assertThat(use.get("oracle").processes()).isEqualTo(1);
    assertThat(use.get("oracle").writtenBytes()).hasValue(9);
  }

  @Test
  void whatIsUnknownOfOneProcessIsUnknownOfAll() {
    RoleUse use = RoleUse.sum(List.of(node(3), new ProcessCost("node", 1, -1)));

    assertThat(use.cpuSeconds()).isEqualTo(2.5);
    assertThat(use.writtenBytes()).isEmpty();
    assertThat(use.sentBytes()).isEmpty();
    assertThat(use.receivedBytes()).isEmpty();
    assertThat(use.meanRssBytes()).isEmpty();
    assertThat(use.peakRssBytes()).isEmpty();
    assertThat(RoleUse.sum(List.of()).writtenBytes()).isEmpty();
  }
}
