package io.hybridycsb.veritas.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.StringLength;

class StateKeyTest {
  @Property
  void aStateKeyGivesBackItsKeyAndLiesWithinItsTable(
      @ForAll @AlphaChars @StringLength(min = 1, max = 20) String table,
      @ForAll @StringLength(max = 50) String text) {
    // Only text that has a UTF-8 encoding; lone surrogates have none.
    String key = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    byte[] stateKey = StateKey.of(table, key);
    assertThat(StateKey.keyOf(stateKey)).isEqualTo(key);
    assertThat(StateKey.isValid(stateKey)).isTrue();
    assertThat(StateKey.toString(stateKey)).isEqualTo(table + "/" + key);
    assertThat(Arrays.compareUnsigned(StateKey.of(table, ""), stateKey)).isLessThanOrEqualTo(0);
    assertThat(Arrays.compareUnsigned(stateKey, StateKey.endOf(table))).isNegative();
  }

  @Example
  void tablesDoNotOverlap() {
    assertThat(Arrays.compareUnsigned(StateKey.endOf("a"), StateKey.of("ab", ""))).isNegative();
    assertThat(StateKey.of("a", "bc")).isNotEqualTo(StateKey.of("ab", "c"));
  }

  @Example
  void aKeyMayHave1024BytesTableIncludedAndNotOneMore() {
    assertThat(StateKey.of("t", "k".repeat(1022))).hasSize(StateKey.MAX_BYTES);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> StateKey.of("t", "k".repeat(1023)))
        .withMessage("table and key together have 1025 bytes; at most 1024 are allowed");
  }

  @Example
  void aTableHasANameWithoutNul() {
    for (String table : new String[] {"", "\0", "a\0b"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> StateKey.of(table, "k"));
    }
  }

  @Example
  void bytesWithoutATableAreNoStateKey() {
    for (String bytes : new String[] {"", "abc", "\0abc"}) {
      assertThat(StateKey.isValid(bytes.getBytes(StandardCharsets.UTF_8))).isFalse();
    }
    byte[] long1025 = Arrays.copyOf(StateKey.of("t", "k"), 1025);
    assertThat(StateKey.isValid(long1025)).isFalse();
  }
}
