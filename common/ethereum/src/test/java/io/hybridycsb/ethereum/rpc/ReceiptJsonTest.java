package io.hybridycsb.ethereum.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;

class ReceiptJsonTest {
  private static JsonNode receipt(String type) {
    ObjectNode receipt = JsonNodeFactory.instance.objectNode();
    receipt
        .put("type", type)
        .put("status", "0x1")
        .put("cumulativeGasUsed", "0x5208")
        .put("logsBloom", "0x00")
        .putArray("logs");
    return receipt;
  }

  @Test
  void theBytesBeginWithTheTypeOfTheTransaction() {
    assertThat(BlockJson.receipt(receipt("0x2"))).startsWith(2);
    assertThat(BlockJson.receipt(receipt("0x7f"))).startsWith(0x7f);
  }

  /** Its lowest byte alone would stand for another type. */
  @Test
  void aTypeThatNoByteOfATransactionHasIsRefused() {
    for (String type : new String[] {"0x80", "0x100", "0x102"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> BlockJson.receipt(receipt(type)))
          .withMessageStartingWith("a receipt has the type ");
    }
  }
}
