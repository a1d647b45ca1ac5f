package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.stores.StateStores;

/** Opens the state store that a node's settings name. */
final class OpenStateStore {
  private OpenStateStore() {}

  /**
   * @throws IllegalArgumentException if the store's name or one of its properties is wrong
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the database can't be reached
   */
  static StateStore of(NodeSettings settings) {
    return StateStores.open(settings.text("state.store"), settings.given());
  }
}
