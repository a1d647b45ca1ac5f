package io.hybridycsb.harness.system;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringReader;
import java.nio.charset.Charset;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PropertiesTextTest {
  @ParameterizedTest
  @ValueSource(strings = {"größe mit Blank", " żółw😀", "a=b:c#d!e", "C:\\new", "", "a\tb\nc"})
  void aValueIsReadBackInWhateverEncodingTheReaderTakesTheFileToBe(String value) throws Exception {
    String whole = PropertiesText.of("A comment.", Map.of("größe", value));
    String template = "größe=".replace("ö", "\\u00f6").replace("ß", "\\u00df");

    for (String text : List.of(whole, template + PropertiesText.value(value) + "\nlast=1\n")) {
      for (Charset charset : List.of(US_ASCII, ISO_8859_1, UTF_8)) {
        Properties read = new Properties();
        read.load(new StringReader(new String(text.getBytes(UTF_8), charset)));
        assertThat(read).containsEntry("größe", value);
      }
    }
  }
}
