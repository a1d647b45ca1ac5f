package io.hybridycsb.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class RecordTextTest {
  @Test
  void fieldsAreShownByNameAndHiddenOnesAreNot() {
    byte[] record =
        RecordCodec.encode(
            Map.of(
                "field1", "second".getBytes(UTF_8),
                "field0", "a\nline".getBytes(UTF_8),
                "\0version", new byte[8]));

    assertThat(RecordText.lines(record)).containsExactly("  field0=a.line", "  field1=second");
  }
}
