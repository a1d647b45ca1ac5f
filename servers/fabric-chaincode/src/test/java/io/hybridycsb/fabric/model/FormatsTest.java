package io.hybridycsb.fabric.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatsTest {
  private static final HexFormat HEX = HexFormat.of();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void aRecordIsItsVersionAndItsFieldsByName() {
    Map<String, byte[]> fields = new LinkedHashMap<>();
    fields.put("b", bytes("xyz"));
    fields.put("a", bytes(""));

    assertThat(HEX.formatHex(Record.encode(fields)))
        .isEqualTo("01" + "0001" + "61" + "00000000" + "0001" + "62" + "00000003" + "78797a");
  }

  @Test
  void aRecordWithoutFieldsIsNotEmpty() {
    assertThat(Record.encode(Map.of())).hasSize(1);
    assertThat(Record.decode(Record.encode(Map.of()))).isEmpty();
  }

  @Property(tries = 200)
  void everyRecordIsReadAsItWasWritten(
      @ForAll @Size(max = 12) Map<@AlphaChars @StringLength(max = 20) String, byte[]> fields) {
    assertThat(Record.decode(Record.encode(fields))).containsExactlyInAnyOrderEntriesOf(fields);
  }

  @Property(tries = 200)
  void aMergeHasAllFieldsAndTheLaterValues(
      @ForAll @Size(max = 8) Map<@AlphaChars @StringLength(max = 1) String, byte[]> base,
      @ForAll @Size(max = 8) Map<@AlphaChars @StringLength(max = 1) String, byte[]> changes) {
    Map<String, byte[]> expected = new LinkedHashMap<>(base);
    expected.putAll(changes);

    assertThat(Record.merge(Record.encode(base), Record.encode(changes)))
        .isEqualTo(Record.encode(expected));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "02", "0100", "01000161", "010001610000000178" + "00", "0100ff61"})
  void whatIsCutOffOrUnknownIsNoRecord(String hex) {
    assertThatThrownBy(() -> Record.decode(HEX.parseHex(hex)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyCutRecordIsRefusedOrHasFewerFields() {
    byte[] record = Record.encode(Map.of("name", bytes("value"), "other", bytes("1234")));
    for (int length = 0; length < record.length; length++) {
      byte[] cut = Arrays.copyOf(record, length);
      try {
        assertThat(Record.decode(cut)).hasSizeLessThan(2);
      } catch (IllegalArgumentException e) {
        assertThat(e).hasMessageStartingWith("cut off at byte ");
      }
    }
  }

  @Test
  void aTablesKeysLieBetweenItsNameAndItsEnd() {
    assertThat(StateKey.of("t", "")).isLessThan(StateKey.endOf("t"));
    assertThat(StateKey.of("t", "\uffff")).isLessThan(StateKey.endOf("t"));
    assertThat(StateKey.of("t1", "a")).isGreaterThan(StateKey.endOf("t"));
    assertThat(StateKey.keyOf(StateKey.of("t", "a\0b"))).isEqualTo("a\0b");
  }

  @Test
  void aTableWithoutANameOrWithANulIsRefused() {
    assertThatThrownBy(() -> StateKey.of("", "k")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StateKey.of("a\0", "k")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void textsWithoutUtf8OrTooLongAreRefused() {
    assertThatThrownBy(() -> StateKey.of("t", "\ud800"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> StateKey.of("t", "k".repeat(65_535)))
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
