package io.hybridycsb.veritas.core.snapshot;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestChain;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class SnapshotPropertiesTest {

  @Property(tries = 60)
  void theRestoredRootIsTheTakenOneWhateverTheBlocksWere(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 12) int blocks) throws Exception {
    Path root = Files.createTempDirectory("snapshot");
    try {
      InMemoryStateStore store = new InMemoryStateStore();
      TestChain chain = new TestChain(new InMemoryLedgerStore(), store);
      for (int i = 1; i <= blocks; i++) {
        chain.block(transaction(i, random).checked(), transaction(i + 5, random).checked());
      }
      SnapshotDirectory taken = new SnapshotDirectory(root.resolve("taken"));
      SnapshotDirectory into = new SnapshotDirectory(root.resolve("restored"));
      SnapshotInfo info = TestSnapshots.take(chain, store, taken);
      InMemoryLedgerStore ledger = new InMemoryLedgerStore();
      TestSnapshots.restore(taken, info, chain.ledger().head().hash(), into, ledger);
      InMemoryStateStore other = new InMemoryStateStore();
      TestChain follower = new TestChain(ledger, other, into);
      assertThat(follower.tree().latest().root()).isEqualTo(chain.tree().latest().root());
      assertThat(TestLedger.content(other)).isEqualTo(TestLedger.content(store));
      assertThat(into.list().get(0).hash()).isEqualTo(info.hash());
    } finally {
      SnapshotDirectory.delete(root);
    }
  }

  private static TestTransactions transaction(long number, Random random) {
    TestTransactions transaction = at(number);
    for (int i = random.nextInt(5); i >= 0; i--) {
      String key = "k" + random.nextInt(8);
      switch (random.nextInt(3)) {
        case 0 -> transaction.put(key, "v".repeat(random.nextInt(200_000)));
        case 1 -> transaction.merge(key, "m" + random.nextInt());
        default -> transaction.delete(key);
      }
    }
    return transaction;
  }
}
