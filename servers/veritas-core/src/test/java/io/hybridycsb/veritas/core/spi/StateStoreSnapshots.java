package io.hybridycsb.veritas.core.spi;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.snapshot.SnapshotDirectory;
import io.hybridycsb.veritas.core.snapshot.SnapshotInfo;
import io.hybridycsb.veritas.core.snapshot.TestSnapshots;
import io.hybridycsb.veritas.core.testing.TestChain;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every {@link StateStore} does for snapshots. */
public abstract class StateStoreSnapshots {
  /** More than two pages of a snapshot's reading. */
  private static final int KEYS = 1_200;

  /** The store under test, opened for each test. */
  protected StateStore store;

  @TempDir private Path snapshotRoot;

  private int numbers;

  private TestTransactions next() {
    return at(++numbers);
  }

  /** A block that inserts, updates and deletes. */
  private void change(TestChain chain, Random random) {
    chain.block(
        next().put(anyKey(random), "new" + numbers).checked(),
        next().delete(anyKey(random)).checked(),
        next().merge(anyKey(random), "merged" + numbers).checked());
  }

  private static String anyKey(Random random) {
    return "key" + random.nextInt(KEYS + KEYS / 4);
  }

  private TestChain filled() {
    TestChain chain = new TestChain(new InMemoryLedgerStore(), store);
    TestTransactions all = next();
    for (int i = 0; i < KEYS; i++) {
      all.put("key" + i, "value" + i);
    }
    chain.block(all.checked());
    return chain;
  }

  /** Lets the chain go on before and after each page that is read. */
  private StateReader whileItChanges(TestChain chain, Random random) {
    return new StateReader() {
      @Override
      public List<byte[]> getAll(List<byte[]> keys) {
        return store.getAll(keys);
      }

      @Override
      public List<StateEntry> scan(byte[] from, byte[] to, int limit) {
        change(chain, random);
        List<StateEntry> page = store.scan(from, to, limit);
        change(chain, random);
        return page;
      }
    };
  }

  @Test
  void aSnapshotThatIsTakenWhileTheStateChangesHasTheStateOfItsBeginning() throws Exception {
    TestChain chain = filled();
    Random random = new Random(1);
    change(chain, random);
    Map<String, String> expected = TestLedger.content(store);
    byte[] hash = chain.ledger().head().hash();
    SnapshotDirectory taken = new SnapshotDirectory(snapshotRoot.resolve("taken"));
    SnapshotInfo info = TestSnapshots.take(chain, whileItChanges(chain, random), taken);
    assertThat(TestLedger.content(store)).isNotEqualTo(expected);

    SnapshotDirectory restored = new SnapshotDirectory(snapshotRoot.resolve("restored"));
    InMemoryLedgerStore ledger = new InMemoryLedgerStore();
    TestSnapshots.restore(taken, info, hash, restored, ledger);
    InMemoryStateStore other = new InMemoryStateStore();
    TestChain follower = new TestChain(ledger, other, restored);
    assertThat(TestLedger.content(other)).isEqualTo(expected);
    assertThat(follower.ledger().head().hash()).isEqualTo(hash);
  }

  @Test
  void aStoreWithOtherContentIsFilledFromASnapshot() throws Exception {
    TestChain chain = filled();
    Map<String, String> expected = TestLedger.content(store);
    SnapshotDirectory taken = new SnapshotDirectory(snapshotRoot.resolve("taken"));
    SnapshotInfo info = TestSnapshots.take(chain, store, taken);
    SnapshotDirectory restored = new SnapshotDirectory(snapshotRoot.resolve("restored"));
    InMemoryLedgerStore ledger = new InMemoryLedgerStore();
    TestSnapshots.restore(taken, info, chain.ledger().head().hash(), restored, ledger);
    change(chain, new Random(2));
    assertThat(TestLedger.content(store)).isNotEqualTo(expected);

    new TestChain(ledger, store, restored);
    assertThat(TestLedger.content(store)).isEqualTo(expected);
    assertThat(store.appliedHeight()).isEqualTo(info.height());
  }
}
