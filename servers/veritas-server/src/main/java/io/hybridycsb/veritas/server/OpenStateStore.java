package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.stores.redis.RedisOptions;
import io.hybridycsb.veritas.stores.redis.RedisStateStore;

/** Opens the state store that a node's settings name. */
final class OpenStateStore {
  private OpenStateStore() {}

  static StateStore of(NodeSettings settings) {
    return RedisStateStore.open(RedisOptions.at(settings.text("redis.address")));
  }
}
