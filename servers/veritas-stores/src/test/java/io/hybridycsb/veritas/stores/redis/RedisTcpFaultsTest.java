package io.hybridycsb.veritas.stores.redis;

import org.junit.jupiter.api.Tag;

/** What holds of a Redis that is reached by its Unix socket holds of one that is reached by TCP. */
@Tag("veritas-kafka")
@Tag("campaign")
class RedisTcpFaultsTest extends RedisFaultsTest {
  @Override
  protected String address() {
    return tcpAddress();
  }
}
