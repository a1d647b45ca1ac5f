package io.hybridycsb.ycsb.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RecordCodecTest {
  private static Map<String, String> hex(Map<String, byte[]> fields) {
    Map<String, String> texts = new HashMap<>();
    fields.forEach((name, value) -> texts.put(name, Arrays.toString(value)));
    return texts;
  }

  private static Map<String, byte[]> bytes(Map<String, String> fields) {
    Map<String, byte[]> bytes = new HashMap<>();
    fields.forEach((name, value) -> bytes.put(name, value.getBytes(UTF_8)));
    return bytes;
  }

  @Property
  void whatIsDecodedIsWhatWasEncoded(@ForAll @Size(max = 12) Map<Integer, byte[]> values) {
    Map<String, byte[]> fields = new HashMap<>();
    values.forEach((number, value) -> fields.put("field\u00e9" + number, value));

    assertThat(hex(RecordCodec.decode(RecordCodec.encode(fields)))).isEqualTo(hex(fields));
  }

  @Property
  void whatIsCutOffIsNeverTakenForTheWholeRecord(@ForAll @IntRange(max = 31) int length) {
    byte[] record = RecordCodec.encode(bytes(Map.of("a", "0123456789", "bc", "0123456")));
    byte[] cut = Arrays.copyOf(record, length);
    byte[] onlyFirst = RecordCodec.encode(bytes(Map.of("a", "0123456789")));

    if (length == 0 || Arrays.equals(cut, onlyFirst)) {
      assertThat(RecordCodec.decode(cut)).hasSizeLessThan(2);
    } else {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> RecordCodec.decode(cut))
          .withMessage("a value of %d bytes is no record", length);
    }
  }

  @Test
  void fieldsAreSortedSoTheSameRecordIsTheSameBytes() {
    Map<String, byte[]> one = new LinkedHashMap<>();
    one.put("b", new byte[] {2});
    one.put("a", new byte[] {1});

    assertThat(RecordCodec.encode(one))
        .containsExactly(0, 1, 'a', 0, 0, 0, 1, 1, 0, 1, 'b', 0, 0, 0, 1, 2);
  }

  @Test
  void aFieldsNameThatIsTooLongIsRefused() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> RecordCodec.encode(Map.of("n".repeat(65_536), new byte[0])))
        .withMessage("a field's name has 65536 bytes, at most 65535 are allowed");
  }
}
