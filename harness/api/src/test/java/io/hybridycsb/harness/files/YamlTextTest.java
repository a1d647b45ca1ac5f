package io.hybridycsb.harness.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class YamlTextTest {
  private static JsonNode read(String yaml) throws IOException {
    return YamlText.read(new ByteArrayInputStream(yaml.getBytes(StandardCharsets.UTF_8)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"off", "no", "on", "yes", "true", "3.10", "7.0", "1e3", "010", "0x10", "1_000"})
  void aValueStaysAsItIsWritten(String value) throws IOException {
    assertThat(read("a: " + value).get("a").asText()).isEqualTo(value);
    assertThat(read("a: [x, " + value + "]").get("a").get(1).asText()).isEqualTo(value);
    assertThat(read("{" + value + ": b}").get(value).asText()).isEqualTo("b");
  }

  @Test
  void namesListsAndNothingAreToldApart() throws IOException {
    JsonNode tree = read("a: {b: [{c: 'off'}, d]}\ne:\nf: ~\n");

    assertThat(tree.toString())
        .isEqualTo("{\"a\":{\"b\":[{\"c\":\"off\"},\"d\"]},\"e\":null,\"f\":null}");
    assertThat(read("").isMissingNode()).isTrue();
  }

  @Test
  void whatIsNoYamlIsRefused() {
    assertThatThrownBy(() -> read("a: [b")).isInstanceOf(JsonProcessingException.class);
  }
}
