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
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class KnownTransactionsTest {
  /** What a node does with ids, beside a plain set of all that were ever added. */
  private static final class Run {
    final Random random;
    final int recentMax;
    final InMemoryLedgerStore ledger = new InMemoryLedgerStore();
    final Set<TransactionId> model = new HashSet<>();
    List<TransactionId> undecided = new ArrayList<>();
    KnownTransactions known;

    Run(long seed, int recentMax) {
      this.random = new Random(seed);
      this.recentMax = recentMax;
      known = new KnownTransactions(ledger, recentMax);
    }

    void add() {
      long timestamp =
          random.nextInt(20) == 0 ? Long.MAX_VALUE - random.nextInt(3) : random.nextInt(60) - 2;
      TransactionId id = new TransactionId(timestamp, random.nextInt(2));
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
      known = new KnownTransactions(ledger, recentMax);
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

  /** A ledger that counts how often somebody looks for a transaction. */
  private static final class Counting extends InMemoryLedgerStore {
    int lookUps;

    @Override
    public Optional<TransactionLocation> find(byte[] transactionId) {
      lookUps++;
      return super.find(transactionId);
    }

    void decide(KnownTransactions known, TransactionId id) {
      TransactionLocation place = new TransactionLocation(height() + 1, 0, 1);
      append(
          new LedgerBatch(
              height() + 1,
              List.of(new byte[0]),
              List.of(new IndexedTransaction(id.encode(), place)),
              List.of()));
      known.decided(id);
      known.trim();
    }
  }

  @Test
  void farOffTimestampsCostLaterTransactionsNoLookUpsNotEvenAfterARestart() {
    Counting ledger = new Counting();
    KnownTransactions known = new KnownTransactions(ledger, 100);
    List<TransactionId> farOff = new ArrayList<>();
    for (long timestamp : new long[] {1L << 62, Long.MAX_VALUE, Long.MIN_VALUE, -1}) {
      farOff.add(new TransactionId(timestamp, 7));
    }
    for (TransactionId id : farOff) {
      assertThat(known.add(id)).isTrue();
      ledger.decide(known, id);
    }
    for (int timestamp = 1; timestamp <= 2_000; timestamp++) {
      TransactionId id = new TransactionId(timestamp, 7);
      assertThat(known.add(id)).isTrue();
      ledger.decide(known, id);
      if (timestamp == 1_000) {
        known = new KnownTransactions(ledger, 100);
      }
    }
    assertThat(ledger.lookUps).isZero();
    for (TransactionId id : farOff) {
      assertThat(known.add(id)).isFalse();
    }
    assertThat(known.add(new TransactionId(1, 7))).isFalse();
  }

  @Test
  void theNewestTimestampIsKnownAfterARestart() {
    Counting ledger = new Counting();
    KnownTransactions known = new KnownTransactions(ledger, 100);
    assertThat(known.newest()).isZero();
    for (long timestamp : new long[] {3, 9, 5}) {
      TransactionId id = new TransactionId(timestamp, 7);
      known.add(id);
      ledger.decide(known, id);
    }
    assertThat(known.newest()).isEqualTo(9);
    assertThat(new KnownTransactions(ledger, 100).newest()).isEqualTo(9);
  }
}
