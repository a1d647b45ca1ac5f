package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StateKeyTest {
  @Test
  void peopleAreShownTheTableAndTheKey() {
    assertThat(StateKey.shown(StateKey.of("people", "ada"))).isEqualTo("people/ada");
  }

  @Test
  void aKeyIsShownInOneLine() {
    assertThat(StateKey.shown(StateKey.of("people", "a\nd\u001ba\0"))).isEqualTo("people/a.d.a.");
  }

  @Test
  void aKeyThatOthersHaveWrittenIsShownAsItIs() {
    assertThat(StateKey.shown("ada".getBytes(UTF_8))).isEqualTo("ada");
  }
}
