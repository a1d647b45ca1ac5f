package io.hybridycsb.veritas.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class KeyLimitTest {
  @Test
  void aKeyMayHave1024BytesTableIncludedAndNotOneMore() {
    assertThat(KeyLimit.key("t", "k".repeat(1022))).hasSize(KeyLimit.BYTES_MAX);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> KeyLimit.key("t", "k".repeat(1023)))
        .withMessage("table and key together have 1025 bytes; at most 1024 are allowed");
  }

  @Test
  void bytesWithoutATableOrTooManyAreNoStateKey() {
    assertThat(KeyLimit.isValid(KeyLimit.key("t", ""))).isTrue();
    for (String bytes : new String[] {"", "abc", "\0abc"}) {
      assertThat(KeyLimit.isValid(bytes.getBytes(UTF_8))).isFalse();
    }
    byte[] long1025 = Arrays.copyOf(KeyLimit.key("t", "k"), 1025);
    assertThat(KeyLimit.isValid(long1025)).isFalse();
  }
}
