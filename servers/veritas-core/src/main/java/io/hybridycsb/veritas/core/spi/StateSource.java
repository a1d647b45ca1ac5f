package io.hybridycsb.veritas.core.spi;

import java.util.function.Consumer;

/** States of the past that a node keeps beside its ledger. */
public interface StateSource {
  /** No state of the past. */
  StateSource NONE =
      new StateSource() {
        @Override
        public long newestHeight(long heightMax) {
          return 0;
        }

        @Override
        public void forEachEntry(long height, Consumer<StateEntry> consumer) {
          throw new IllegalArgumentException("no state of height " + height);
        }
      };

  /** The height of the newest state that is no newer than {@code heightMax}; 0: none. */
  long newestHeight(long heightMax);

  /**
   * Calls {@code consumer} with all entries, by rising key.
   *
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the state is damaged or gone
   */
  void forEachEntry(long height, Consumer<StateEntry> consumer);
}
