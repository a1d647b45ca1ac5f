package io.hybridycsb.veritas.stores;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateStoresTest {
  @TempDir private Path directory;

  private StateStore open(String... given) {
    SettingNames names = new SettingNames(StateStores.PROPERTIES);
    Settings settings = Settings.read(names, List.of(), Map.of(), List.of(given));
    return StateStores.open(settings, directory);
  }

  @Test
  void storesAreOpenedByTheirNames() {
    try (StateStore rocksDb = open("state.store=rocksdb");
        StateStore sql = open("state.store=sql", "sql.url=jdbc:h2:mem:");
        StateStore none = open("state.store=none")) {
      assertThat(rocksDb.describe()).isEqualTo("rocksdb " + directory.resolve("state"));
      assertThat(sql.describe()).isEqualTo("sql jdbc:h2:mem:");
      assertThat(none.describe()).isEqualTo("no database (the node's heap)");
    }
  }

  @Test
  void anUnknownNameIsAnsweredWithTheValidOnes() {
    assertThatThrownBy(() -> open("state.store=postgres"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("unknown state store 'postgres'; valid: redis, mongodb, sql, rocksdb, none");
  }

  @Test
  void anAddressThatIsTakenAwayIsNamed() {
    assertRefused("redis", "redis.address=", "redis.address");
    assertRefused("mongodb", "mongodb.url=", "mongodb.url");
    assertRefused("sql", "sql.url=", "sql.url");
  }

  @Test
  void malformedPropertiesSayWhatWasExpected() {
    assertRefused("redis", "redis.address=nowhere", "host:port");
    assertRefused("redis", "redis.address=localhost:99999", "host:port");
    assertRefused("redis", "redis.retry.ms=soon", "is a whole number from 1 to ");
    assertRefused("redis", "redis.retry.ms=0", "is a whole number from 1 to ");
    assertRefused("redis", "redis.port=1", "redis.io.timeout.ms");
    assertRefused("redis", "redis.tls=yes", "true or false");
    assertRefused("redis", "redis.tls=true", "needs tls.ca");
    assertRefused("sql", "sql.url=jdbc:oracle:x", "jdbc:postgresql:");
    assertRefused("sql", "sql.connections=1", "is a whole number from 2 to ");
    assertRefused("mongodb", "mongodb.url=127.0.0.1:27017", "mongodb://host:port");
    assertRefused("mongodb", "mongodb.database=a.b", "mongodb.database");
  }

  @Test
  void anAbsentRedisIsOneClearLine() {
    assertThatThrownBy(() -> open("redis.address=127.0.0.1:1", "redis.retry.ms=100"))
        .isInstanceOf(StoreException.class)
        .hasMessage("redis 127.0.0.1:1 can't be reached: Connection refused, tried for 100 ms");
  }

  @Test
  void formerNamesAreTaken() {
    assertThatThrownBy(() -> open("redis.address=127.0.0.1:1", "redis.retryMs=100"))
        .isInstanceOf(StoreException.class)
        .hasMessageEndingWith("tried for 100 ms");
  }

  private void assertRefused(String store, String given, String expected) {
    assertThatThrownBy(() -> open("state.store=" + store, given))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }
}
