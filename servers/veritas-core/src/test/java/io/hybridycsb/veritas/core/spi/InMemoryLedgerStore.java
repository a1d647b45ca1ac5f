package io.hybridycsb.veritas.core.spi;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * A ledger in memory, for simulations. What dies with a node is the store object; {@link #reopened}
 * gives the next life of the node all that was appended.
 */
public final class InMemoryLedgerStore implements LedgerStore {
  /** Guarded by itself. */
  private final Data data;

  private volatile boolean closed;

  private static final class Data {
    private final List<byte[]> blocks = new ArrayList<>();
    private final Map<String, TransactionLocation> transactions = new HashMap<>();
    private final NavigableMap<byte[], byte[]> leaves = new TreeMap<>(Arrays::compareUnsigned);
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

  @Override
  public long height() {
    synchronized (openData()) {
      return data.blocks.size();
    }
  }

  @Override
  public Optional<byte[]> block(long height) {
    synchronized (openData()) {
      return height < 1 || height > data.blocks.size()
          ? Optional.empty()
          : Optional.of(data.blocks.get((int) height - 1));
    }
  }

  @Override
  public Optional<TransactionLocation> find(byte[] transactionId) {
    synchronized (openData()) {
      return Optional.ofNullable(data.transactions.get(Arrays.toString(transactionId)));
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
      if (batch.firstHeight() != data.blocks.size() + 1) {
        throw new IllegalArgumentException(
            "block " + batch.firstHeight() + " can't follow block " + data.blocks.size());
      }
      data.blocks.addAll(batch.blocks());
      for (LedgerBatch.IndexedTransaction transaction : batch.transactions()) {
        data.transactions.put(Arrays.toString(transaction.id()), transaction.location());
      }
      for (LedgerBatch.Leaf leaf : batch.leaves()) {
        if (leaf.valueHash() == null) {
          data.leaves.remove(leaf.path());
        } else {
          data.leaves.put(leaf.path(), leaf.valueHash());
        }
      }
    }
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
