package io.hybridycsb.ethereum.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.TextNode;
import io.hybridycsb.ethereum.chain.Address;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.web3j.abi.DefaultFunctionEncoder;
import org.web3j.abi.datatypes.DynamicBytes;

class ContractCallsTest {
  private static String event(byte[] key, byte[] value) {
    return "0x"
        + new DefaultFunctionEncoder()
            .encodeParameters(List.of(new DynamicBytes(key), new DynamicBytes(value)));
  }

  @Test
  void anEventTellsKeyAndValueOfAnyLength() {
    for (int length : List.of(0, 1, 31, 32, 33, 1_000)) {
      byte[] value = new byte[length];
      Arrays.fill(value, (byte) 7);

      Written written = ContractCalls.written(event(new byte[] {1, 2}, value));

      assertThat(written.key()).containsExactly(1, 2);
      assertThat(written.value()).isEqualTo(value);
    }
  }

  @Test
  void aSlotTellsTheAccountWhoseCodeIsARecordOrThatThereIsNone() {
    assertThat(ContractCalls.codeAt(TextNode.valueOf("0xa0b")))
        .contains(new Address("0x" + "0".repeat(37) + "a0b"));
    assertThat(ContractCalls.codeAt(TextNode.valueOf("0x0"))).isEmpty();
    assertThat(ContractCalls.codeAt(TextNode.valueOf("0x" + "00".repeat(32)))).isEmpty();
    for (String none : List.of("", "0x1" + "0".repeat(40), "0xg")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> ContractCalls.codeAt(TextNode.valueOf(none)));
    }
  }

  @Test
  void anEventWhoseFieldsLieOutsideItIsRefused() {
    String event = event(new byte[] {1}, new byte[64]);
    String cut = event.substring(0, event.length() - 64);
    String farAway = "0x" + "7".repeat(64) + event.substring(66);

    assertThatThrownBy(() -> ContractCalls.written(cut)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> ContractCalls.written(farAway)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> ContractCalls.written("0x")).isInstanceOf(RuntimeException.class);
  }
}
