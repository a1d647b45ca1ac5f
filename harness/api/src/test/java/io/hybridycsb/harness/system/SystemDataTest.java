package io.hybridycsb.harness.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.settings.Property;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SystemDataTest {
  /** A system of this name, whose file is among the resources of the tests. */
  private record Named(String name) implements SystemDescription {
    @Override
    public List<Property<?>> options() {
      return List.of();
    }

    @Override
    public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
      return Optional.empty();
    }

    @Override
    public ClusterPlan plan(PlanContext context) {
      throw new UnsupportedOperationException("it is never started");
    }
  }

  @Test
  void aSystemsFileIsReadBesideItsClass() {
    SystemData data = new Named("whole").data();

    assertThat(data.place()).isEqualTo(3);
    assertThat(data.experiments().at("/common/overrides/nodes").asInt()).isEqualTo(1);
    assertThat(data.nodes()).isEqualTo(new SystemData.Nodes(1, Integer.MAX_VALUE, 4));
    assertThat(data.measured().stored())
        .containsExactly(
            new SystemData.StoredPart(SystemData.StoredPart.Kind.STATE, "node", "data"));
    assertThat(data.measured().components().orElseThrow().byRole())
        .isEqualTo(Map.of("node", "database"));
    assertThat(data.measured().blocks()).contains(new SystemData.Blocks("whole_blocks", false));
  }

  @Test
  void aModeOfCommitsIsTheValueOfTheBindingsPropertyOrWhatThatMeans() {
    SystemDescription system = new Named("whole");

    assertThat(system.commitMode(Map.of())).isEqualTo("pool");
    assertThat(system.commitMode(Map.of("whole.mode", "fast"))).isEqualTo("async");
    assertThat(system.commitMode(Map.of("whole.mode", "depth:2"))).isEqualTo("depth:2");
  }

  @ParameterizedTest
  @CsvSource({
    "absent, there is no absent.yaml beside ",
    "placeless, 'place'",
    "mistyped, \"experimants\"",
  })
  void aFileThatIsMissingOrWrongIsToldInOneLine(String name, String what) {
    assertThatThrownBy(() -> new Named(name).data())
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining(name + ".yaml beside ")
        .hasMessageContaining(what)
        .message()
        .hasLineCount(1);
  }
}
