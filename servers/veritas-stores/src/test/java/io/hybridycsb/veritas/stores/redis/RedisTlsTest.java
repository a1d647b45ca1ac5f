package io.hybridycsb.veritas.stores.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tls.testing.TestCertificates;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.stores.StateStores;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** A real Redis, with TLS in front of it that asks for certificates. */
class RedisTlsTest {
  /** More than a record of TLS holds, by far. */
  private static final int LARGE = 1 << 20;

  @TempDir private static Path directory;
  @AutoClose private static RedisProcess redis;
  @AutoClose private static TlsTunnel tunnel;
  private static TestCertificates ca;
  private static TlsFiles node;

  @BeforeAll
  static void startTunnel() throws Exception {
    redis = new RedisProcess(directory);
    ca = new TestCertificates(directory.resolve("ca"));
    node = ca.issue("node");
    tunnel = new TlsTunnel(ca.issue("redis"), redis.port());
  }

  @AfterEach
  void emptyRedis() {
    try (Jedis jedis = redis.client()) {
      jedis.flushAll();
    }
  }

  private static StateStore openByTls() {
    return RedisStateStore.open(
        new RedisOptions(tunnel.address(), 60_000, 60_000, 60_000, 4, ClientTls.of(node), ""));
  }

  private static StateWrite write(String key, byte[] value) {
    return new StateWrite(key.getBytes(UTF_8), value, true);
  }

  @Test
  void manyKeysAndALargeValueAreReadAsTheyWereWritten() {
    List<StateWrite> writes = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      writes.add(write("k" + i, new byte[] {(byte) i}));
    }
    byte[] large = new byte[LARGE];
    new Random(1).nextBytes(large);
    writes.add(write("large", large));
    try (StateStore store = openByTls()) {
      store.apply(new StateBatch(1, writes));
    }

    try (StateStore again = openByTls()) {
      assertThat(again.appliedHeight()).isEqualTo(1);
      List<byte[]> values = again.getAll(writes.stream().map(StateWrite::key).toList());
      for (int i = 0; i < writes.size(); i++) {
        assertThat(values.get(i)).isEqualTo(writes.get(i).value());
      }
    }
  }

  /** Time for a handshake, and little to try again. */
  private static RedisOptions refused(String address, TlsFiles files) {
    return new RedisOptions(address, 30_000, 30_000, 1, 1, ClientTls.of(files), "");
  }

  @Test
  void itIsOpenedByProperties() {
    try (StateStore store = openByTls()) {
      store.apply(new StateBatch(1, List.of(write("a", new byte[] {1}))));
    }
    List<Property<?>> known = new ArrayList<>(StateStores.PROPERTIES);
    List.of("tls.ca", "tls.certificate", "tls.key")
        .forEach(name -> known.add(Property.text(name, "FILE", "", "a file")));
    List<String> given =
        List.of(
            "redis.address=" + tunnel.address(),
            "redis.tls=true",
            "tls.ca=" + node.ca().orElseThrow(),
            "tls.certificate=" + node.certificate().orElseThrow(),
            "tls.key=" + node.key().orElseThrow());
    Settings settings = Settings.read(new SettingNames(known), List.of(), Map.of(), given);
    try (StateStore named = StateStores.open(settings, directory)) {
      assertThat(named.getAll(List.of(new byte[] {'a'}))).containsExactly(new byte[] {1});
    }
  }

  @Test
  void aRedisOfAnotherCaIsNotTalkedTo() throws Exception {
    TlsFiles other = new TestCertificates(directory.resolve("other")).trust();
    assertThatThrownBy(() -> RedisStateStore.open(refused(tunnel.address(), other)))
        .isInstanceOf(StoreException.class)
        .hasMessage(
            "redis %s can't be reached: the other side's certificate is not from the CA that is trusted here, tried for 1 ms"
                .formatted(tunnel.address()));
  }

  @Test
  void aRedisWhoseCertificateIsForAnotherHostIsNotTalkedTo() throws Exception {
    try (TlsTunnel elsewhere = new TlsTunnel(ca.issueForElsewhere("elsewhere"), redis.port())) {
      assertThatThrownBy(() -> RedisStateStore.open(refused(elsewhere.address(), node)))
          .isInstanceOf(StoreException.class)
          .hasMessageContaining("certificate is not good: No subject alternative names");
    }
  }

  @Test
  void aNodeWithoutACertificateIsNotServedWhereOneIsAskedFor() {
    assertThatThrownBy(() -> RedisStateStore.open(refused(tunnel.address(), ca.trust())))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("redis " + tunnel.address() + " can't be reached: ");
  }

  @Test
  void aPlainRedisIsToldFromOneWithTls() {
    RedisOptions options =
        new RedisOptions(redis.address(), 30_000, 500, 1, 1, ClientTls.of(node), "");
    assertThatThrownBy(() -> RedisStateStore.open(options))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("TLS was expected, ");
  }

  @Test
  void tlsOverAUnixSocketIsRefused() {
    assertThatThrownBy(
            () -> new RedisOptions("unix:/tmp/redis", 1, 1, 1, 1, ClientTls.of(ca.trust()), ""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("redis.tls=true is for a redis.address of host:port, not unix:/tmp/redis");
    assertThat(new RedisOptions("unix:/tmp/redis", 1, 1, 1, 1, Optional.empty(), "").tls())
        .isEmpty();
  }
}
