package io.hybridycsb.ycsb.veritas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.model.ReadLevel;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class TlsPropertiesTest {
  private static TlsFiles read(Map<String, String> given) {
    Properties properties = new Properties();
    properties.setProperty("veritas.cluster", "cluster.json");
    properties.setProperty("veritas.key", "client.key");
    properties.putAll(given);
    return VeritasProperties.read(properties, ReadLevel.LOCAL).client().tls();
  }

  @Test
  void withoutThemThereIsNoTls() {
    TlsFiles none = read(Map.of());
    assertThat(none.ca()).isEmpty();
    assertThat(none.certificate()).isEmpty();
    assertThat(none.key()).isEmpty();
  }

  @Test
  void theyNameTheFiles() {
    TlsFiles files =
        read(
            Map.of(
                "veritas.tls.ca", "ca.pem",
                "veritas.tls.certificate", "own.pem",
                "veritas.tls.key", "own.key"));
    assertThat(files)
        .isEqualTo(
            new TlsFiles(
                "veritas.tls.",
                Optional.of(Path.of("own.pem")),
                Optional.of(Path.of("own.key")),
                Optional.of(Path.of("ca.pem"))));
  }

  @Test
  void aCertificateWithoutItsKeyIsRefused() {
    assertThatThrownBy(() -> read(Map.of("veritas.tls.certificate", "own.pem")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("veritas.tls.certificate and veritas.tls.key are given both or not at all");
  }
}
