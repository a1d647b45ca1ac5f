package io.hybridycsb.records;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  @Property(tries = 200)
  void aRecordIsReadAsItWasWritten(@ForAll Map<String, byte[]> fields) {
    byte[] encoded = RecordCodec.encode(fields);
    assertThat(encoded).isNotEmpty();
    // A name without UTF-8 of its own has another after it.
    if (fields.keySet().stream().allMatch(name -> name.chars().allMatch(c -> c < 0xd800))) {
      Map<String, byte[]> decoded = RecordCodec.decode(encoded);
      assertThat(decoded.keySet()).isEqualTo(fields.keySet());
      decoded.forEach((name, value) -> assertThat(value).isEqualTo(fields.get(name)));
    }
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
