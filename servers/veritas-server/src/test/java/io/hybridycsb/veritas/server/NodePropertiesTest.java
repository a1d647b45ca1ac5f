package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.stores.StateStores;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class NodePropertiesTest {
  private static final List<String> LEAST =
      List.of(
          "node.name=node1",
          "node.listen=127.0.0.1:7000",
          "node.key=node.key",
          "cluster.file=cluster.json",
          "data.dir=data");

  private static final List<Property<?>> TOPIC =
      List.of(Property.text("kafka.topic", "NAME", "veritas", "the topic"));

  @TempDir private Path directory;

  private Settings read(String... more) throws IOException {
    Path file = file();
    Files.writeString(file, String.join("\n", LEAST) + "\n" + String.join("\n", more) + "\n");
    return NodeProperties.read(file, TOPIC);
  }

  private Path file() {
    return directory.resolve("node.properties");
  }

  @Test
  void whatIsNotGivenHasItsDefault() throws IOException {
    Settings settings = read("attest.idle.ms = 7 ");
    assertThat(settings.text("node.name")).isEqualTo("node1");
    assertThat(settings.text("kafka.topic")).isEqualTo("veritas");
    assertThat(NodeProperties.options(settings).attestIdleMs()).isEqualTo(7);
    assertThat(NodeProperties.options(settings).blockTransactionsMax()).isEqualTo(100);
    assertThat(settings.text("no.such.property")).isEmpty();
  }

  @Test
  void aNodeHasTheLimitsOfItsClusterOrIsRefused() throws IOException {
    Map<String, Long> limits =
        Map.of("record.bytes.max", 1_048_576L, "transaction.operations.max", 10_000L);
    NodeProperties.requireLimits(read(), limits);
    NodeProperties.requireLimits(read("record.bytes.max=5000"), Map.of());
    Settings other = read("record.bytes.max=5000");
    assertThatThrownBy(() -> NodeProperties.requireLimits(other, limits))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file() + ": record.bytes.max is 5000, but 1048576 in cluster.json");
    Settings shorter = read("state.value.bytes.max=5000");
    assertThatThrownBy(
            () ->
                NodeProperties.requireLimits(shorter, Map.of("state.value.bytes.max", 1_048_576L)))
        .hasMessageContaining("state.value.bytes.max is 5000, but 1048576 in cluster.json");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HYBRID_DATABASE_PORT",
        "HYBRID_DIR",
        "HYBRID_IMAGES",
        "HYBRID_MARIADB_HOME",
        "HYBRID_MONGOD",
        "HYBRID_POSTGRESQL_BIN",
        "HYBRID_PYTHON",
        "HYBRID_REDIS_SERVER",
        "HYBRID_VALIDATE_BY",
        "HYBRID_VERSION"
      })
  void variablesOfOurOtherProgramsAreLeftAlone(String variable) throws IOException {
    read();
    Settings settings =
        Settings.read(
            NodeProperties.names(List.of()), List.of(file()), Map.of(variable, "x"), List.of());
    assertThat(settings.overrides()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sql.password", "sql.url", "mongodb.url"})
  void whatHoldsAPasswordIsNotPrinted(String name) throws IOException {
    read();
    Settings settings =
        Settings.read(
            NodeProperties.names(List.of()), List.of(file()), Map.of(), List.of(name + "=sesame"));
    assertThat(settings.text(name)).isEqualTo("sesame");
    assertThat(settings.overrides()).containsExactly(name + "=(hidden) (--set)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"node.name", "node.listen", "node.key", "cluster.file", "data.dir"})
  void aMissingOrEmptyPropertyIsNamed(String name) {
    assertThatThrownBy(() -> read(name + "="))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file() + ": property " + name + " is missing");
  }

  @ParameterizedTest
  @CsvSource({
    "block.transactions.max, 0, 1, 1000000",
    "block.transactions.max, many, 1, 1000000",
    "block.transactions.max, 99999999999999999999, 1, 1000000",
    "block.bytes.max, 1023, 1024, 268435456",
    "attest.idle.ms, 0, 1, 60000",
    "state.cache.bytes, 1kB, 0, 1099511627776",
    "proof.versions, 65537, 1, 65536",
    "state.history.blocks, 65537, 0, 65536",
    "admitted.max, 0, 1, 10000000",
    "record.bytes.max, 63, 64, 16777216",
    "transaction.operations.max, 1.5, 1, 1000000",
    "state.value.bytes.max, 4194305, 64, 4194304",
  })
  void aNumberThatIsNoneOrOutOfItsRangeIsNamedWithTheRange(
      String name, String value, String min, String max) throws IOException {
    Settings settings = read(name + "=" + value);
    assertThatThrownBy(() -> NodeProperties.options(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "%s: %s is a whole number from %s to %s, not %s"
                .formatted(file(), name, min, max, value));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", ":80", "localhost:", "localhost:0", "localhost:65536", "host:port"})
  void anAddressThatIsNoneIsNamed(String address) throws IOException {
    Settings settings = read("node.listen=" + address);
    assertThatThrownBy(() -> settings.get(NodeProperties.LISTEN))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file() + ": node.listen is HOST:PORT, not " + address);
  }

  @Test
  void withoutTlsPropertiesThePortIsPlain() throws IOException {
    assertThat(NodeProperties.serverTls(read())).isEmpty();
    assertThat(NodeProperties.serverTls(read("tls.ca=ca.pem", "redis.tls=true"))).isEmpty();
  }

  @Test
  void aCaThatNothingIsDoneWithIsRefused() throws IOException {
    Settings settings = read("tls.ca=ca.pem");
    assertThatThrownBy(() -> NodeProperties.serverTls(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file() + ": tls.ca needs tls.certificate and tls.key, or redis.tls=true");
  }

  @Test
  void tlsIsConfiguredByEnvironmentAndFlagToo() throws IOException {
    read("tls.certificate=file.pem", "tls.key=file.key");
    Settings settings =
        Settings.read(
            NodeProperties.names(List.of()),
            List.of(file()),
            Map.of("HYBRID_TLS_CERTIFICATE", "variable.pem", "HYBRID_TLS_KEY", "variable.key"),
            List.of("tls.certificate=flag.pem", "tls.ca=flag-ca.pem"));
    assertThat(NodeProperties.tls(settings).certificate()).contains(Path.of("flag.pem"));
    assertThat(NodeProperties.tls(settings).key()).contains(Path.of("variable.key"));
    assertThat(NodeProperties.tls(settings).ca()).contains(Path.of("flag-ca.pem"));
  }

  @Test
  void aCertificateThatIsNotThereIsNamedWithItsProperty() throws IOException {
    Path absent = directory.resolve("absent.pem");
    Settings settings = read("tls.certificate=" + absent, "tls.key=" + absent);
    assertThatThrownBy(() -> NodeProperties.serverTls(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tls.certificate: no file " + absent);
  }

  @ParameterizedTest
  @CsvSource({
    "sql, sql.url, jdbc:oracle:u/sesame@h, sql.url must start with one of ",
    "mongodb, mongodb.url, http://u:sesame@h, mongodb.url must be of the form mongodb://",
    "mongodb, mongodb.url, mongodb://u:sesame, mongodb.url must be of the form mongodb://",
  })
  void anAddressOfNoDatabaseIsRefusedAndNotPrinted(
      String store, String name, String value, String message) throws IOException {
    Settings settings = read("state.store=" + store, name + "=" + value);
    assertThatThrownBy(() -> StateStores.open(settings, directory))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message)
        .hasMessageNotContaining("sesame");
  }

  @Test
  void stateStoresAreOpenedWithTheirDefaults() throws IOException {
    try (StateStore sql = StateStores.open(read("state.store=sql"), directory);
        StateStore rocksDb = StateStores.open(read("state.store=rocksdb"), directory)) {
      assertThat(sql.describe()).isEqualTo("sql jdbc:h2:mem:veritas");
      assertThat(rocksDb.describe()).isEqualTo("rocksdb " + directory.resolve("state"));
    }
  }
}
