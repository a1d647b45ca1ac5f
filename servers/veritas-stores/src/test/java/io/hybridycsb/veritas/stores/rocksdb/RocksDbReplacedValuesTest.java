package io.hybridycsb.veritas.stores.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerBatch.History;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Replaced;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksDbReplacedValuesTest {
  private static final int VALUE_BYTES = 1 << 20;

  /** Four buffers that wait to be merged into a file, the log, and one file that has begun. */
  private static final long REMAINS_BYTES_MAX = 256L << 20;

  private static final byte[] INCOMPRESSIBLE = new byte[VALUE_BYTES];

  @TempDir private Path directory;

  @BeforeAll
  static void fill() {
    new Random(1).nextBytes(INCOMPRESSIBLE);
  }

  private LedgerStore open() {
    return RocksDbLedgerStore.open(directory, Durability.PROCESS);
  }

  private static LedgerBatch block(long height, int kept, int valueBytes) {
    byte[] value = Arrays.copyOf(INCOMPRESSIBLE, valueBytes);
    byte[] path = ByteBuffer.allocate(32).putLong(height).array();
    List<Replaced> replaced = List.of(new Replaced(new Leaf(path, path), value));
    return new LedgerBatch(
        height,
        List.of(new byte[1]),
        List.of(),
        List.of(),
        List.of(),
        new History(kept, kept == 0 ? List.of() : List.of(replaced)));
  }

  private long bytesOnDisk() {
    try (Stream<Path> files = Files.list(directory)) {
      return files.mapToLong(file -> file.toFile().length()).sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theDiskHoldsWhatIsKeptAndABoundedRest() {
    try (LedgerStore ledger = open()) {
      for (int height = 1; height <= 600; height++) {
        ledger.append(block(height, 10, VALUE_BYTES));
      }
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> bytesOnDisk() < 10L * VALUE_BYTES + REMAINS_BYTES_MAX);
    }
  }

  @Test
  void keepingNothingAnyLongerRemovesWhatWasKept() {
    try (LedgerStore ledger = open()) {
      for (int height = 1; height <= 100; height++) {
        ledger.append(block(height, 1_000, VALUE_BYTES));
      }
      ledger.append(block(101, 0, 0));
    }
    // Opening gives up the log, which has the newest values.
    open().close();
    assertThat(bytesOnDisk()).isLessThan(VALUE_BYTES);
  }

  @Test
  void whatCantBeReadIsBegunAnew() throws IOException {
    try (LedgerStore ledger = open()) {
      for (int height = 1; height <= 50; height++) {
        ledger.append(block(height, 1_000, VALUE_BYTES));
      }
    }
    // Opening writes the buffers into files.
    open().close();
    try (Stream<Path> files = Files.list(directory)) {
      for (Path file : files.filter(each -> each.toString().endsWith(".sst")).toList()) {
        damage(file);
      }
    }
    try (LedgerStore ledger = open()) {
      assertThat(ledger.height()).isEqualTo(50);
      assertThat(ledger.replaced().firstBlock()).isGreaterThan(50);
      ledger.append(block(51, 1_000, 10));
      assertThat(ledger.replaced().firstBlock()).isEqualTo(51);
      assertThat(ledger.replaced().leaves(51)).hasSize(1);
    }
  }

  /** Damages all of the values, and nothing in files that have none. */
  private static void damage(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    if (bytes.length < VALUE_BYTES) {
      return;
    }
    for (int i = 100; i < bytes.length - VALUE_BYTES / 2; i += 1_000) {
      bytes[i] ^= 1;
    }
    Files.write(file, bytes);
  }
}
