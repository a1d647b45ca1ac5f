package io.hybridycsb.veritas.core.ledger;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.StoreException;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.crypto.Hashes;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LedgerTreeTest {
  private final InMemoryLedgerStore store = new InMemoryLedgerStore();
  private final TestLedger ledger = new TestLedger(store, new InMemoryStateStore());

  @BeforeEach
  void threeBlocks() {
    ledger.commit(at(1).put("a", "x").put("b", "x").checked());
    ledger.commit(at(2).delete("a").checked());
    ledger.commit(at(3).merge("b", "y").put("c", "z").checked());
  }

  @Test
  void theTreeIsThatOfTheLedgersHead() {
    SparseMerkleTree tree = new Ledger(store).openTree(4);
    assertThat(tree.latest().version()).isEqualTo(3);
    assertThat(tree.latest().root()).isEqualTo(ledger.tree().latest().root());
  }

  @Test
  void anEmptyLedgerHasAnEmptyTree() {
    SparseMerkleTree tree = new Ledger(new InMemoryLedgerStore()).openTree(4);
    assertThat(tree.latest().root()).isEqualTo(new byte[32]);
  }

  @Test
  void aLeafThatWasChangedIsFoundAndTheHeightNamed() {
    InMemoryLedgerStore damaged = new InMemoryLedgerStore();
    byte[] changed = Hashes.sha256(key("c").bytes());
    for (long height = 1; height <= 3; height++) {
      List<LedgerBatch.Leaf> leaves =
          height < 3 ? List.of() : List.of(new LedgerBatch.Leaf(changed, new byte[32]));
      damaged.append(
          new LedgerBatch(height, List.of(store.block(height).orElseThrow()), List.of(), leaves));
    }
    assertThatThrownBy(() -> new Ledger(damaged).openTree(4))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("is damaged")
        .hasMessageContaining("height 3");
  }
}
