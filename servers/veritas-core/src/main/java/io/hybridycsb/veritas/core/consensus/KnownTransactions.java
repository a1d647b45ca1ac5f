package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.model.TransactionId;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Tells whether a transaction stands in the log already, exactly and with bounded memory.
 *
 * <p>Invariant: every known id is in {@code recent}, or in the ledger's index with a timestamp of
 * at most {@code floor}, or undecided and then in {@code recent} or {@code undecided}. Fresh
 * transactions have timestamps above the floor, so hardly any look-up reaches the database. The ids
 * with the greatest timestamps are those kept in memory, so that a few far-off ones don't raise the
 * floor. Timestamps are compared without a sign, as the ledger's index sorts them.
 */
public final class KnownTransactions {
  private static final int RECENT_MAX = 200_000;

  private final LedgerStore ledger;
  private final int recentMax;
  private final Set<TransactionId> undecided = new HashSet<>();
  private final Set<TransactionId> recent = new HashSet<>();
  private long floor;
  private volatile long newest;

  /** Begins with what the ledger's index holds. */
  public KnownTransactions(LedgerStore ledger) {
    this(ledger, RECENT_MAX);
  }

  KnownTransactions(LedgerStore ledger, int recentMax) {
    this.ledger = ledger;
    this.recentMax = recentMax;
    List<byte[]> last = ledger.lastTransactions((recentMax + 1) / 2);
    last.forEach(id -> recent.add(TransactionId.decode(id)));
    newest = recent.stream().mapToLong(TransactionId::timestamp).reduce(0, Math::max);
    if (!last.isEmpty()) {
      floor = TransactionId.decode(last.get(last.size() - 1)).timestamp();
    }
  }

  /** Remembers an id; false when it was known. */
  public boolean add(TransactionId id) {
    if (undecided.contains(id) || recent.contains(id)) {
      return false;
    }
    if (isBelowFloor(id) && ledger.find(id.encode()).isPresent()) {
      return false;
    }
    undecided.add(id);
    recent.add(id);
    newest = Math.max(newest, id.timestamp());
    return true;
  }

  /** The greatest timestamp in the log and the ledger; 0 if there is none. For any thread. */
  public long newest() {
    return newest;
  }

  private boolean isBelowFloor(TransactionId id) {
    return Long.compareUnsigned(id.timestamp(), floor) <= 0;
  }

  /** Says that the ledger has this transaction now. */
  public void decided(TransactionId id) {
    undecided.remove(id);
  }

  /** To be called when everything decided is in the ledger's index. */
  public void trim() {
    if (recent.size() > recentMax) {
      long[] timestamps = recent.stream().mapToLong(TransactionId::timestamp).toArray();
      raiseFloor(medianUnsigned(timestamps));
      recent.removeIf(this::isBelowFloor);
    }
  }

  private void raiseFloor(long timestamp) {
    if (Long.compareUnsigned(timestamp, floor) > 0) {
      floor = timestamp;
    }
  }

  private static long medianUnsigned(long[] timestamps) {
    for (int i = 0; i < timestamps.length; i++) {
      timestamps[i] ^= Long.MIN_VALUE;
    }
    Arrays.sort(timestamps);
    return timestamps[timestamps.length / 2] ^ Long.MIN_VALUE;
  }
}
