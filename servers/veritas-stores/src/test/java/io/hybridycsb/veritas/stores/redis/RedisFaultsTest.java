package io.hybridycsb.veritas.stores.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.database.DatabaseFaultsContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/** What the store does while its Redis breaks, dies, forgets or stops. */
class RedisFaultsTest extends DatabaseFaultsContract {
  @TempDir private Path directory;
  private RedisProcess redis;

  @BeforeEach
  void start() throws Exception {
    redis = new RedisProcess(directory);
    openStore();
  }

  @AfterEach
  void stop() throws Exception {
    store.close();
    redis.close();
  }

  /** Its Unix socket, as in local clusters. */
  @Override
  protected String address() {
    return "unix:" + redis.socket();
  }

  final String tcpAddress() {
    return redis.address();
  }

  @Override
  protected StateStore openPatient() {
    return RedisStateStore.open(patient());
  }

  @Override
  protected StateStore openImpatient() {
    return RedisStateStore.open(
        new RedisOptions(address(), 300, 300, 300, 2, Optional.empty(), ""));
  }

  /** It keeps only what it is told to save. */
  @Override
  protected void endDatabase() {
    save();
    redis.kill();
  }

  @Override
  protected void startDatabaseAgain() throws Exception {
    redis.start();
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
    assertLostUntilRebuilt();
  }

  @Test
  void theWriterAloneNoticesARedisThatComesBackEmpty() throws Exception {
    redis.kill();
    redis.start();
    assertLost(() -> store.apply(batch(2, "two")));
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
    store = openPatient();
    assertThat(store.appliedHeight()).isEqualTo(1);
    store.apply(batch(2, "two"));
    assertValue("two");
  }

  @Test
  void aRedisThatStandsStillEndsCallsAtTheirDeadlinesAndServesWhenItGoesOn() throws Exception {
    reopenImpatient();
    redis.signal("STOP");
    try {
      assertUnreachable(() -> store.getAll(List.of(KEY)));
      assertUnreachable(() -> store.apply(largeBatch(2)));
    } finally {
      redis.signal("CONT");
    }
    assertServesAgain(largeBatch(2));
  }

  @Test
  void whatAnAbandonedWriterStillHadToSendTakesNoEffect() throws Exception {
    try (RedisLink abandoned = new RedisLink(patient(), new LongAdder())) {
      abandoned.connect();
      RedisStateStore.dropOtherWriters(abandoned);
      store.apply(batch(2, "two"));
      abandoned.command(Protocol.Command.SET, 2);
      abandoned.argument("v:k".getBytes(UTF_8));
      abandoned.argument("stale".getBytes(UTF_8));
      assertThatThrownBy(abandoned::reply).isInstanceOf(IOException.class);
      assertValue("two");
    }
  }

  @Test
  void aCommandThatRedisRefusesLeavesNoHeightBehind() {
    try (Jedis jedis = redis.client()) {
      jedis.configSet("maxmemory", "1");
      assertThatThrownBy(() -> store.apply(batch(2, "two")))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("redis " + address() + " answers: ")
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
    return new RedisOptions(address(), patienceMs, patienceMs, patienceMs, 4, Optional.empty(), "");
  }

  private void breakConnections() {
    try (Jedis jedis = redis.client()) {
      jedis.clientKill(new ClientKillParams().type(ClientType.NORMAL));
    }
  }

  private void save() {
    try (Jedis jedis = redis.client()) {
      jedis.save();
    }
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

  private void assertOpensEmpty() {
    try (StateStore opened = openPatient()) {
      assertThat(opened.appliedHeight()).isZero();
      assertThat(opened.getAll(List.of(KEY))).containsExactly((byte[]) null);
      assertThat(opened.scan(KEY, new byte[] {'z'}, 1)).isEmpty();
    }
  }
}
