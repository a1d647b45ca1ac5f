package io.hybridycsb.veritas.stores.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.DatabaseStateStoreContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

class RedisStateStoreTest extends DatabaseStateStoreContract {
  @TempDir static Path directory;
  @AutoClose static RedisProcess redis;

  @BeforeAll
  static void startRedis() throws Exception {
    redis = new RedisProcess(directory);
  }

  @AfterEach
  @Override
  protected final void emptyDatabase() {
    try (Jedis jedis = redis.client()) {
      jedis.flushAll();
    }
  }

  @Override
  protected final void setHeight(long height) {
    try (Jedis jedis = redis.client()) {
      jedis.set("veritas:height", String.valueOf(RedisStateStore.HEIGHT_BASE + height));
    }
  }

  private static RedisOptions options(String address) {
    return new RedisOptions(address, 60_000, 60_000, 60_000, 4, Optional.empty(), "");
  }

  @Override
  protected StateStore open() {
    return RedisStateStore.open(options(redis.address()));
  }

  @Test
  void aBatchIsOneRoundTripAndSoIsARead() {
    try (RedisStateStore counted = RedisStateStore.open(options(redis.address()))) {
      counted.apply(new StateBatch(1, List.of(create("a", "1"), create("b", "2"))));
      counted.getAll(List.of(bytes("a")));
      long before = counted.roundTrips();

      counted.apply(new StateBatch(2, List.of(create("c", "1"), create("d", "2"))));
      assertThat(counted.roundTrips() - before).isEqualTo(1);
      counted.getAll(List.of(bytes("a"), bytes("c")));
      assertThat(counted.roundTrips() - before).isEqualTo(2);
    }
  }

  @Test
  void itServesOverAUnixSocketToo() {
    store.apply(new StateBatch(1, List.of(create("a", "1"))));
    try (StateStore overSocket = RedisStateStore.open(options("unix:" + redis.socket()))) {
      assertThat(overSocket.appliedHeight()).isEqualTo(1);
      assertThat(overSocket.getAll(List.of(bytes("a")))).containsExactly(bytes("1"));
    }
  }

  @Test
  void aRedisThatAsksForAPasswordServesThoseWhoKnowIt() {
    try (Jedis jedis = redis.client()) {
      jedis.configSet("requirepass", "sesame");
      try {
        requirePassword();
      } finally {
        jedis.configSet("requirepass", "");
      }
    }
  }

  private static void requirePassword() {
    RedisOptions without = options(redis.address());
    assertThatThrownBy(() -> RedisStateStore.open(without))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("NOAUTH");
    RedisOptions wrong =
        new RedisOptions(redis.address(), 60_000, 60_000, 60_000, 4, Optional.empty(), "wrong");
    assertThatThrownBy(() -> RedisStateStore.open(wrong))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("WRONGPASS");
    RedisOptions right =
        new RedisOptions(redis.address(), 60_000, 60_000, 60_000, 4, Optional.empty(), "sesame");
    try (StateStore store = RedisStateStore.open(right)) {
      store.clear();
      assertThat(store.appliedHeight()).isZero();
    }
  }

  @Test
  void clearingLeavesOtherKeysOfTheDatabaseAlone() {
    try (Jedis jedis = redis.client()) {
      jedis.set("somebody's", "key");
      store.apply(new StateBatch(1, List.of(create("a", "1"))));
      store.clear();
      assertThat(jedis.get("somebody's")).isEqualTo("key");
      assertThat(jedis.keys("*")).containsExactlyInAnyOrder("somebody's", "veritas:height");
    }
  }
}
