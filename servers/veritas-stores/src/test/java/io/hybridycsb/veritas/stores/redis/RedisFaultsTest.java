package io.hybridycsb.veritas.stores.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** What the store does while its Redis breaks, dies, forgets or stops. */
class RedisFaultsTest {
  private static final byte[] KEY = "k".getBytes(UTF_8);
  private static final int PATIENCE_SECONDS = 60;

  @TempDir private Path directory;
  private RedisProcess redis;
  private StateStore store;

  @BeforeEach
  void start() throws Exception {
    redis = new RedisProcess(directory);
    store = RedisStateStore.open(patient());
    store.apply(batch(1, "one"));
  }

  @AfterEach
  void stop() throws Exception {
    store.close();
    redis.close();
  }

  @Test
  void callsGoOnOverNewConnectionsWhenTheirsAreBroken() {
    store.getAll(List.of(KEY));
    breakConnections();
    assertValue("one");
    breakConnections();
    store.apply(batch(2, "two"));
    breakConnections();
    store.apply(batch(3, "three"));
    assertValue("three");
    assertThat(store.appliedHeight()).isEqualTo(3);
  }

  @Test
  void aRedisThatComesBackEmptyIsToldToReadersAndWriterUntilItIsRebuilt() throws Exception {
    redis.kill();
    redis.start();
    assertLost(() -> store.getAll(List.of(KEY)));
    assertLost(() -> store.apply(batch(2, "two")));
    assertLost(() -> store.scan(KEY, new byte[] {'z'}, 1));
    assertLost(store::appliedHeight);

    store.clear();
    assertThat(store.appliedHeight()).isZero();
    store.apply(batch(1, "one"));
    store.apply(batch(2, "two"));
    assertValue("two");
  }

  @Test
  void theWriterAloneNoticesARedisThatComesBackEmpty() throws Exception {
    redis.kill();
    redis.start();
    assertLost(() -> store.apply(batch(2, "two")));
    assertOpensEmpty();
  }

  @Test
  void aRedisEmptiedUnderALiveConnectionIsToldToAReader() {
    flush();
    assertLost(() -> store.getAll(List.of(KEY)));
  }

  @Test
  void aRedisEmptiedUnderALiveConnectionIsToldToAScan() {
    flush();
    assertLost(() -> store.scan(KEY, new byte[] {'z'}, 1));
  }

  @Test
  void aBatchAppliedToAnEmptiedRedisIsNeverTakenForTheWholeState() {
    flush();
    assertLost(() -> store.apply(batch(2, "two")));
    store.close();
    assertOpensEmpty();
  }

  @Test
  void aRedisThatComesBackWithAnOldSnapshotIsTold() throws Exception {
    save();
    store.apply(batch(2, "two"));
    redis.kill();
    redis.start();
    assertLost(() -> store.apply(batch(3, "three")));
    assertLost(() -> store.getAll(List.of(KEY)));
  }

  @Test
  void aNodeThatOpensAnOldSnapshotGoesOnFromItsHeight() throws Exception {
    save();
    store.apply(batch(2, "two"));
    redis.kill();
    redis.start();
    store.close();
    store = RedisStateStore.open(patient());
    assertThat(store.appliedHeight()).isEqualTo(1);
    store.apply(batch(2, "two"));
    assertValue("two");
  }

  @Test
  void callsWaitForARedisThatComesBackWithAllItHad() throws Exception {
    save();
    redis.kill();
    CompletableFuture<Void> apply = CompletableFuture.runAsync(() -> store.apply(batch(2, "two")));
    CompletableFuture<Void> read =
        CompletableFuture.runAsync(() -> assertThat(store.getAll(List.of(KEY))).hasSize(1));
    redis.start();
    apply.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    read.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    assertValue("two");
  }

  @Test
  void anAbsentRedisEndsACallAtItsDeadlineInOneClearLine() throws Exception {
    reopenWithShortDeadlines();
    redis.kill();
    assertUnreachable(() -> store.getAll(List.of(KEY)));
    assertUnreachable(() -> store.apply(batch(2, "two")));
    redis.start();
  }

  @Test
  void aRedisThatStandsStillEndsCallsAtTheirDeadlinesAndServesWhenItGoesOn() throws Exception {
    reopenWithShortDeadlines();
    redis.signal("STOP");
    try {
      assertUnreachable(() -> store.getAll(List.of(KEY)));
      assertUnreachable(() -> store.apply(largeBatch(2)));
    } finally {
      redis.signal("CONT");
    }
    // With deadlines this short, one call may find that the server is still catching up.
    await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .ignoreExceptionsInstanceOf(StoreException.class)
        .untilAsserted(() -> store.apply(largeBatch(2)));
    reopen(patient());
    store.apply(batch(3, "three"));
    assertValue("three");
    assertThat(store.appliedHeight()).isEqualTo(3);
  }

