package io.hybridycsb.veritas.core.state;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateEntry;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StateRecoveryTest {
  /** More than one batch of a recovery has. */
  private static final int BLOCKS = 150;

  private final InMemoryLedgerStore ledgerStore = new InMemoryLedgerStore();
  private final InMemoryStateStore reference = new InMemoryStateStore();
  private final List<Map<String, String>> contents = new ArrayList<>();

  @BeforeEach
  void aLedgerOfPutsMergesDeletesAndAborts() {
    TestLedger ledger = new TestLedger(ledgerStore, reference);
    Random random = new Random(7);
    contents.add(TestLedger.content(reference));
    for (int height = 1; height <= BLOCKS; height++) {
      TestTransactions first = random(random, 2L * height);
      TestTransactions second = random(random, 2L * height + 1);
      Outcome fate = random.nextInt(4) == 0 ? Outcome.VETOED : Outcome.COMMITTED;
      ledger.add(
          List.of(first.checked(), second.checked()), new Outcome[] {Outcome.COMMITTED, fate});
      contents.add(TestLedger.content(reference));
    }
  }

  private static TestTransactions random(Random random, long timestamp) {
    String key = "k" + random.nextInt(5);
    return switch (random.nextInt(4)) {
      case 0 -> at(timestamp).put(key, "p" + timestamp);
      case 1 -> at(timestamp).delete(key);
      default -> at(timestamp).merge(key, "m" + timestamp);
    };
  }

  private Ledger prefix(long height) {
    InMemoryLedgerStore prefix = new InMemoryLedgerStore();
    TestLedger.copyBlocks(ledgerStore, prefix, height);
    return new Ledger(prefix);
  }

  private static void recover(Ledger ledger, StateStore store) {
    StateRecovery.run(ledger, store, StateSource.NONE);
  }

  private void expectRecovered(InMemoryStateStore store, int height) {
    assertThat(store.appliedHeight()).isEqualTo(height);
    assertThat(TestLedger.content(store)).isEqualTo(contents.get(height));
  }

  @Test
  void aStoreIsBroughtUpFromAnyHeight() {
    for (int height = 0; height <= BLOCKS; height += 7) {
      InMemoryStateStore store = new InMemoryStateStore();
      recover(prefix(height), store);
      expectRecovered(store, height);
      recover(new Ledger(ledgerStore), store);
      expectRecovered(store, BLOCKS);
    }
  }

  @Test
  void noBatchOfARecoveryHasMuchMoreThanEightMebibytesHoweverLongTheBlocksAre() {
    InMemoryLedgerStore longBlocks = new InMemoryLedgerStore();
    InMemoryStateStore expected = new InMemoryStateStore();
    TestLedger ledger = new TestLedger(longBlocks, expected);
    String megabyte = "x".repeat((1 << 20) - 100);
    for (int i = 1; i <= 40; i++) {
      ledger.commit(at(i).put("k" + i, megabyte).checked());
    }
    List<Long> batches = new ArrayList<>();
    InMemoryStateStore store =
        new InMemoryStateStore() {
          @Override
          public void apply(StateBatch batch) {
            batches.add(batch.writes().stream().mapToLong(write -> write.value().length).sum());
            super.apply(batch);
          }
        };
    recover(new Ledger(longBlocks), store);
    assertThat(store.appliedHeight()).isEqualTo(40);
    assertThat(TestLedger.content(store)).isEqualTo(TestLedger.content(expected));
    assertThat(batches).hasSize(5).allMatch(bytes -> bytes < 10 << 20);
  }

  @Test
  void aStoreAheadOfTheLedgerIsMadeAgain() {
    recover(prefix(100), reference);
    expectRecovered(reference, 100);
    recover(prefix(0), reference);
    expectRecovered(reference, 0);
  }

  @Test
  void aStoreThatLostItsDataIsMadeAgain() {
    reference.lose();
    recover(new Ledger(ledgerStore), reference);
    expectRecovered(reference, BLOCKS);
  }

  @Test
  void aStoreThatHoldsRemainsButNoHeightIsEmptiedFirst() {
    InMemoryStateStore store = new InMemoryStateStore();
    store.tamper(TestTransactions.key("foreign").bytes(), new byte[8]);
    recover(new Ledger(ledgerStore), store);
    expectRecovered(store, BLOCKS);
  }

  /** The process died while a batch was written: some of its values are there, the height isn't. */
  @Test
  void partOfABatchDoesNoHarm() {
    for (int height = 0; height < BLOCKS; height += 11) {
      InMemoryStateStore store = new InMemoryStateStore();
      recover(prefix(height), store);
      for (StateEntry later :
          reference.scan(new byte[0], new byte[] {(byte) 0xff}, 1 + height % 3)) {
        store.tamper(later.key(), later.value());
      }
      recover(new Ledger(ledgerStore), store);
      expectRecovered(store, BLOCKS);
    }
  }
}
