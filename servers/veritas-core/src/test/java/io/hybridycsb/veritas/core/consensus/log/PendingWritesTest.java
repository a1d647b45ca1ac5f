package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PendingWritesTest {
  @Test
  void aKeyIsPendingUntilItsLastWriterIsGone() {
    PendingWrites pending = new PendingWrites();
    pending.add(at(5).put("a", "").put("b", "").checked());
    pending.add(at(7).put("a", "").checked());
    pending.remove(at(5).put("a", "").put("b", "").checked());
    assertThat(pending.contains(key("a"))).isTrue();
    assertThat(pending.contains(key("b"))).isFalse();
    assertThat(pending.newest(key("a"))).isEqualTo(7);
    pending.remove(at(7).put("a", "").checked());
    assertThat(pending.contains(key("a"))).isFalse();
    assertThat(pending.newest(key("a"))).isZero();
  }

  @Test
  void readsHoldNoKeys() {
    PendingWrites pending = new PendingWrites();
    pending.add(at(5).read("a", 0).put("b", "").checked());
    assertThat(pending.contains(key("a"))).isFalse();
  }

  /** Numbers up to 5 add a transaction that writes the keys of their bits, others remove one. */
  @Property(tries = 300)
  void tellsWhatAListOfTheTransactionsWouldTell(
      @ForAll @Size(max = 40) List<@IntRange(max = 11) Integer> steps) {
    PendingWrites pending = new PendingWrites();
    List<CheckedTransaction> model = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      int step = steps.get(i);
      if (step < 6) {
        // Timestamps repeat: those of different clients may be equal.
        CheckedTransaction transaction = writing(1 + i % 7, step + 1);
        model.add(transaction);
        pending.add(transaction);
      } else if (!model.isEmpty()) {
        pending.remove(model.remove(step % model.size()));
      }
      for (int k = 0; k < 3; k++) {
        String name = "k" + k;
        long newest =
            model.stream()
                .filter(t -> t.writes().stream().anyMatch(w -> w.key().equals(key(name))))
                .mapToLong(CheckedTransaction::timestamp)
                .max()
                .orElse(0);
        assertThat(pending.newest(key(name))).isEqualTo(newest);
        assertThat(pending.contains(key(name))).isEqualTo(newest > 0);
      }
    }
  }

  private static CheckedTransaction writing(long timestamp, int keyBits) {
    TestTransactions transaction = at(timestamp);
    for (int k = 0; k < 3; k++) {
      if ((keyBits >> k & 1) == 1) {
        transaction.put("k" + k, "");
      }
    }
    return transaction.checked();
  }
}
