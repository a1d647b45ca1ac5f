package io.hybridycsb.veritas.core.consensus;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.LedgerBatch;
import io.hybridycsb.veritas.core.spi.LedgerBatch.IndexedTransaction;
import io.hybridycsb.veritas.core.spi.TransactionLocation;
import io.hybridycsb.veritas.model.TransactionId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class KnownTransactionsTest {
  /** What a node does with ids, beside a plain set of all that were ever added. */
  private static final class Run {
    final Random random;
    final int recentMax;
    final InMemoryLedgerStore ledger = new InMemoryLedgerStore();
    final Set<TransactionId> model = new HashSet<>();
    List<TransactionId> undecided = new ArrayList<>();
    KnownTransactions known;
    long newestInLedger;

    Run(long seed, int recentMax) {
      this.random = new Random(seed);
      this.recentMax = recentMax;
      known = new KnownTransactions(ledger, 0, recentMax);
    }

    void add() {
      TransactionId id = new TransactionId(random.nextInt(60) - 2, random.nextInt(2));
      boolean fresh = model.add(id);
      assertThat(known.add(id)).as("%s is new", id).isEqualTo(fresh);
      if (fresh) {
        undecided.add(id);
      }
    }

    void decide() {
      int count = Math.min(undecided.size(), 1 + random.nextInt(4));
      List<TransactionId> decided = undecided.subList(0, count);
      List<IndexedTransaction> index = new ArrayList<>();
      for (TransactionId id : decided) {
        newestInLedger = Math.max(newestInLedger, id.timestamp());
        index.add(
            new IndexedTransaction(
                id.encode(), new TransactionLocation(ledger.height() + 1, index.size(), 1)));
      }
      ledger.append(new LedgerBatch(ledger.height() + 1, List.of(new byte[0]), index, List.of()));
      decided.forEach(known::decided);
      undecided = new ArrayList<>(undecided.subList(count, undecided.size()));
      known.trim();
    }

    /** What is undecided is ordered once more after a restart. */
    void restart() {
      known = new KnownTransactions(ledger, newestInLedger, recentMax);
      undecided.forEach(id -> assertThat(known.add(id)).as("%s is ordered again", id).isTrue());
    }
  }

  @Property(tries = 200)
  void knowsExactlyWhatWasAddedAcrossTrimsAndRestarts(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 20) int recentMax) {
    Run run = new Run(seed, recentMax);
    for (int i = 0; i < 150; i++) {
      switch (run.random.nextInt(8)) {
        case 0 -> run.restart();
        case 1, 2 -> run.decide();
        default -> run.add();
      }
    }
  }
}
