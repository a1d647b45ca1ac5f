package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.fields;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.consensus.KnownTransactions;
import io.hybridycsb.veritas.core.ledger.StateView;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BlockRulesTest {
  private final StateView state = new StateView(new InMemoryStateStore(), 0);
  private final PendingWrites pending = new PendingWrites();
  private final BlockRules rules =
      new BlockRules(state, pending, new KnownTransactions(new InMemoryLedgerStore()));

  @BeforeEach
  void aRecordOfVersion10() {
    state.pin(List.of(key("held"), key("absent")));
    state.set(key("held"), StateValue.put(10, fields("x")));
  }

  private Outcome judge(TestTransactions transaction) {
    return rules.judge(transaction.checked());
  }

  @Test
  void aTransactionWhoseReadsAreCurrentCommits() {
    assertThat(judge(at(20).read("held", 10).read("absent", 0).put("held", "y")))
        .isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void anOlderOrNewerVersionThanTheOneReadIsAConflict() {
    assertThat(judge(at(20).read("held", 9).put("absent", "y"))).isEqualTo(Outcome.READ_CONFLICT);
    assertThat(judge(at(21).read("held", 11).put("absent", "y"))).isEqualTo(Outcome.READ_CONFLICT);
    assertThat(judge(at(22).read("absent", 10).put("held", "y"))).isEqualTo(Outcome.READ_CONFLICT);
  }

  @Test
  void aReadOfAKeyThatAnUndecidedTransactionWritesIsAConflict() {
    pending.add(at(15).put("held", "z").checked());
    assertThat(judge(at(20).read("held", 10).put("absent", "y"))).isEqualTo(Outcome.READ_CONFLICT);
  }

  @Test
  void aWriteOlderThanTheRecordIsAConflict() {
    assertThat(judge(at(9).put("held", "y"))).isEqualTo(Outcome.WRITE_CONFLICT);
    assertThat(judge(at(8).delete("held"))).isEqualTo(Outcome.WRITE_CONFLICT);
    assertThat(judge(at(7).merge("held", "y"))).isEqualTo(Outcome.WRITE_CONFLICT);
  }

  @Test
  void aWriteOlderThanAnUndecidedOneIsAConflictAndANewerOneIsNot() {
    pending.add(at(15).put("held", "z").checked());
    assertThat(judge(at(14).put("held", "y"))).isEqualTo(Outcome.PENDING_CONFLICT);
    assertThat(judge(at(16).put("held", "y"))).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void aWriteWithTheTimestampOfAnotherClientsWriteIsAConflictSoThatNoTwoValuesHaveOneVersion() {
    for (int client = 1; client <= 2; client++) {
      assertThat(judge(at(10, TestKeys.client(client)).put("held", "y")))
          .isEqualTo(Outcome.WRITE_CONFLICT);
    }
    pending.add(at(15, TestKeys.client(1)).put("held", "z").checked());
    assertThat(judge(at(15, TestKeys.client(2)).merge("held", "y")))
        .isEqualTo(Outcome.PENDING_CONFLICT);
    pending.add(at(16, TestKeys.client(2)).put("held", "z").checked());
    assertThat(judge(at(16, TestKeys.client(1)).delete("held")))
        .isEqualTo(Outcome.PENDING_CONFLICT);
  }

  @Test
  void theReasonIsTheSameWhetherOrNotTheStateHasTheUndecidedWriteAlready() {
    CheckedTransaction undecided = at(15).put("held", "z").checked();
    pending.add(undecided);
    assertThat(judge(at(9).put("held", "y"))).isEqualTo(Outcome.PENDING_CONFLICT);
    state.set(key("held"), StateValue.put(15, fields("z")));
    assertThat(judge(at(8).put("held", "y"))).isEqualTo(Outcome.PENDING_CONFLICT);
  }

  @Test
  void theSameTransactionIsADuplicateWhateverBecameOfTheFirst() {
    assertThat(judge(at(20).put("held", "y"))).isEqualTo(Outcome.COMMITTED);
    assertThat(judge(at(20).put("held", "y"))).isEqualTo(Outcome.DUPLICATE);
    assertThat(judge(at(5).put("held", "y"))).isEqualTo(Outcome.WRITE_CONFLICT);
    assertThat(judge(at(5).put("held", "y"))).isEqualTo(Outcome.DUPLICATE);
  }

  @Test
  void clientsDoNotUseUpEachOthersTimestamps() {
    assertThat(judge(at(20, TestKeys.client(1)).put("held", "y"))).isEqualTo(Outcome.COMMITTED);
    assertThat(judge(at(20, TestKeys.client(2)).put("absent", "y"))).isEqualTo(Outcome.COMMITTED);
  }

  @Test
  void whatTheChecksFoundStandsBeforeAnythingElse() {
    CheckedTransaction good = at(20).read("held", 3).checked();
    CheckedTransaction faulty =
        new CheckedTransaction(
            good.message(),
            good.leafHash(),
            null,
            good.reads(),
            good.writes(),
            Outcome.BAD_SIGNATURE,
            "");
    assertThat(rules.judge(faulty)).isEqualTo(Outcome.BAD_SIGNATURE);
    assertThat(rules.judge(faulty)).isEqualTo(Outcome.BAD_SIGNATURE);
  }
}
