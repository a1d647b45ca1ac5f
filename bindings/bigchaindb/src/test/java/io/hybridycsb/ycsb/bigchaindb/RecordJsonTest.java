package io.hybridycsb.ycsb.bigchaindb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.HashMap;
import java.util.Map;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.Size;

class RecordJsonTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** As a node gives them back. */
  private static JsonNode read(Map<String, Object> metadata) throws Exception {
    return JSON.readTree(CanonicalJson.text(metadata));
  }

  @Property(tries = 200)
  void everyRecordComesBackAsItWas(@ForAll @Size(max = 5) Map<String, byte[]> fields)
      throws Exception {
    Map<String, byte[]> valid = new HashMap<>();
    // A name that is no valid text can't come from YCSB, nor be in JSON.
    fields.forEach((name, value) -> valid.put(new String(name.getBytes(UTF_8), UTF_8), value));

    Map<String, byte[]> back = RecordJson.fields(read(RecordJson.of(valid))).orElseThrow();

    assertThat(back).containsOnlyKeys(valid.keySet());
    valid.forEach((name, value) -> assertThat(back.get(name)).isEqualTo(value));
  }

  @Example
  void namesThatMongoDbOrBigchainDbWouldTakeForTheirOwnAreEscaped() throws Exception {
    byte[] value = "v".getBytes(UTF_8);
    Map<String, Object> metadata =
        RecordJson.of(Map.of("a.b$c", value, "language", value, "", value, "%", value));

    assertThat(CanonicalJson.text(metadata))
        .isEqualTo(
            "{\"fields\":{\"%\":\"v\",\"%25\":\"v\",\"%6canguage\":\"v\",\"a%2eb%24c\":\"v\"}}");
    assertThat(RecordJson.fields(read(metadata)).orElseThrow())
        .containsOnlyKeys("a.b$c", "language", "", "%");
  }

  @Example
  void aTombstoneIsNoRecordAndOtherMetadataAreAnError() throws Exception {
    assertThat(RecordJson.fields(read(RecordJson.tombstone()))).isEmpty();
    assertThatThrownBy(() -> RecordJson.fields(read(Map.of("other", "thing"))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
