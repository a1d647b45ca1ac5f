package io.hybridycsb.verification;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HashTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 20, 31, 33, 64})
  void hasThirtyTwoBytes(int length) {
    assertThatThrownBy(() -> Hash.of(new byte[length]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a hash has %d bytes, not 32", length);
  }

  @Test
  void staysAsItIs() {
    byte[] given = new byte[Hash.BYTES];
    Hash hash = Hash.of(given);
    Arrays.fill(given, (byte) 1);
    Arrays.fill(hash.bytes(), (byte) 2);
    assertThat(hash).isEqualTo(Hash.ofHex("00".repeat(32))).hasToString("00".repeat(32));
  }
}