  @Test
  void whatAnAbandonedWriterStillHadToSendTakesNoEffect() throws Exception {
    try (RedisLink abandoned = new RedisLink(patient())) {
      abandoned.connect();
      RedisFence.raise(abandoned);
      store.apply(batch(2, "two"));
      abandoned.command("SET".getBytes(UTF_8), 2);
      abandoned.argument("v:k".getBytes(UTF_8));
      abandoned.argument("stale".getBytes(UTF_8));
      assertThatThrownBy(abandoned::reply).isInstanceOf(IOException.class);
      assertValue("two");
    }
  }

  @Test
  void aSecondWriterIsNoticed() {
    try (StateStore second = RedisStateStore.open(patient())) {
      second.apply(batch(7, "seven"));
      assertThatThrownBy(() -> store.apply(batch(2, "two")))
          .isInstanceOf(StoreException.class)
          .isNotInstanceOf(StateLostException.class)
          .hasMessageContaining("something else writes to it");
      assertThat(second.getAll(List.of(KEY))).containsExactly("seven".getBytes(UTF_8));
    }
  }

  @Test
  void aCommandThatRedisRefusesLeavesNoHeightBehind() {
    try (Jedis jedis = redis.client()) {
      jedis.configSet("maxmemory", "1");
      assertThatThrownBy(() -> store.apply(batch(2, "two")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("redis 127.0.0.1:")
          .hasMessageNotContaining("\n");
      jedis.configSet("maxmemory", "0");
    }
    assertThat(store.appliedHeight()).isEqualTo(1);
    store.apply(batch(2, "two"));
    assertValue("two");
  }

  @Test
  void aDamagedIndexIsToldRatherThanWrittenAround() {
    try (Jedis jedis = redis.client()) {
      jedis.set("veritas:index", "no sorted set");
    }
    StateWrite created = new StateWrite(new byte[] {'n'}, KEY, true);
    assertLost(() -> store.apply(new StateBatch(2, List.of(created))));
    store.clear();
    store.apply(new StateBatch(1, List.of(created)));
    assertThat(store.scan(new byte[] {'a'}, new byte[] {'z'}, 10)).hasSize(1);
  }

  /** For what must succeed, however busy the machine. */
  private RedisOptions patient() {
    int patienceMs = (int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS);
    return new RedisOptions(
        redis.address(), patienceMs, patienceMs, patienceMs, 4, Optional.empty());
  }

  private void reopenWithShortDeadlines() {
    RedisOptions impatient = new RedisOptions(redis.address(), 300, 300, 300, 2, Optional.empty());
    await()
        .atMost(PATIENCE_SECONDS, TimeUnit.SECONDS)
        .ignoreExceptionsInstanceOf(StoreException.class)
        .untilAsserted(() -> reopen(impatient));
  }

  private void reopen(RedisOptions options) {
    store.close();
    store = RedisStateStore.open(options);
  }

  private void breakConnections() {
    try (Jedis jedis = redis.client()) {
      jedis.clientKill(new ClientKillParams().type(ClientType.NORMAL));
    }
  }

  private void flush() {
    try (Jedis jedis = redis.client()) {
      jedis.flushAll();
    }
  }

  private void save() {
    try (Jedis jedis = redis.client()) {
      jedis.save();
    }
  }

  private static StateBatch batch(long height, String value) {
    return new StateBatch(height, List.of(new StateWrite(KEY, value.getBytes(UTF_8), height == 1)));
  }

  /** More than the buffers of a connection hold. */
  private static StateBatch largeBatch(long height) {
    List<StateWrite> writes = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      writes.add(new StateWrite(("large" + i).getBytes(UTF_8), new byte[128 * 1024], true));
    }
    writes.add(new StateWrite(KEY, "large".getBytes(UTF_8), false));
    return new StateBatch(height, writes);
  }

  private void assertValue(String expected) {
    assertThat(store.getAll(List.of(KEY))).containsExactly(expected.getBytes(UTF_8));
  }

  private void assertOpensEmpty() {
    try (StateStore opened = RedisStateStore.open(patient())) {
      assertThat(opened.appliedHeight()).isZero();
      assertThat(opened.getAll(List.of(KEY))).containsExactly((byte[]) null);
      assertThat(opened.scan(KEY, new byte[] {'z'}, 1)).isEmpty();
    }
  }

  private static void assertLost(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining("redis 127.0.0.1:");
  }

  private static void assertUnreachable(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StoreException.class)
        .isNotInstanceOf(StateLostException.class)
        .hasMessageContaining("redis 127.0.0.1:")
        .hasMessageContaining("can't be reached")
        .hasMessageNotContaining("\n");
  }
}
