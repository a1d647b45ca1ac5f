package io.hybridycsb.veritas.stores;

import com.sun.management.OperatingSystemMXBean;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.stores.rocksdb.Durability;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbLedgerStore;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Prints what the ledger on RocksDB costs per transaction: time and CPU of all threads, background
 * work and closing included. Each transaction is 400 B of its block, one index entry and one leaf
 * out of 100,000. Run as {@link StateStoreCost} is, with {@code EMPTY_DIRECTORY
 * TRANSACTIONS_PER_BATCH [TRANSACTIONS]}.
 */
final class LedgerStoreCost {
  private static final int TRANSACTION_BYTES = 400;
  private static final int PATHS = 100_000;

  private LedgerStoreCost() {}

  /** Takes a directory, the size of a batch and the number of transactions. */
  public static void main(String[] args) {
    Path directory = Path.of(args[0]);
    int perBatch = Integer.parseInt(args[1]);
    int transactions = args.length > 2 ? Integer.parseInt(args[2]) : 1_000_000;
    List<LedgerBatch> warmUp = batches(1, 200, perBatch);
    try (LedgerStore ledger =
        RocksDbLedgerStore.open(directory.resolve("warm-up"), Durability.PROCESS)) {
      warmUp.forEach(ledger::append);
    }

    long cpuNs = 0;
    long wallNs = 0;
    long next = 1;
    LedgerStore ledger = RocksDbLedgerStore.open(directory.resolve("ledger"), Durability.PROCESS);
    while ((next - 1) * perBatch < transactions) {
      List<LedgerBatch> batches = batches(next, 200, perBatch);
      next += batches.size();
      long cpuStartNs = processCpuNs();
      long startNs = System.nanoTime();
      batches.forEach(ledger::append);
      wallNs += System.nanoTime() - startNs;
      cpuNs += processCpuNs() - cpuStartNs;
    }
    long done = (next - 1) * perBatch;
    long cpuStartNs = processCpuNs();
    long startNs = System.nanoTime();
    int[] leaves = new int[1];
    ledger.forEachLeaf((path, hash) -> leaves[0]++);
    System.out.printf(
        "%d leaves read in %d ms%n", leaves[0], (System.nanoTime() - startNs) / 1_000_000);
    ledger.close();
    cpuNs += processCpuNs() - cpuStartNs;
    System.out.printf(
        "%d transactions, %d a batch: %.2f us, %.2f us CPU per transaction%n",
        done, perBatch, wallNs / 1e3 / done, cpuNs / 1e3 / done);
  }

  private static List<LedgerBatch> batches(long firstHeight, int count, int perBatch) {
    Random random = new Random(firstHeight);
    List<LedgerBatch> batches = new ArrayList<>();
    for (long height = firstHeight; height < firstHeight + count; height++) {
      List<IndexedTransaction> index = new ArrayList<>();
      List<Leaf> leaves = new ArrayList<>();
      for (int i = 0; i < perBatch; i++) {
        index.add(new IndexedTransaction(bytes(random, 16), new TransactionLocation(height, i, 0)));
        leaves.add(new Leaf(bytes(new Random(random.nextInt(PATHS)), 32), bytes(random, 32)));
      }
      byte[] block = bytes(random, perBatch * TRANSACTION_BYTES);
      batches.add(new LedgerBatch(height, List.of(block), index, leaves));
    }
    return batches;
  }

  private static byte[] bytes(Random random, int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  private static long processCpuNs() {
    return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime();
  }
}
