package io.hybridycsb.veritas.core.consensus;

import io.hybridycsb.veritas.core.spi.LedgerStore;
import io.hybridycsb.veritas.model.TransactionId;
import java.util.HashSet;
import java.util.Set;

/**
 * Tells whether a transaction stands in the log already, exactly and with bounded memory.
 *
 * <p>Invariant: every known id is in {@code recent}, or in the ledger's index with a timestamp of
 * at most {@code floor}, or undecided and then in {@code recent} or {@code undecided}. Fresh
 * transactions have timestamps above the floor, so hardly any look-up reaches the database.
 */
public final class KnownTransactions {
  private static final int RECENT_MAX = 200_000;

  private final LedgerStore ledger;
  private final int recentMax;
  private final Set<TransactionId> undecided = new HashSet<>();
  private Set<TransactionId> recent = new HashSet<>();
  private long floor;
  private long newest;

  /**
   * @param newestInLedger the newest timestamp of any transaction in the ledger
   */
  public KnownTransactions(LedgerStore ledger, long newestInLedger) {
    this(ledger, newestInLedger, RECENT_MAX);
  }

  KnownTransactions(LedgerStore ledger, long newestInLedger, int recentMax) {
    this.ledger = ledger;
    this.recentMax = recentMax;
    this.floor = newestInLedger;
    this.newest = newestInLedger;
  }

  /** Remembers an id; false when it was known. */
  public boolean add(TransactionId id) {
    if (undecided.contains(id) || recent.contains(id)) {
      return false;
    }
    if (id.timestamp() <= floor && ledger.find(id.encode()).isPresent()) {
      return false;
    }
    undecided.add(id);
    recent.add(id);
    newest = Math.max(newest, id.timestamp());
    return true;
  }

  /** Says that the ledger has this transaction now. */
  public void decided(TransactionId id) {
    undecided.remove(id);
  }

  /** To be called when everything decided is in the ledger's index. */
  public void trim() {
    if (recent.size() > recentMax) {
      floor = newest;
      recent = new HashSet<>();
    }
  }
}
