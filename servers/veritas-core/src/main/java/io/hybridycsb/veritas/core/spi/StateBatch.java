package io.hybridycsb.veritas.core.spi;

import java.util.List;

/**
 * What one or more consecutive ledger blocks change in the state.
 *
 * @param height the height of the last of these blocks
 * @param writes at most one per key
 */
public record StateBatch(long height, List<StateWrite> writes) {
  /**
   * @throws IllegalArgumentException if it comes after a greater height
   */
  public void requireNotBefore(long applied) {
    if (height < applied) {
      throw new IllegalArgumentException(
          "batch of height " + height + " comes after height " + applied);
    }
  }
}
