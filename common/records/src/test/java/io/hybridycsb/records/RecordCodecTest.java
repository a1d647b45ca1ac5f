package io.hybridycsb.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.AlphaChars;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordCodecTest {
  @Property(tries = 200)
  void aRecordIsReadAsItWasWritten(
      @ForAll @Size(max = 12) Map<@AlphaChars @StringLength(max = 20) String, byte[]> fields) {
    assertThat(RecordCodec.decode(RecordCodec.encode(fields)))
        .containsExactlyInAnyOrderEntriesOf(fields);
  }

  @Test
  void aRecordIsTheFormatsByteAndItsFieldsByName() {
    assertThat(RecordCodec.encode(Map.of("b", new byte[] {'x', 'y', 'z'}, "a", new byte[0])))
        .isEqualTo(
            HexFormat.of()
                .parseHex(
                    "01" + "0001" + "61" + "00000000" + "0001" + "62" + "00000003" + "78797a"));
  }

  @Test
  void aRecordWithoutFieldsIsNotEmpty() {
    assertThat(RecordCodec.encode(Map.of())).containsExactly(1);
    assertThat(RecordCodec.decode(new byte[] {1})).isEmpty();
  }

  /** As releases did that sorted names by UTF-16. */
  @Test
  void fieldsInAnotherOrderAreReadToo() {
    byte[] record =
        HexFormat.of().parseHex("01" + "0001" + "62" + "00000000" + "0001" + "61" + "00000000");
    assertThat(RecordCodec.decode(record)).containsOnlyKeys("a", "b");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "02", "0100", "01000161", "010001610000000178" + "00", "0100ff61"})
  void whatIsCutOffOrUnknownIsNoRecord(String hex) {
    assertThatThrownBy(() -> RecordCodec.decode(HexFormat.of().parseHex(hex)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aMergedRecordHasTheFieldsOfBothAndTheNewValues() {
    byte[] record = RecordCodec.encode(Map.of("a", new byte[] {1}, "b", new byte[] {2}));
    byte[] merged = RecordCodec.merge(record, RecordCodec.encode(Map.of("b", new byte[] {3})));

    assertThat(merged)
        .isEqualTo(RecordCodec.encode(Map.of("a", new byte[] {1}, "b", new byte[] {3})));
  }

  @Test
  void whatIsCutOffIsNoRecord() {
    byte[] record = RecordCodec.encode(Map.of("name", new byte[10]));
    for (int length = 2; length < record.length; length++) {
      byte[] cut = Arrays.copyOf(record, length);
      assertThatThrownBy(() -> RecordCodec.decode(cut))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
