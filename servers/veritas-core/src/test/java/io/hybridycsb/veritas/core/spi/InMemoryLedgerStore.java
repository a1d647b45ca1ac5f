package io.hybridycsb.veritas.core.spi;

import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * A ledger in memory, for simulations. What dies with a node is the store object; {@link #reopened}
 * gives the next life of the node all that was appended.
 */
public class InMemoryLedgerStore implements LedgerStore {
  /** Guarded by itself. */
  private volatile Data data;

  private volatile boolean closed;

  private static final class Data {
    private final NavigableMap<Long, byte[]> blocks = new TreeMap<>();
    private final NavigableMap<Long, byte[]> indexRecords = new TreeMap<>();
    private final NavigableMap<byte[], TransactionLocation> transactions =
        new TreeMap<>(Arrays::compareUnsigned);
    private final NavigableMap<byte[], byte[]> leaves = new TreeMap<>(Arrays::compareUnsigned);
    private final InMemoryReplacedValues replaced = new InMemoryReplacedValues();
  }

  /** An empty ledger. */
  public InMemoryLedgerStore() {
    this(new Data());
  }

  private InMemoryLedgerStore(Data data) {
    this.data = data;
  }

  /** Ends this object as the death of its process would, and opens what it left behind. */
  public InMemoryLedgerStore reopened() {
    close();
    return new InMemoryLedgerStore(data);
  }

  /** Forgets everything. */
  protected final void clear() {
    data = new Data();
  }

  @Override
  public long height() {
    synchronized (openData()) {
      return data.blocks.isEmpty() ? 0 : data.blocks.lastKey();
    }
  }

  @Override
  public Optional<byte[]> block(long height) {
    synchronized (openData()) {
      return Optional.ofNullable(data.blocks.get(height));
    }
  }

  @Override
  public Optional<TransactionLocation> find(byte[] transactionId) {
    synchronized (openData()) {
      return Optional.ofNullable(data.transactions.get(transactionId));
    }
  }

  @Override
  public List<byte[]> lastTransactions(int limit) {
    synchronized (openData()) {
      return data.transactions.descendingKeySet().stream().limit(limit).toList();
    }
  }

  @Override
  public void forEachLeaf(BiConsumer<byte[], byte[]> consumer) {
    synchronized (openData()) {
      data.leaves.forEach(consumer);
    }
  }

  @Override
  public void append(LedgerBatch batch) {
    synchronized (openData()) {
      long height = height();
      if (batch.firstHeight() != height + 1) {
        throw new IllegalArgumentException(
            "block " + batch.firstHeight() + " can't follow block " + height);
      }
      for (byte[] block : batch.blocks()) {
        data.blocks.put(++height, block);
      }
      for (int i = 0; i < batch.indexRecords().size(); i++) {
        data.indexRecords.put(batch.firstHeight() + i, batch.indexRecords().get(i));
      }
      for (LedgerBatch.IndexedTransaction transaction : batch.transactions()) {
        data.transactions.put(transaction.id(), transaction.location());
      }
      for (LedgerBatch.Leaf leaf : batch.leaves()) {
        if (leaf.valueHash() == null) {
          data.leaves.remove(leaf.path());
        } else {
          data.leaves.put(leaf.path(), leaf.valueHash());
        }
      }
      data.replaced.append(batch);
    }
  }

  @Override
  public ReplacedValues replaced() {
    return openData().replaced;
  }

  @Override
  public long firstHeight() {
    synchronized (openData()) {
      return data.blocks.isEmpty() ? 0 : data.blocks.firstKey();
    }
  }

  @Override
  public void forEachIndexRecord(long lastHeight, IndexRecordConsumer consumer) {
    synchronized (openData()) {
      data.indexRecords.headMap(lastHeight, true).forEach(consumer::accept);
    }
  }

  @Override
  public Restore beginRestore() {
    synchronized (openData()) {
      if (!data.blocks.isEmpty()) {
        throw new IllegalStateException("the ledger isn't empty");
      }
    }
    Data restored = new Data();
    return new Restore() {
      @Override
      public void index(long height, byte[] indexRecord) {
        restored.indexRecords.put(height, indexRecord);
        for (LedgerBatch.IndexedTransaction each : IndexRecord.decode(height, indexRecord)) {
          restored.transactions.put(each.id(), each.location());
        }
      }

      @Override
      public void leaf(byte[] path, byte[] valueHash) {
        restored.leaves.put(path, valueHash);
      }

      @Override
      public void forEachLeaf(BiConsumer<byte[], byte[]> consumer) {
        restored.leaves.forEach(consumer);
      }

      @Override
      public void abandon() {
        // It has touched nothing yet.
      }

      @Override
      public void finish(long height, byte[] block) {
        synchronized (openData()) {
          data.indexRecords.putAll(restored.indexRecords);
          data.transactions.putAll(restored.transactions);
          data.leaves.putAll(restored.leaves);
          data.blocks.put(height, block);
        }
      }
    };
  }

  private Data openData() {
    if (closed) {
      throw new StoreException(describe() + " was closed");
    }
    return data;
  }

  @Override
  public String describe() {
    return "memory";
  }

  @Override
  public void close() {
    closed = true;
  }
}
