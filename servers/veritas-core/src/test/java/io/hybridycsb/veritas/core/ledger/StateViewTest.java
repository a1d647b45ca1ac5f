package io.hybridycsb.veritas.core.ledger;

import static io.hybridycsb.veritas.core.testing.TestTransactions.fields;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateWrite;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.StateValue;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class StateViewTest {
  private static final int KEYS = 6;

  /** A view over a store, beside a plain map of what the state is. */
  private static final class Run {
    final Random random;
    final InMemoryStateStore store = new InMemoryStateStore();
    final StateView view;
    final Map<ByteKey, byte[]> model = new HashMap<>();
    final List<List<ByteKey>> pins = new ArrayList<>();
    long height;

    Run(long seed, int cacheBytes) {
      random = new Random(seed);
      view = new StateView(store, cacheBytes);
    }

    void pin() {
      List<ByteKey> keys = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        keys.add(key("k" + random.nextInt(KEYS)));
      }
      view.pin(keys);
      pins.add(keys);
    }

    void unpin() {
      if (!pins.isEmpty()) {
        view.unpin(pins.remove(random.nextInt(pins.size())));
      }
    }

    void set() {
      if (!pins.isEmpty()) {
        List<ByteKey> pinned = pins.get(random.nextInt(pins.size()));
        ByteKey key = pinned.get(random.nextInt(pinned.size()));
        byte[] value =
            random.nextInt(3) == 0 ? null : StateValue.put(1 + random.nextInt(9), fields("x"));
        view.set(key, value);
        model.put(key, value);
      }
    }

    void flush() {
      List<StateWrite> writes = view.unwritten();
      Set<ByteKey> written = new HashSet<>();
      for (StateWrite write : writes) {
        assertThat(written.add(new ByteKey(write.key()))).as("one write per key").isTrue();
        boolean absent = store.getAll(List.of(write.key())).get(0) == null;
        assertThat(write.created()).isEqualTo(absent && write.value() != null);
      }
      store.apply(new StateBatch(++height, writes));
      view.written();
      assertThat(view.unwritten()).isEmpty();
      for (int i = 0; i < KEYS; i++) {
        ByteKey key = key("k" + i);
        assertThat(store.getAll(List.of(key.bytes())).get(0)).isEqualTo(model.get(key));
      }
    }

    void check() {
      for (List<ByteKey> pinned : pins) {
        for (ByteKey key : pinned) {
          assertThat(view.value(key)).isEqualTo(model.get(key));
          assertThat(view.version(key)).isEqualTo(StateValue.version(model.get(key)));
        }
      }
    }
  }

  @Property(tries = 300)
  void pinnedKeysHaveTheValuesOfAPlainMapAndTheStoreGetsThem(
      @ForAll long seed, @ForAll @IntRange(max = 1000) int cacheBytes) {
    Run run = new Run(seed, cacheBytes);
    for (int i = 0; i < 120; i++) {
      switch (run.random.nextInt(7)) {
        case 0, 1 -> run.pin();
        case 2, 3 -> run.unpin();
        case 4 -> run.flush();
        default -> run.set();
      }
      run.check();
    }
  }

  @Test
  void aKeyIsLoadedOnceHoweverOftenItIsPinned() {
    InMemoryStateStore store = new InMemoryStateStore();
    StateView view = new StateView(store, 0);
    view.pin(List.of(key("a"), key("a")));
    store.tamper(key("a").bytes(), StateValue.put(3, fields("x")));
    view.pin(List.of(key("a")));
    assertThat(view.version(key("a"))).isZero();
    view.unpin(List.of(key("a"), key("a"), key("a")));
    view.pin(List.of(key("a")));
    assertThat(view.version(key("a"))).isEqualTo(3);
  }

  @Test
  void unpinnedValuesStayCachedUpToTheBoundAndTheOldestGoFirst() {
    InMemoryStateStore store = new InMemoryStateStore();
    StateView view = new StateView(store, 300);
    for (String name : List.of("a", "b", "c")) {
      view.pin(List.of(key(name)));
      view.unpin(List.of(key(name)));
      store.tamper(key(name).bytes(), StateValue.put(3, fields("x")));
    }
    view.pin(List.of(key("a"), key("b"), key("c")));
    assertThat(view.version(key("a"))).as("evicted and loaded again").isEqualTo(3);
    assertThat(view.version(key("b"))).as("cached").isZero();
    assertThat(view.version(key("c"))).as("cached").isZero();
  }

  @Test
  void aKeyThatIsNotPinnedCannotBeRead() {
    StateView view = new StateView(new InMemoryStateStore(), 1000);
    assertThatThrownBy(() -> view.value(key("a")))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("t/a");
  }
}
