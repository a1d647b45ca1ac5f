package io.hybridycsb.veritas.stores.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.LedgerStoreContract;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class RocksDbLedgerStoreTest extends LedgerStoreContract {
  @TempDir private Path directory;

  @Override
  protected LedgerStore open() {
    return open(Durability.PROCESS);
  }

  private LedgerStore open(Durability durability) {
    return RocksDbLedgerStore.open(directory.resolve("ledger"), durability);
  }

  @ParameterizedTest
  @EnumSource(Durability.class)
  void everyAcknowledgedAppendSurvivesSigkill(Durability durability) throws Exception {
    ledger.close();
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                AppendingProcess.class.getName(),
                directory.resolve("ledger").toString(),
                durability.name())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    long acknowledged = 0;
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(writer.getInputStream(), UTF_8))) {
      while (acknowledged < 500) {
        acknowledged = Long.parseLong(lines.readLine());
      }
      assertThatThrownBy(this::open)
          .isInstanceOf(StoreException.class)
          .hasMessage("rocksdb " + directory.resolve("ledger") + " is in use by another process");
      // Through its handle, since Process.destroyForcibly closes the pipe that is still read.
      writer.toHandle().destroyForcibly();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        // The last line may have been cut off by the death of its writer.
        if (!line.isEmpty()) {
          acknowledged = Math.max(acknowledged, Long.parseLong(line));
        }
      }
    } finally {
      writer.destroyForcibly();
      assertThat(writer.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    ledger = open();
    assertThat(ledger.height()).isGreaterThanOrEqualTo(acknowledged);
    assertHoldsNumbered(ledger, ledger.height());
    ledger.append(numbered(ledger.height() + 1));
  }

  /** Appends numbered batches for ever and prints each height once it is appended. */
  static final class AppendingProcess {
    private AppendingProcess() {}

    public static void main(String[] args) {
      LedgerStore ledger = RocksDbLedgerStore.open(Path.of(args[0]), Durability.valueOf(args[1]));
      for (long height = ledger.height() + 1; ; height++) {
        ledger.append(numbered(height));
        System.out.println(height);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {".log", ".sst"})
  void oneChangedByteInAFileIsAnErrorOrIsSeenInWhatIsRead(String suffix) throws Exception {
    for (int height = 1; height <= 400; height++) {
      ledger.append(withLargeBlock(height));
    }
    ledger.close();
    if (suffix.equals(".sst")) {
      // Opening moves the log's contents into tables.
      open().close();
    }
    Path file = largestFile(suffix);
    byte[] intact = Files.readAllBytes(file);
    Random random = new Random(42);
    for (int i = 0; i < 20; i++) {
      byte[] damaged = intact.clone();
      damaged[random.nextInt(damaged.length)] ^= 0x20;
      Path copy = directory.resolve("copy" + i);
      copyLedger(copy);
      Files.write(copy.resolve(file.getFileName()), damaged);
      assertThat(differs(copy)).as("byte change %d in a copy of %s", i, file).isTrue();
    }
  }

  private static LedgerBatch withLargeBlock(long height) {
    byte[] block = new byte[10_000];
    new Random(height).nextBytes(block);
    LedgerBatch numbered = numbered(height);
    return new LedgerBatch(height, List.of(block), numbered.transactions(), numbered.leaves());
  }

  private static boolean differs(Path damaged) {
    try (LedgerStore store = RocksDbLedgerStore.open(damaged, Durability.PROCESS)) {
      if (store.height() != 400) {
        return true;
      }
      for (int height = 1; height <= 400; height++) {
        LedgerBatch expected = withLargeBlock(height);
        if (!Arrays.equals(store.block(height).orElseThrow(), expected.blocks().get(0))
            || store.find(expected.transactions().get(0).id()).isEmpty()) {
          return true;
        }
      }
      int[] leaves = new int[1];
      store.forEachLeaf((path, hash) -> leaves[0]++);
      return leaves[0] != 400;
    } catch (StoreException e) {
      assertThat(e).hasMessageContaining(damaged.toString());
      return true;
    }
  }

  private Path largestFile(String suffix) throws IOException {
    try (Stream<Path> files = Files.list(directory.resolve("ledger"))) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .max((a, b) -> Long.compare(a.toFile().length(), b.toFile().length()))
          .orElseThrow();
    }
  }

  private void copyLedger(Path target) throws IOException {
    Files.createDirectory(target);
    try (Stream<Path> files = Files.list(directory.resolve("ledger"))) {
      for (Path file : files.toList()) {
        Files.copy(file, target.resolve(file.getFileName()));
      }
    }
  }

  @Test
  void aSecondOpeningIsRefusedInOneClearLine() {
    assertThatThrownBy(this::open)
        .isInstanceOf(StoreException.class)
        .hasMessage("rocksdb " + directory.resolve("ledger") + " is in use by another process");
  }

  @Test
  void aDirectoryThatCantBeCreatedIsOneClearLine() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    assertThatThrownBy(() -> RocksDbLedgerStore.open(file.resolve("x"), Durability.PROCESS))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("can't be created")
        .hasMessageNotContaining("\n");
  }

  @Test
  void whoOpensItReadOnlyBesideItsWriterSeesWhatWasThereAndWritesNothing() throws Exception {
    ledger.append(numbered(1));
    try (RocksDbLedgerStore reader = RocksDbLedgerStore.openReadOnly(directory.resolve("ledger"))) {
      ledger.append(numbered(2));
      assertHoldsNumbered(reader, 1);
      int[] entries = new int[1];
      reader.forEachTransaction((id, location) -> entries[0]++);
      assertThat(entries[0]).isEqualTo(1);
      reader.verifyChecksums();
      assertThatThrownBy(() -> reader.append(numbered(2))).isInstanceOf(StoreException.class);
    }
    assertHoldsNumbered(ledger, 2);
  }

  @Test
  void openingReadOnlyCreatesNothing() {
    Path absent = directory.resolve("absent");
    assertThatThrownBy(() -> RocksDbLedgerStore.openReadOnly(absent))
        .isInstanceOf(StoreException.class)
        .hasMessage("rocksdb " + absent + ": there is no such directory");
    assertThat(absent).doesNotExist();
  }
}
