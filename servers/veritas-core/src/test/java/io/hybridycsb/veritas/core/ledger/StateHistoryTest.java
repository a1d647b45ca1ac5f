package io.hybridycsb.veritas.core.ledger;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.sim.ModelValue;
import io.hybridycsb.veritas.core.sim.PastStates;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.StateValue;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StateHistoryTest {
  private static final int BLOCKS = 150;
  private static final int KEYS = 12;

  private InMemoryLedgerStore ledgerStore = new InMemoryLedgerStore();
  private InMemoryStateStore stateStore = new InMemoryStateStore();
  private final List<Map<ByteKey, ModelValue>> states = new ArrayList<>(List.of(Map.of()));
  private TestLedger ledger;
  private int blocks;

  private void open(int historyBlocks, int treeVersions) {
    blocks = historyBlocks;
    NodeOptions d = NodeOptions.DEFAULT;
    NodeOptions options =
        new NodeOptions(
            d.blockTransactionsMax(),
            d.blockBytesMax(),
            d.attestIdleMs(),
            d.stateCacheBytes(),
            treeVersions,
            historyBlocks,
            d.admittedMax(),
            d.limits());
    ledger = new TestLedger(ledgerStore, stateStore, StateSource.NONE, options);
  }

  private void reopen(int historyBlocks, int treeVersions) {
    ledgerStore = ledgerStore.reopened();
    stateStore = stateStore.reopened();
    open(historyBlocks, treeVersions);
  }

  private void commit(CheckedTransaction... transactions) {
    ledger.commit(transactions);
    Map<ByteKey, ModelValue> after = new TreeMap<>(states.get(states.size() - 1));
    for (CheckedTransaction each : transactions) {
      each.writes()
          .forEach(
              write ->
                  after.compute(
                      write.key(),
                      (key, before) -> ModelValue.after(before, write, each.timestamp())));
    }
    states.add(after);
  }

  /** Up to three transactions, which may write one key one after another, or none. */
  private void commitAny(Random random) {
    List<CheckedTransaction> block = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      TestTransactions transaction = at(10L * states.size() + i);
      String name = "k" + random.nextInt(KEYS);
      switch (random.nextInt(4)) {
        case 0 -> transaction.delete(name);
        case 1 -> transaction.merge(name, "g", "m" + random.nextInt(100));
        default -> transaction.put(name, "v" + random.nextInt(100));
      }
      block.add(transaction.checked());
    }
    commit(block.toArray(new CheckedTransaction[0]));
  }

  private StateHistory history() {
    return new StateHistory(
        ledger.ledger(), ledger.tree(), ledger.data().store().forReaders(), blocks);
  }

  private long checkAll() {
    return PastStates.check("the node", ledger.data(), blocks, height -> states.get((int) height));
  }

  @ParameterizedTest
  @CsvSource({"1000, 1", "1000, 16", "1000, 1024", "20, 1", "20, 16", "1, 4", "0, 4"})
  void eachKeyIsKnownAsTheModelHasItAfterEachBlockThatIsKept(int historyBlocks, int treeVersions) {
    Random random = new Random(historyBlocks + treeVersions);
    open(historyBlocks, treeVersions);
    for (int block = 1; block <= BLOCKS; block++) {
      commitAny(random);
      if (block % 50 == 0) {
        assertThat(checkAll()).isEqualTo(Math.max(1, block - historyBlocks));
        reopen(historyBlocks, treeVersions);
        assertThat(checkAll()).isEqualTo(Math.max(1, block - historyBlocks));
      }
    }
  }

  @Test
  void historyBeginsWhereItIsTurnedOnAndEndsWhereItIsTurnedOff() {
    Random random = new Random(1);
    open(0, 4);
    for (int i = 0; i < 10; i++) {
      commitAny(random);
    }
    reopen(100, 4);
    assertThat(checkAll()).isEqualTo(10);
    for (int i = 0; i < 20; i++) {
      commitAny(random);
    }
    assertThat(checkAll()).isEqualTo(10);
    reopen(0, 4);
    commitAny(random);
    reopen(100, 4);
    commitAny(random);
    assertThat(checkAll()).isEqualTo(31);
  }

  /** As many as are undone in several rounds. */
  @Test
  void manyChangesAreUndoneToo() {
    open(100, 1);
    int keys = 1_000;
    for (int block = 1; block <= 70; block++) {
      TestTransactions transaction = at(block);
      for (int i = 0; i < keys; i++) {
        transaction.put("k" + i, "v" + block);
      }
      ledger.commit(transaction.checked());
    }
    StateHistory history = history();
    for (long height : new long[] {70, 69, 35, 2, 1}) {
      for (int i = 0; i < keys; i += 99) {
        StateHistory.Past past = history.at(height, key("k" + i).bytes());
        assertThat(StateValue.version(past.value())).isEqualTo(height);
      }
    }
  }

  @Test
  void anEmptyLedgerHasNoPast() {
    open(10, 4);
    assertThat(history().firstHeight()).isEqualTo(1);
    commit(at(1).put("a", "x").checked());
    assertThat(checkAll()).isEqualTo(1);
  }

  @Test
  void aValueThatWasChangedBehindTheNodesBackIsNoPast() {
    open(10, 1);
    commit(at(1).put("a", "x").put("b", "x").checked());
    commit(at(2).put("b", "y").checked());
    byte[] a = key("a").bytes();
    assertThat(StateValue.version(history().at(1, a).value())).isEqualTo(1);
    stateStore.tamper(a, StateValue.put(1, new byte[0]));
    assertThatThrownBy(() -> history().at(1, a))
        .isInstanceOf(StoreException.class)
        .hasMessageEndingWith("what is kept of the past doesn't give the state at height 1");
  }

  @Test
  void whatHasBecomeTooOldMeanwhileFails() {
    open(2, 1);
    for (int height = 1; height <= 5; height++) {
      commit(at(height).put("a", "v" + height).checked());
    }
    assertThat(checkAll()).isEqualTo(3);
    assertThatThrownBy(() -> history().at(2, key("a").bytes())).isInstanceOf(StoreException.class);
  }

  @Test
  void aKeyThatNeverWasIsAbsentAtEachHeight() {
    open(100, 1);
    Random random = new Random(3);
    for (int i = 0; i < 30; i++) {
      commitAny(random);
    }
    StateHistory history = history();
    for (long height : new long[] {30, 1, 17, 18, 5}) {
      StateHistory.Past past = history.at(height, key("nobody").bytes());
      assertThat(past.value()).isNull();
      assertThat(past.tree().version()).isEqualTo(height);
      assertThat(past.tree().valueHashAtPath(Hashes.sha256(key("nobody").bytes()))).isNull();
    }
  }
}
