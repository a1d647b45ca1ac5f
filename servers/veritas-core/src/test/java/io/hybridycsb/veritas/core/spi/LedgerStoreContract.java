package io.hybridycsb.veritas.core.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.LedgerBatch.History;
import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Replaced;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every {@link LedgerStore} keeps to. */
public abstract class LedgerStoreContract extends LedgerRestoreContract {
  private static final int PATIENCE_SECONDS = 120;

  @Test
  void aNewLedgerIsEmpty() {
    assertThat(ledger.height()).isZero();
    assertThat(ledger.block(0)).isEmpty();
    assertThat(ledger.block(1)).isEmpty();
    assertThat(ledger.find(id(1))).isEmpty();
    assertThat(leaves()).isEmpty();
  }

  @Test
  void anAppendedBatchIsFound() {
    ledger.append(
        new LedgerBatch(
            1,
            List.of(bytes("one"), bytes("two")),
            List.of(
                new IndexedTransaction(id(1), new TransactionLocation(1, 0, 0)),
                new IndexedTransaction(id(2), new TransactionLocation(2, 9_999, 7))),
            List.of(new Leaf(path(1), path(101)))));
    ledger.append(new LedgerBatch(3, List.of(bytes("three")), List.of(), List.of()));

    assertThat(ledger.height()).isEqualTo(3);
    assertThat(ledger.block(1)).contains(bytes("one"));
    assertThat(ledger.block(2)).contains(bytes("two"));
    assertThat(ledger.block(3)).contains(bytes("three"));
    assertThat(ledger.block(0)).isEmpty();
    assertThat(ledger.block(4)).isEmpty();
    assertThat(ledger.block(-1)).isEmpty();
    assertThat(ledger.find(id(1))).contains(new TransactionLocation(1, 0, 0));
    assertThat(ledger.find(id(2))).contains(new TransactionLocation(2, 9_999, 7));
    assertThat(ledger.find(id(3))).isEmpty();
    assertThat(leaves()).containsExactly(path(1), path(101));
  }

  @Test
  void theLastTransactionsAreThoseWithTheGreatestIds() throws Exception {
    assertThat(ledger.lastTransactions(3)).isEmpty();
    int height = 0;
    for (long number : new long[] {5, -1, 7, 1, Long.MIN_VALUE, 6}) {
      TransactionLocation place = new TransactionLocation(++height, 0, 1);
      ledger.append(
          new LedgerBatch(
              height,
              List.of(blockOf(height)),
              List.of(new IndexedTransaction(id(number), place)),
              List.of()));
    }
    for (int life = 0; life < 2; life++) {
      assertThat(ledger.lastTransactions(4))
          .containsExactly(id(-1), id(Long.MIN_VALUE), id(7), id(6));
      assertThat(ledger.lastTransactions(10)).hasSize(6).endsWith(id(5), id(1));
      ledger.close();
      ledger = open();
    }
  }

  @Test
  void leavesComeByRisingPathWithTheirLastHash() {
    ledger.append(
        leafBatch(
            1,
            new Leaf(path(0xff), path(1)),
            new Leaf(path(0x80), path(2)),
            new Leaf(path(0x7f), path(3)),
            new Leaf(path(0), path(4))));
    ledger.append(leafBatch(2, new Leaf(path(0x80), path(5)), new Leaf(path(0x7f), null)));
    ledger.append(leafBatch(3, new Leaf(path(0x33), null)));
    assertThat(leaves())
        .containsExactly(path(0), path(4), path(0x80), path(5), path(0xff), path(1));

    ledger.append(leafBatch(4, new Leaf(path(0x7f), path(6))));
    assertThat(leaves()).hasSize(8).contains(path(6));
  }

  @Test
  void aBatchThatLeavesAGapOrOverlapsIsRefusedWhole() {
    ledger.append(leafBatch(1, new Leaf(path(1), path(1))));
    for (long wrong : new long[] {0, 1, 3}) {
      assertThatThrownBy(() -> ledger.append(leafBatch(wrong, new Leaf(path(2), path(2)))))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("block " + wrong);
    }
    assertThat(ledger.height()).isEqualTo(1);
    assertThat(ledger.block(2)).isEmpty();
    assertThat(leaves()).containsExactly(path(1), path(1));
  }

  @Test
  void blocksMayBeEmptyOrLarge() {
    byte[] large = new byte[5_000_000];
    new Random(1).nextBytes(large);
    ledger.append(new LedgerBatch(1, List.of(new byte[0], large), List.of(), List.of()));
    assertThat(ledger.block(1)).contains(new byte[0]);
    assertThat(ledger.block(2)).contains(large);
  }

  @Test
  void whatWasAppendedIsThereAfterReopening() throws Exception {
    for (int height = 1; height <= 300; height++) {
      ledger.append(numbered(height));
    }
    ledger.close();
    ledger = open();
    assertThat(ledger.height()).isEqualTo(300);
    assertHoldsNumbered(ledger, 300);
    ledger.append(numbered(301));
    assertHoldsNumbered(ledger, 301);
  }

  @Test
  void aClosedLedgerSaysSo() {
    ledger.close();
    ledger.close();
    assertThatThrownBy(() -> ledger.block(1)).isInstanceOf(StoreException.class);
    assertThatThrownBy(() -> ledger.append(numbered(1))).isInstanceOf(StoreException.class);
    assertThat(ledger.describe()).isNotBlank();
  }

