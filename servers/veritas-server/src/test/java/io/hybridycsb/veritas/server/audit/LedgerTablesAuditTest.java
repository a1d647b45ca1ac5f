package io.hybridycsb.veritas.server.audit;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.model.TransactionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.rocksdb.RocksDBException;

/** What is wrong beside the blocks: leaves, the index, and the tables on disk. */
final class LedgerTablesAuditTest extends AuditedLedgers {
  @Test
  void aChangedLeafIsFoundWithItsKey() throws RocksDBException {
    build(2);
    tamper("node2", raw -> raw.change("leaves", Hashes.sha256(key("user3").bytes()), flip(31)));
    assertThat(cluster.auditLedgers())
        .containsExactly("node2: t/user3: the ledger's leaf isn't the hash of its value");
  }

  @Test
  void aMissingOrAdditionalLeafIsFound() throws RocksDBException {
    build(2);
    tamper("node1", raw -> raw.delete("leaves", Hashes.sha256(key("user4").bytes())));
    tamper("node2", raw -> raw.put("leaves", new byte[32], new byte[32]));
    assertThat(cluster.auditLedgers())
        .containsExactlyInAnyOrder(
            "node1: t/user4: the ledger has no leaf for it",
            "node2: leaf "
                + "0".repeat(64)
                + ": the ledger has a leaf for it, but the state has no such key");
  }

  @Test
  void aChangedOrMissingEntryOfTheTransactionIndexIsFoundWithItsHeight() throws RocksDBException {
    build(2);
    byte[] changed = TransactionId.of(5, CLIENT.publicKey()).encode();
    byte[] missing = TransactionId.of(12, CLIENT.publicKey()).encode();
    tamper("node1", raw -> raw.change("transactions", changed, flip(15)));
    tamper("node2", raw -> raw.delete("transactions", missing));
    assertThat(cluster.auditLedgers())
        .hasSize(2)
        .anyMatch(line -> line.matches("node1: height 2: transaction 5-.* is wrong in the .*"))
        .anyMatch(line -> line.matches("node2: height 5: transaction 12-.* is missing in the .*"));
  }

  @Test
  void anAdditionalEntryOfTheTransactionIndexIsFound() throws RocksDBException {
    build(1);
    byte[] invented = TransactionId.of(99, CLIENT.publicKey()).encode();
    TransactionLocation location = new TransactionLocation(4, 0, 1);
    byte[] value =
        ByteBuffer.allocate(16)
            .putLong(location.height())
            .putInt(location.index())
            .putInt(location.outcome())
            .array();
    tamper("node1", raw -> raw.put("transactions", invented, value));
    assertThat(cluster.auditLedgers())
        .hasSize(1)
        .allMatch(line -> line.matches("node1: height 4: the transaction index has 99-.*"));
  }

  @Test
  void anyChangedByteOfATableOnDiskIsFoundAndBlamedOnItsNode() throws Exception {
    build(2);
    tamper("node2", RawLedger::flush);
    List<Path> tables = files("node2", ".sst");
    assertThat(tables).isNotEmpty();
    Random random = new Random(SEED);
    for (Path table : tables) {
      byte[] intact = Files.readAllBytes(table);
      for (int i = 0; i < 5; i++) {
        byte[] damaged = intact.clone();
        int at = random.nextInt(damaged.length);
        damaged[at] ^= 4;
        Files.write(table, damaged);
        assertThat(cluster.auditLedgers())
            .as("seed %d, byte %d of %d in %s", SEED, at, damaged.length, table)
            .isNotEmpty()
            .allMatch(line -> line.startsWith("node2: "));
      }
      Files.write(table, intact);
    }
    assertThat(cluster.auditLedgers()).isEmpty();
  }

  @Test
  void damagedBlocksInATableOnDiskAreNamedWithTheirHeights() throws Exception {
    build(2);
    byte[][] block = new byte[1][];
    tamper(
        "node1",
        raw -> {
          raw.flush();
          block[0] = raw.get("blocks", RawLedger.height(2));
        });
    for (Path table : files("node1", ".sst")) {
      byte[] bytes = Files.readAllBytes(table);
      int at = indexOf(bytes, Arrays.copyOf(block[0], 64));
      if (at >= 0) {
        bytes[at + 20] ^= 1;
        Files.write(table, bytes);
      }
    }
    assertThat(cluster.auditLedgers())
        .anyMatch(line -> line.matches("node1: heights? .*the block can't be read: .*"))
        .allMatch(line -> line.startsWith("node1: "));
  }

  private static int indexOf(byte[] bytes, byte[] part) {
    for (int at = 0; at + part.length <= bytes.length; at++) {
      if (Arrays.equals(bytes, at, at + part.length, part, 0, part.length)) {
        return at;
      }
    }
    return -1;
  }

  @Test
  void aNodeWithoutALedgerIsNamed() throws IOException {
    build(2);
    cluster.close();
    for (Path file : files("node1", "")) {
      Files.delete(file);
    }
    assertThat(cluster.auditLedgers())
        .hasSize(1)
        .allMatch(line -> line.startsWith("node1: the ledger can't be opened"));
  }
}
