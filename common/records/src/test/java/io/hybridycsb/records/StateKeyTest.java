package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StateKeyTest {
  @Test
  void peopleAreShownTheTableAndTheKey() {
    assertThat(StateKey.shown(StateKey.of("people", "ada"))).isEqualTo("people/ada");
  }

  @Test
  void aKeyIsTheTablesNameAZeroByteAndTheRecordsKey() {
    assertThat(StateKey.of("t", "k\0é")).containsExactly('t', 0, 'k', 0, 0xc3, 0xa9);
    assertThat(StateKey.key(StateKey.of("t", "k\0é"))).isEqualTo("k\0é");
  }

  @Test
  void aTablesKeysLieBetweenItsNameAndItsEnd() {
    assertThat(Arrays.compareUnsigned(StateKey.of("t", ""), StateKey.endOf("t"))).isNegative();
    assertThat(Arrays.compareUnsigned(StateKey.of("t", "\uffff"), StateKey.endOf("t")))
        .isNegative();
    assertThat(Arrays.compareUnsigned(StateKey.of("t1", "a"), StateKey.endOf("t"))).isPositive();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\0", "a\0b", "\ud800"})
  void aTableHasANameInUtf8WithoutNul(String table) {
    assertThatIllegalArgumentException().isThrownBy(() -> StateKey.of(table, "k"));
  }

  @Test
  void aKeyWithoutUtf8IsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> StateKey.of("t", "\ud800"));
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
