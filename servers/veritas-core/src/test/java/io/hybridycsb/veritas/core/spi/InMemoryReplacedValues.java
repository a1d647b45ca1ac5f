package io.hybridycsb.veritas.core.spi;

import io.hybridycsb.veritas.core.spi.LedgerBatch.Leaf;
import io.hybridycsb.veritas.core.spi.LedgerBatch.Replaced;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/** What blocks have replaced, in memory. */
final class InMemoryReplacedValues implements ReplacedValues {
  /** Without gaps. */
  private final NavigableMap<Long, List<Replaced>> blocks = new TreeMap<>();

  /** Adds what a batch replaces, and forgets what isn't kept any longer. */
  synchronized void append(LedgerBatch batch) {
    int kept = batch.history().blocks();
    if (kept == 0) {
      blocks.clear();
    }
    for (int i = 0; i < batch.history().replaced().size(); i++) {
      blocks.put(batch.firstHeight() + i, batch.history().replaced().get(i));
    }
    while (blocks.size() > kept) {
      blocks.pollFirstEntry();
    }
  }

  @Override
  public synchronized long firstBlock() {
    return blocks.isEmpty() ? Long.MAX_VALUE : blocks.firstKey();
  }

  @Override
  public List<Leaf> leaves(long block) {
    return of(block).stream().map(Replaced::before).toList();
  }

  @Override
  public byte[] value(long block, byte[] path) {
    return of(block).stream()
        .filter(each -> Arrays.equals(each.before().path(), path))
        .map(Replaced::value)
        .findFirst()
        .orElseThrow(() -> new StoreException("block " + block + " hasn't replaced it"));
  }

  private synchronized List<Replaced> of(long block) {
    List<Replaced> found = blocks.get(block);
    if (found == null) {
      throw new StoreException("what block " + block + " has replaced is not kept");
    }
    return found;
  }
}
