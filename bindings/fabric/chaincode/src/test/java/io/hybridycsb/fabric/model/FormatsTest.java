package io.hybridycsb.fabric.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class FormatsTest {
  private static final HexFormat HEX = HexFormat.of();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void textsWithoutUtf8OrTooLongAreRefused() {
    assertThatThrownBy(() -> Operation.encode(List.of(Operation.get("t\0\ud800"))))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> Operation.encode(List.of(Operation.get("k".repeat(65_537)))))
        .hasMessageContaining("65537 bytes; at most 65535");
  }

  @Test
  void rowsAndOperationsAreReadAsTheyWereWritten() {
    List<Rows.Row> rows =
        List.of(new Rows.Row("t\0a", bytes("1")), new Rows.Row("t\0b", bytes("")));
    assertThat(Rows.decode(Rows.encode(rows)))
        .usingRecursiveFieldByFieldElementComparator()
        .isEqualTo(rows);

    List<Operation> operations =
        List.of(
            Operation.get("t\0a"),
            Operation.put("t\0b", bytes("r")),
            Operation.merge("t\0c", bytes("s")),
            Operation.delete("t\0d"),
            Operation.expect("t\0e", bytes("u")));
    assertThat(Operation.decode(Operation.encode(operations)))
        .usingRecursiveFieldByFieldElementComparator()
        .isEqualTo(operations);
  }

  @Test
  void aTransactionHasNoMoreOperationsThanTheLimit() {
    List<Operation> most = Collections.nCopies(Operation.OPERATIONS_MAX, Operation.get("t\0a"));
    assertThat(Operation.decode(Operation.encode(most))).hasSize(Operation.OPERATIONS_MAX);

    List<Operation> more = Collections.nCopies(Operation.OPERATIONS_MAX + 1, Operation.get("t\0a"));
    assertThatThrownBy(() -> Operation.encode(more)).hasMessageContaining("at most 1000");
  }

  @Test
  void anUnknownKindOfOperationIsRefused() {
    assertThatThrownBy(() -> Operation.decode(HEX.parseHex("05000161" + "00000000")))
        .hasMessageContaining("unknown kind");
  }
}