  @Test
  void whatAReaderKnowsOfIsCompletelyThere() throws Exception {
    int last = 500;
    ExecutorService readers = Executors.newFixedThreadPool(2);
    try {
      List<Future<?>> checks = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        checks.add(
            readers.submit(
                () -> {
                  long height;
                  do {
                    height = ledger.height();
                    if (height > 0) {
                      assertThat(ledger.block(height)).contains(blockOf(height));
                      assertThat(ledger.find(id(height)))
                          .contains(new TransactionLocation(height, 0, 1));
                    }
                  } while (height < last);
                }));
      }
      for (int height = 1; height <= last; height++) {
        ledger.append(numbered(height));
      }
      for (Future<?> check : checks) {
        check.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      readers.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void itHoldsTheLeavesThatASortedMapWouldHold(long seed) {
    Random random = new Random(seed);
    NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
    for (int height = 1; height <= 40; height++) {
      NavigableMap<byte[], Leaf> changed = new TreeMap<>(Arrays::compareUnsigned);
      for (int i = 0; i < 20; i++) {
        byte[] path = path(random.nextInt(256));
        byte[] hash = random.nextInt(3) == 0 ? null : path(random.nextInt(256));
        changed.put(path, new Leaf(path, hash));
      }
      ledger.append(leafBatch(height, changed.values().toArray(new Leaf[0])));
      changed.forEach(
          (path, leaf) -> {
            if (leaf.valueHash() == null) {
              model.remove(path);
            } else {
              model.put(path, leaf.valueHash());
            }
          });
    }
    List<byte[]> expected = new ArrayList<>();
    model.forEach(
        (path, hash) -> {
          expected.add(path);
          expected.add(hash);
        });
    assertThat(leaves()).containsExactlyElementsOf(expected);
  }

  @Test
  void nothingThatWasReplacedIsKeptUnlessItIsToBe() {
    ledger.append(numbered(1));
    assertThat(ledger.replaced().firstBlock()).isGreaterThan(1);
    assertThatThrownBy(() -> ledger.replaced().leaves(1)).isInstanceOf(StoreException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 300})
  void whatTheNewestBlocksHaveReplacedIsKept(int kept) throws Exception {
    for (int height = 1; height <= 9; height++) {
      ledger.append(numbered(height));
    }
    long last = 9;
    for (int batch = 0; batch < 120; batch++) {
      int blocks = 1 + batch % 3;
      ledger.append(replacing(last + 1, blocks, kept));
      last += blocks;
      if (batch % 40 == 0) {
        ledger.close();
        ledger = open();
      }
      assertReplaced(Math.max(10, last - kept + 1), last);
    }
  }

  @Test
  void whatIsKeptEndsWithABlockOfWhichItIsNot() throws Exception {
    ledger.append(replacing(1, 3, 100));
    ledger.append(numbered(4));
    for (int life = 0; life < 2; life++) {
      assertThat(ledger.replaced().firstBlock()).isGreaterThan(4);
      assertThatThrownBy(() -> ledger.replaced().leaves(3)).isInstanceOf(StoreException.class);
      ledger.close();
      ledger = open();
    }
    ledger.append(replacing(5, 2, 100));
    assertReplaced(5, 6);
  }

  @Test
  void moreOrLessCanBeKeptThanBefore() {
    ledger.append(replacing(1, 20, 10));
    ledger.append(replacing(21, 1, 5));
    assertReplaced(17, 21);
    ledger.append(replacing(22, 10, 50));
    assertReplaced(17, 31);
  }

  /** Blocks that replace values which follow from their height and place; some replace none. */
  private static LedgerBatch replacing(long firstHeight, int blocks, int kept) {
    List<byte[]> encoded = new ArrayList<>();
    List<List<Replaced>> replaced = new ArrayList<>();
    for (long height = firstHeight; height < firstHeight + blocks; height++) {
      encoded.add(blockOf(height));
      List<Replaced> ofBlock = new ArrayList<>();
      for (int i = 0; i < height % 4; i++) {
        boolean absent = i == 2;
        Leaf before = new Leaf(numberedPath(i), absent ? null : numberedPath(height + i));
        ofBlock.add(new Replaced(before, absent ? null : bytes("value " + height + " " + i)));
      }
      replaced.add(ofBlock);
    }
    return new LedgerBatch(
        firstHeight, encoded, List.of(), List.of(), List.of(), new History(kept, replaced));
  }

  private void assertReplaced(long first, long last) {
    ReplacedValues replaced = ledger.replaced();
    assertThat(replaced.firstBlock()).isEqualTo(first);
    for (long height = first; height <= last; height++) {
      List<Leaf> leaves = replaced.leaves(height);
      assertThat(leaves).hasSize((int) (height % 4));
      for (int i = 0; i < leaves.size(); i++) {
        assertThat(leaves.get(i).path()).isEqualTo(numberedPath(i));
        if (i == 2) {
          assertThat(leaves.get(i).valueHash()).isNull();
        } else {
          assertThat(leaves.get(i).valueHash()).isEqualTo(numberedPath(height + i));
          assertThat(replaced.value(height, numberedPath(i)))
              .isEqualTo(bytes("value " + height + " " + i));
        }
      }
    }
    for (long height : new long[] {first - 1, last + 1}) {
      assertThatThrownBy(() -> replaced.leaves(height)).isInstanceOf(StoreException.class);
    }
    assertThatThrownBy(() -> replaced.value(last, numberedPath(99)))
        .isInstanceOf(StoreException.class);
  }
}
