package io.hybridycsb.veritas.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryStateStoreTest extends StateStoreContract {
  private InMemoryStateStore current;

  @Override
  protected StateStore open() {
    current = current == null ? new InMemoryStateStore() : current.reopened();
    return current;
  }

  @Test
  void aLossIsToldUntilTheStoreIsCleared() {
    store.apply(new StateBatch(1, List.of(create("a", "1"))));
    current.lose();
    assertThatThrownBy(() -> store.getAll(List.of(bytes("a"))))
        .isInstanceOf(StateLostException.class);
    assertThatThrownBy(() -> store.apply(new StateBatch(2, List.of())))
        .isInstanceOf(StateLostException.class);
    store.clear();
    assertThat(store.appliedHeight()).isZero();
  }
}
