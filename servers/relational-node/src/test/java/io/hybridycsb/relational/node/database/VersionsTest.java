package io.hybridycsb.relational.node.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class VersionsTest {
  @Test
  void aVersionIsAPlaceInTheChainAndGreaterThanAllBefore() {
    assertThat(Versions.at(1, 0)).isEqualTo(1L << 26);
    assertThat(Versions.at(1, Versions.PLACES - 1)).isEqualTo(Versions.at(2, 0) - 1);
    assertThat(Versions.at((1L << 37) - 1, Versions.PLACES - 1)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void whatHasNoPlaceHasNoVersion() {
    assertThatThrownBy(() -> Versions.at(1L << 37, 0)).hasMessageContaining("heights are 1 to");
    assertThatThrownBy(() -> Versions.at(0, 0)).isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(() -> Versions.at(1, Versions.PLACES))
        .hasMessageContaining("a block's calls 0 to 67108863");
  }
}
