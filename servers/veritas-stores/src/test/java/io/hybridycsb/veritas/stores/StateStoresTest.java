package io.hybridycsb.veritas.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateStoresTest {
  @Test
  void storesAreOpenedByTheirNames(@TempDir Path directory) {
    try (StateStore rocksDb =
            StateStores.open("rocksdb", Map.of("data.dir", directory.toString()));
        StateStore sql = StateStores.open("sql", Map.of("sql.url", "jdbc:h2:mem:", "node", "1"))) {
      assertThat(rocksDb.describe()).isEqualTo("rocksdb " + directory.resolve("state"));
      assertThat(sql.describe()).isEqualTo("sql jdbc:h2:mem:");
    }
  }

  @Test
  void anUnknownNameIsAnsweredWithTheValidOnes() {
    assertThatThrownBy(() -> StateStores.open("postgres", Map.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown state store 'postgres'; valid: redis, mongodb, sql, rocksdb");
  }

  @Test
  void aMissingPropertyIsNamed() {
    for (Map.Entry<String, String> needed :
        Map.of(
                "redis",
                "redis.address",
                "mongodb",
                "mongodb.url",
                "sql",
                "sql.url",
                "rocksdb",
                "data.dir")
            .entrySet()) {
      assertThatThrownBy(() -> StateStores.open(needed.getKey(), Map.of()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining(needed.getValue());
    }
  }

  @Test
  void malformedPropertiesSayWhatWasExpected() {
    assertRefused("redis", Map.of("redis.address", "nowhere"), "host:port");
    assertRefused("redis", Map.of("redis.address", "localhost:99999"), "host:port");
    assertRefused(
        "redis", Map.of("redis.address", "localhost:1", "redis.retryMs", "soon"), "a number");
    assertRefused("redis", Map.of("redis.address", "localhost:1", "redis.retryMs", "0"), "above 0");
    assertRefused(
        "redis",
        Map.of("redis.address", "localhost:1", "redis.port", "1"),
        "redis.readConnections");
    assertRefused(
        "redis", Map.of("redis.address", "localhost:1", "redis.tls", "yes"), "true or false");
    assertRefused(
        "redis", Map.of("redis.address", "localhost:1", "redis.tls", "true"), "needs tls.ca");
    assertRefused("sql", Map.of("sql.url", "jdbc:oracle:x"), "jdbc:postgresql:");
    assertRefused("mongodb", Map.of("mongodb.url", "127.0.0.1:27017"), "mongodb://host:port");
    assertRefused(
        "mongodb",
        Map.of("mongodb.url", "mongodb://127.0.0.1:1", "mongodb.database", "a.b"),
        "mongodb.database");
  }

  @Test
  void anAbsentRedisIsOneClearLine() {
    Map<String, String> properties = Map.of("redis.address", "127.0.0.1:1", "redis.retryMs", "100");
    assertThatThrownBy(() -> StateStores.open("redis", properties))
        .isInstanceOf(StoreException.class)
        .hasMessage("redis 127.0.0.1:1 can't be reached: Connection refused, tried for 100 ms");
  }

  private static void assertRefused(String store, Map<String, String> properties, String expected) {
    assertThatThrownBy(() -> StateStores.open(store, properties))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }
}
