package io.hybridycsb.veritas.stores.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.spi.StateStoreContract;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a state store keeps to on every database that somebody else can empty. */
public abstract class DatabaseStateStoreContract extends StateStoreContract {

  /** A call of a node that goes on. */
  enum Call {
    READ(store -> store.getAll(List.of(bytes("a")))),
    SCAN(store -> store.scan(bytes("a"), bytes("z"), 10)),
    HEIGHT(StateStore::appliedHeight),
    WRITE(store -> store.apply(new StateBatch(6, List.of(create("b", "1")))));

    private final Consumer<StateStore> call;

    Call(Consumer<StateStore> call) {
      this.call = call;
    }
  }

  /** Removes values and height, without the store. */
  protected abstract void emptyDatabase() throws Exception;

  /** Changes the height alone, without the store. */
  protected abstract void setHeight(long height) throws Exception;

  @ParameterizedTest
  @EnumSource
  void anEmptiedDatabaseIsToldToWhoeverCallsFirstAndThenToAllUntilItIsRebuilt(Call first)
      throws Exception {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    emptyDatabase();
    assertLost(first);
    for (Call call : Call.values()) {
      assertLost(call);
    }
    assertIsRebuilt();
  }

  @ParameterizedTest
  @EnumSource
  void aDatabaseWithAnOlderStateIsToldToWhoeverCallsFirst(Call first) throws Exception {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    setHeight(4);
    assertLost(first);
  }

  @Test
  void aBatchAppliedToAnEmptiedDatabaseIsNeverTakenForTheWholeState() throws Exception {
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    emptyDatabase();
    assertLost(Call.WRITE);
    store.close();
    store = open();
    assertThat(store.appliedHeight()).isZero();
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly((byte[]) null);
    assertThat(store.scan(bytes("a"), bytes("z"), 10)).isEmpty();
  }

  @Test
  void aSecondWriterIsNoticed() throws Exception {
    try (StateStore second = open()) {
      second.apply(new StateBatch(7, List.of(create("a", "7"))));
      assertThatThrownBy(() -> store.apply(new StateBatch(2, List.of(create("a", "2")))))
          .isInstanceOf(StoreException.class)
          .isNotInstanceOf(StateLostException.class)
          .hasMessageContaining("something else writes to it");
      assertThat(second.getAll(List.of(bytes("a")))).containsExactly(bytes("7"));
    }
  }

  @Test
  void aWriterThatComesLateWithAnOlderBatchBringsNoDeletedRecordBack() throws Exception {
    StateBatch first = new StateBatch(1, List.of(create("a", "1"), create("b", "1")));
    try (StateStore late = open()) {
      store.apply(first);
      store.apply(new StateBatch(2, List.of(delete("a"), update("b", "2"))));
      assertThatThrownBy(() -> late.apply(first)).isInstanceOf(StoreException.class);
      assertThat(store.getAll(List.of(bytes("a"), bytes("b")))).containsExactly(null, bytes("2"));
      assertThat(store.scan(bytes("a"), bytes("z"), 10)).hasSize(1);
      assertThat(store.appliedHeight()).isEqualTo(2);
    }
  }

  private void assertLost(Call call) {
    assertLost(() -> call.call.accept(store));
  }

  /** Fails unless the call says that the state of height 5 is lost. */
  protected final void assertLost(ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOf(StateLostException.class)
        .hasMessageContaining(store.describe())
        .hasMessageEndingWith(" height 5");
  }

  /** Clears the store and applies a batch. */
  protected final void assertIsRebuilt() {
    store.clear();
    assertThat(store.appliedHeight()).isZero();
    store.apply(new StateBatch(5, List.of(create("a", "1"))));
    assertThat(store.getAll(List.of(bytes("a")))).containsExactly(bytes("1"));
  }
}
