package io.hybridycsb.ethereum.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.node.TextNode;
import java.math.BigInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HexTest {
  @Test
  void numbersAndBytesAreReadAsTheyStandThere() {
    assertThat(Hex.number(TextNode.valueOf("0x7fffffffffffffff"))).isEqualTo(Long.MAX_VALUE);
    assertThat(Hex.large(TextNode.valueOf("0xfffffffffffffffff")))
        .isEqualTo(BigInteger.ONE.shiftLeft(68).subtract(BigInteger.ONE));
    assertThat(Hex.bytes("0x0a")).containsExactly(10);
    assertThat(Hex.of(Hex.hash(TextNode.valueOf("0x" + "ab".repeat(32)))))
        .isEqualTo("0x" + "ab".repeat(32));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0x", "1", "0x-1", "0x+1", "0xg", "0x8000000000000000"})
  void whatIsNoNumberIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Hex.number(TextNode.valueOf(text)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "0a", "0x0", "0x-1", "0xgg"})
  void whatIsNoBytesIsRefused(String text) {
    assertThatIllegalArgumentException().isThrownBy(() -> Hex.bytes(text));
    assertThatIllegalArgumentException().isThrownBy(() -> Hex.hash(TextNode.valueOf(text)));
  }
}
