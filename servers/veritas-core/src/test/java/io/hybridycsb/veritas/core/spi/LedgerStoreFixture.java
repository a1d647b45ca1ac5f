package io.hybridycsb.veritas.core.spi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A ledger store that is open during each test, and blocks to append to it. */
public abstract class LedgerStoreFixture {
  /** The ledger under test, opened for each test. */
  protected LedgerStore ledger;

  /** Opens the ledger of this test; the first time in a test it must be empty. */
  protected abstract LedgerStore open() throws Exception;

  @BeforeEach
  final void openLedger() throws Exception {
    ledger = open();
  }

  @AfterEach
  final void closeLedger() {
    ledger.close();
  }

  static LedgerBatch.IndexedTransaction entry(int id, long height, int index) {
    return new LedgerBatch.IndexedTransaction(id(id), new TransactionLocation(height, index, 2));
  }

  /** A batch of one block with one transaction and one leaf that all follow from the height. */
  protected static LedgerBatch numbered(long height) {
    return new LedgerBatch(
        height,
        List.of(blockOf(height)),
        List.of(new IndexedTransaction(id(height), new TransactionLocation(height, 0, 1))),
        List.of(new Leaf(numberedPath(height), numberedPath(height + 1))));
  }

  /** Checks that a ledger holds the {@linkplain #numbered numbered} batches up to a height. */
  protected static void assertHoldsNumbered(LedgerStore ledger, long last) {
    assertThat(ledger.height()).isEqualTo(last);
    for (long height = 1; height <= last; height++) {
      assertThat(ledger.block(height)).contains(blockOf(height));
      assertThat(ledger.find(id(height))).contains(new TransactionLocation(height, 0, 1));
    }
    List<Long> paths = new ArrayList<>();
    ledger.forEachLeaf(
        (path, hash) -> {
          long height = ByteBuffer.wrap(path).getLong();
          assertThat(path).isEqualTo(numberedPath(height));
          assertThat(hash).isEqualTo(numberedPath(height + 1));
          paths.add(height);
        });
    assertThat(paths).hasSize((int) last).isSorted();
  }

  static byte[] blockOf(long height) {
    return bytes("block " + height);
  }

  static byte[] numberedPath(long number) {
    return ByteBuffer.allocate(32).putLong(number).array();
  }

  static LedgerBatch leafBatch(long height, Leaf... leaves) {
    return new LedgerBatch(height, List.of(blockOf(height)), List.of(), List.of(leaves));
  }

  List<byte[]> leaves() {
    List<byte[]> all = new ArrayList<>();
    ledger.forEachLeaf(
        (path, hash) -> {
          all.add(path);
          all.add(hash);
        });
    return all;
  }

  static byte[] id(long number) {
    return ByteBuffer.allocate(16).putLong(8, number).array();
  }

  /** 32 bytes of which the first is given. */
  static byte[] path(int first) {
    byte[] path = new byte[32];
    path[0] = (byte) first;
    return path;
  }

  static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
