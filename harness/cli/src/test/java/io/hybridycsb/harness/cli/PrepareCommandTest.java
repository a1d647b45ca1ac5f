package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PrepareCommandTest extends CommandFixture {
  @Test
  void itNamesTheSystemsWhereOneIsUnknown() {
    assertThat(hybrid("prepare", "veritas-kafka", "no-such-system")).isEqualTo(2);

    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .contains("no-such-system", "veritas-tm");
  }

  @Test
  void itsHelpTellsWhereArchivesGo() {
    assertThat(hybrid("prepare", "--help")).isZero();
    assertThat(out.toString()).contains("veritas-kafka", "class-archives");
  }
}
