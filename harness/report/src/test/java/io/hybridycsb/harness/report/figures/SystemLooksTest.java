package io.hybridycsb.harness.report.figures;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.report.chart.Look;
import io.hybridycsb.harness.system.registry.Systems;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SystemLooksTest {
  @Test
  void noTwoSystemsLookTheSame() {
    List<Look> looks = Systems.names().stream().map(SystemLooks::of).toList();
    assertThat(looks).doesNotHaveDuplicates();
    assertThat(IntStream.range(0, Look.LOOKS).mapToObj(Look::of)).doesNotHaveDuplicates();
  }

  @Test
  void aSystemThatIsNotOursLooksLikeNoneOfOurs() {
    List<Look> ours = Systems.names().stream().map(SystemLooks::of).toList();
    IntStream.range(0, 1_000)
        .mapToObj(i -> SystemLooks.of("other" + i))
        .forEach(look -> assertThat(ours).doesNotContain(look));
    assertThat(SystemLooks.of("other")).isEqualTo(SystemLooks.of("other"));
  }
}
