package io.hybridycsb.veritas.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.LedgerBatch.History;
import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a {@link LedgerStore} is after a restore, finished or not. */
public abstract class LedgerRestoreContract extends LedgerStoreFixture {
  @Test
  void aRestoredLedgerBeginsAtItsBlockAndHasTheIndexAndLeavesOfThoseBefore() throws Exception {
    byte[] first = IndexRecord.encode(List.of(entry(1, 1, 0), entry(2, 1, 3)));
    byte[] second = IndexRecord.encode(List.of(entry(3, 2, 0)));
    LedgerStore.Restore abandoned = ledger.beginRestore();
    abandoned.index(1, IndexRecord.encode(List.of(entry(9, 1, 0))));
    abandoned.leaf(new byte[32], new byte[32]);
    LedgerStore.Restore restore = ledger.beginRestore();
    restore.index(1, first);
    restore.index(2, second);
    restore.leaf(path(5), path(6));
    assertThat(ledger.height()).isZero();
    assertThat(ledger.firstHeight()).isZero();
    restore.finish(2, bytes("two"));
    for (int life = 0; life < 2; life++) {
      assertThat(ledger.height()).isEqualTo(2);
      assertThat(ledger.firstHeight()).isEqualTo(2);
      assertThat(ledger.block(1)).isEmpty();
      assertThat(ledger.block(2)).contains(bytes("two"));
      assertThat(ledger.find(id(2))).contains(new TransactionLocation(1, 3, 2));
      assertThat(ledger.find(id(9))).isEmpty();
      Map<Long, byte[]> records = new TreeMap<>();
      ledger.forEachIndexRecord(100, records::put);
      assertThat(records).containsOnly(Map.entry(1L, first), Map.entry(2L, second));
      assertThat(leaves()).containsExactly(path(5), path(6));
      assertThatThrownBy(ledger::beginRestore).isInstanceOf(IllegalStateException.class);
      ledger.close();
      ledger = open();
    }
    ledger.append(
        new LedgerBatch(
            3, List.of(bytes("three")), List.of(), List.of(), List.of(first), History.NONE));
    assertThat(ledger.height()).isEqualTo(3);
    assertThat(ledger.firstHeight()).isEqualTo(2);
  }

  /** More than a store keeps in memory. */
  private static final int MANY = 50_000;

  private static LedgerStore.Restore restoreOfMany(LedgerStore ledger) {
    List<IndexedTransaction> entries = new ArrayList<>();
    LedgerStore.Restore restore = ledger.beginRestore();
    for (int i = 0; i < MANY; i++) {
      entries.add(entry(i, 1, i));
      restore.leaf(numberedPath(MANY - i), path(1));
    }
    restore.index(1, IndexRecord.encode(entries));
    return restore;
  }

  @Test
  void theLeavesOfAnUnfinishedRestoreComeByRisingPath() {
    List<byte[]> paths = new ArrayList<>();
    restoreOfMany(ledger).forEachLeaf((path, hash) -> paths.add(path));
    assertThat(paths).hasSize(MANY).isSortedAccordingTo(Arrays::compareUnsigned);
  }

  @ParameterizedTest
  @ValueSource(strings = {"abandoned", "forgotten", "reopened"})
  void nothingIsLeftOfARestoreThatIsNotFinished(String end) throws Exception {
    LedgerStore.Restore restore = restoreOfMany(ledger);
    switch (end) {
      case "abandoned" -> restore.abandon();
      case "reopened" -> {
        ledger.close();
        ledger = open();
      }
      default -> assertThat(ledger.height()).isZero();
    }
    ledger.append(numbered(1));
    assertThat(ledger.find(id(7))).isEmpty();
    assertThat(ledger.lastTransactions(10)).containsExactly(id(1));
    assertHoldsNumbered(ledger, 1);
  }
}
