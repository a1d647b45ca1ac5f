package io.hybridycsb.veritas.server.audit;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;

import io.hybridycsb.records.Fields;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.veritas.proto.Transaction;
import io.hybridycsb.veritas.proto.Write;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

/** Ledgers of nodes that have decided, and what a test changes in them. */
abstract class AuditedLedgers {
  static final long SEED = 20_260_131;

  static final SigningKey CLIENT = TestKeys.client(1);

  @TempDir Path directory;
  @AutoClose TestCluster cluster;

  /** Six blocks in which transactions end in every way there is. */
  void build(int nodes) {
    cluster = new TestCluster(directory, nodes);
    decide(
        at(1).put("user1", "a"),
        at(2).put("user2", "b"),
        at(3).put("user3", "c"),
        at(4).put("user4", "d"));
    decide(
        at(5).write("user1", Write.Kind.MERGE, Fields.encode(Map.of("other", new byte[] {'e'}))),
        at(6).delete("user2"),
        at(7).put("forbidden", "vetoed"));
    decide(
        at(8).read("user1", 1).put("user5", "read conflict"),
        at(9).put("user3", "changed"),
        at(9).put("user3", "the same id again"));
    decide(at(10).put("user6", "g"), at(3).put("user6", "write conflict"));
    cluster.decide(
        at(11).put("x", "forged").signedBy(TestKeys.stranger()),
        at(12).put("user7", "h").signedBy(CLIENT));
    decide(at(13).put("user8", "i"));
  }

  void decide(TestTransactions... transactions) {
    cluster.decide(
        Arrays.stream(transactions)
            .map(transaction -> transaction.signedBy(CLIENT))
            .toArray(Transaction[]::new));
  }

  interface Tampering {
    void on(RawLedger ledger) throws RocksDBException;
  }

  void tamper(String node, Tampering tampering) throws RocksDBException {
    cluster.close();
    try (RawLedger raw = new RawLedger(cluster.ledgerOf(node))) {
      tampering.on(raw);
    }
  }

  static UnaryOperator<byte[]> flip(int index) {
    return bytes -> {
      byte[] changed = bytes.clone();
      changed[Math.floorMod(index, changed.length)] ^= 1;
      return changed;
    };
  }

  /** The files of a node's ledger whose names end so, sorted. */
  List<Path> files(String node, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(cluster.ledgerOf(node))) {
      return files.filter(file -> file.toString().endsWith(suffix)).sorted().toList();
    }
  }
}
