package io.hybridycsb.veritas.stores.none;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateFullException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateStoreContract;
import io.hybridycsb.veritas.core.spi.StateWrite;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoStateStoreTest extends StateStoreContract {
  private static final int ROOM = 10_000;

  @Override
  protected StateStore open() {
    return NoStateStore.onHeap();
  }

  @Override
  protected boolean outlivesItsProcess() {
    return false;
  }

  @Test
  void whatHasNoRoomIsRefusedWithWhatToDo() {
    try (StateStore small = new NoStateStore(ROOM)) {
      assertThatThrownBy(() -> small.apply(batch(1, new byte[ROOM])))
          .isInstanceOf(StateFullException.class)
          .hasMessage(
              "state.store=none holds at most 10000 bytes, half of the node's heap: give the node"
                  + " more (-Xmx), or a database (state.store)");
      assertThat(small.appliedHeight()).isZero();
    }
  }

  @Test
  void whatWasReplacedDeletedOrClearedTakesNoRoom() {
    byte[] half = new byte[ROOM / 2];
    try (StateStore small = new NoStateStore(ROOM)) {
      for (int height = 1; height < 10; height++) {
        small.apply(batch(height, half));
      }
      small.apply(new StateBatch(10, List.of(delete("a"))));
      small.apply(new StateBatch(11, List.of(new StateWrite(bytes("b"), half, true))));
      small.clear();
      small.apply(batch(1, half));
      assertThat(small.getAll(List.of(bytes("a")))).containsExactly(half);
    }
  }

  private static StateBatch batch(long height, byte[] value) {
    return new StateBatch(height, List.of(new StateWrite(bytes("a"), value, height == 1)));
  }
}
