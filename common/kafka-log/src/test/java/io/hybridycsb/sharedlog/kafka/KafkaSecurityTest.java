package io.hybridycsb.sharedlog.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tls.testing.TestCertificates;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.config.ConfigDef;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KafkaSecurityTest {
  private static final int RECORD_BYTES = 1 << 20;

  /** A handshake's record, RFC 8446 section 5.1. */
  private static final int TLS_HANDSHAKE = 22;

  /** Bytes of a request without anything in it, its length included. */
  private static final int SHORTEST_REQUEST = 14;

  private static Map<String, String> security(Map<String, String> given) {
    return KafkaSecurity.of(name -> given.getOrDefault(name, ""));
  }

  @Test
  void nothingIsSaidToKafkaUnlessGiven() {
    assertThat(KafkaSecurity.PROPERTIES)
        .allMatch(property -> property.defaultValue().equals(Optional.of("")))
        .extracting(Property::name)
        .contains("kafka.security.protocol", "kafka.ssl.truststore.location")
        .contains("kafka.ssl.keystore.type")
        .doesNotContain("kafka.client.id");
    assertThat(security(Map.of("kafka.topic", "veritas"))).isEmpty();
  }

  @Test
  void whatIsGivenReachesKafkaUnderItsOwnName() {
    assertThat(
            security(
                Map.of(
                    "kafka.security.protocol", "SSL", "kafka.ssl.truststore.location", "ca.pem")))
        .containsOnly(
            Map.entry("security.protocol", "SSL"), Map.entry("ssl.truststore.location", "ca.pem"));
  }

  /** A node as it is started, with one property more. */
  private static Settings node(Path directory, String property) throws IOException {
    Path file = directory.resolve("node.properties");
    Files.writeString(file, property);
    return Settings.read(
        new SettingNames(KafkaSecurity.PROPERTIES), List.of(file), Map.of(), List.of());
  }

  @Test
  void whatKafkaKeepsSecretIsNotPrinted(@TempDir Path directory) throws IOException {
    for (ConfigDef.ConfigKey key : ConsumerConfig.configDef().configKeys().values()) {
      if (key.name.matches("s(as|s)l\\..*") && key.type == ConfigDef.Type.PASSWORD) {
        String name = "kafka." + key.name;
        Settings settings = node(directory, name + "=sesame");
        assertThat(security(Map.of(name, settings.text(name))))
            .containsExactly(Map.entry(key.name, "sesame"));
        // Any message about the value will do.
        assertThatThrownBy(() -> settings.get(Property.integer(name, 0, 1, 2, "")))
            .hasMessageEndingWith("not (hidden)");
      }
    }
  }

  @Test
  void aWrongFileIsOneLineThatNamesIt(@TempDir Path directory) {
    Path absent = directory.resolve("absent.pem");
    Map<String, String> security =
        Map.of(
            "security.protocol", "SSL",
            "ssl.truststore.type", "PEM",
            "ssl.truststore.location", absent.toString());
    assertThatThrownBy(() -> KafkaSharedLog.open("127.0.0.1:1", "veritas", RECORD_BYTES, security))
        .isInstanceOf(LogException.class)
        .message()
        .startsWith(
            "Kafka's clients refuse kafka.bootstrap.servers, kafka.security.protocol, kafka.ssl.* or ")
        .endsWith(": no file " + absent)
        .hasLineCount(1);
  }

  @Test
  void aWrongLoginIsNotShown() {
    Map<String, String> security =
        Map.of(
            "security.protocol", "SASL_PLAINTEXT",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config", "org.apache.kafka.common.security.plain.PlainLoginModule sesame;");
    assertThatThrownBy(() -> KafkaSharedLog.open("127.0.0.1:1", "veritas", RECORD_BYTES, security))
        .isInstanceOf(LogException.class)
        .message()
        .endsWith(": kafka.sasl.jaas.config is MODULE required NAME=\"VALUE\" ...;")
        .doesNotContain("sesame")
        .hasLineCount(1);
  }

  @Test
  void protocolsWithoutTlsAreKnown() {
    assertThat(KafkaSecurity.isPlain(Map.of())).isTrue();
    assertThat(KafkaSecurity.isPlain(Map.of("security.protocol", "plaintext"))).isTrue();
    assertThat(KafkaSecurity.isPlain(Map.of("security.protocol", "SASL_PLAINTEXT"))).isTrue();
    assertThat(KafkaSecurity.isPlain(Map.of("security.protocol", "SSL"))).isFalse();
    assertThat(KafkaSecurity.isPlain(Map.of("security.protocol", "SASL_SSL"))).isFalse();
  }

  /** No Kafka: a port that answers what is no handshake as Kafka's ports of TLS do. */
  @Test
  void aBrokerThatExpectsTlsIsNamedAsOne() throws Exception {
    try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answerByAlert(listener), "tls");
      answering.setDaemon(true);
      answering.start();
      String address = "127.0.0.1:" + listener.getLocalPort();
      assertThatThrownBy(() -> KafkaSharedLog.open(address, "veritas", RECORD_BYTES, Map.of()))
          .isInstanceOf(LogException.class)
          .hasMessage(
              "Kafka at %s expects TLS: kafka.security.protocol=SSL is missing, and kafka.ssl.* to go with it",
              address);
    }
  }

  private static void answerByAlert(ServerSocket listener) {
    while (!listener.isClosed()) {
      try (Socket client = listener.accept()) {
        client.getInputStream().readNBytes(SHORTEST_REQUEST);
        // Fatal, internal error: RFC 8446 section 6.
        client.getOutputStream().write(new byte[] {21, 3, 3, 0, 2, 2, 80});
      } catch (IOException e) {
        // The other side has given up, or the test is over.
      }
    }
  }

  @Test
  void whatIsNoAddressIsLeftToKafkasClientsToRefuse() {
    assertThat(ListenerProbe.ask("nonsense, :x, 127.0.0.1:70000"))
        .isEqualTo(ListenerProbe.Answer.UNKNOWN);
  }

  /**
   * No Kafka: a port that answers no handshake. Shows that no plain byte is sent, and the error.
   */
  @Test
  void aBrokerThatDoesNotSpeakTlsIsOneLine(@TempDir Path directory) throws Exception {
    TlsFiles node = new TestCertificates(directory).issue("node");
    Path own = directory.resolve("own.pem");
    Files.writeString(
        own,
        Files.readString(node.key().orElseThrow())
            + Files.readString(node.certificate().orElseThrow()));
    Map<String, String> security =
        Map.of(
            "security.protocol", "SSL",
            "ssl.keystore.type", "PEM",
            "ssl.keystore.location", own.toString(),
            "ssl.truststore.type", "PEM",
            "ssl.truststore.location", node.ca().orElseThrow().toString());
    try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      Thread answering = new Thread(() -> answerPlainly(listener), "plain");
      answering.setDaemon(true);
      answering.start();
      String address = "127.0.0.1:" + listener.getLocalPort();
      assertThatThrownBy(() -> KafkaSharedLog.open(address, "veritas", RECORD_BYTES, security))
          .isInstanceOf(LogException.class)
          .hasMessageStartingWith("Kafka topic veritas at " + address + " can't be used: ")
          .hasMessageContaining("SSL handshake failed: ");
    }
  }

  private static void answerPlainly(ServerSocket listener) {
    try {
      while (true) {
        try (Socket client = listener.accept()) {
          if (client.getInputStream().read() == TLS_HANDSHAKE) {
            client.getOutputStream().write("not TLS".getBytes(StandardCharsets.US_ASCII));
            client.shutdownOutput();
            client.getInputStream().readAllBytes();
          }
        }
      }
    } catch (IOException e) {
      // Closed at the end of the test.
    }
  }
}
