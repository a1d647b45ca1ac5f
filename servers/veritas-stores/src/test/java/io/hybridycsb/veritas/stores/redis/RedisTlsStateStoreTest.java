package io.hybridycsb.veritas.stores.redis;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.tls.testing.TestCertificates;
import io.hybridycsb.veritas.core.spi.StateStore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** What holds of a store in a plain Redis holds over TLS, too. */
@Tag("veritas-kafka")
@Tag("campaign")
class RedisTlsStateStoreTest extends RedisStateStoreTest {
  private static TlsFiles node;
  @AutoClose private static TlsTunnel tunnel;

  @BeforeAll
  static void startTunnel() throws Exception {
    TestCertificates ca = new TestCertificates(directory.resolve("ca"));
    node = ca.issue("node");
    tunnel = new TlsTunnel(ca.issue("redis"), redis.port());
  }

  @Override
  protected StateStore open() {
    return RedisStateStore.open(
        new RedisOptions(tunnel.address(), 60_000, 60_000, 60_000, 4, ClientTls.of(node), ""));
  }
}
