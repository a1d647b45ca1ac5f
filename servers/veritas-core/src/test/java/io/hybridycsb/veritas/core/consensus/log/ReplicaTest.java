package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.log.LogItem.CastVote;
import io.hybridycsb.veritas.core.consensus.log.LogItem.OrderedBlock;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.VoteBody;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReplicaTest extends ReplicaFixture {
  @Test
  void aDecisionIsReportedOnlyWithTheLastVoteThatIsNeeded() {
    CheckedTransaction put = at(5).put("a", "x").checked();
    assertThat(process(List.of(block(0, put)))).isEmpty();
    assertThat(process(List.of(vote(1, "node1", 1, 0)))).isEmpty();
    assertThat(process(List.of(vote(2, "node2", 1, 0))))
        .singleElement()
        .satisfies(
            decision -> {
              assertThat(decision.id()).isEqualTo(put.id());
              assertThat(decision.location().outcome()).isEqualTo(Outcome.COMMITTED_VALUE);
            });
    assertThat(ledgerStore.height()).isEqualTo(1);
    assertThat(stateStore.appliedHeight()).isEqualTo(1);
  }

  @Test
  void aVoteIsUndecidedUntilTheOthersHaveVotedOnItsBlocks() {
    process(List.of(block(0, at(5).put("a", "x").checked())));
    assertThat(replica.hasUndecidedVote()).isFalse();
    process(List.of(vote(1, "node1", 1, 0)));
    assertThat(replica.hasUndecidedVote()).isTrue();
    process(List.of(block(2, at(6).put("b", "x").checked())));
    process(List.of(vote(3, "node2", 1, 0)));
    assertThat(replica.hasUndecidedVote()).isFalse();
    assertThat(replica.isVoteDue()).isTrue();
  }

  @Test
  void theLedgerCountsWhatIsCommittedAndNothingElse() {
    CheckedTransaction put = at(5).put("a", "x").checked();
    process(List.of(block(0, put, at(6).put("b", "y").checked())));
    assertThat(ledger.committed()).isZero();
    process(List.of(vote(1, "node1", 1, 0), vote(2, "node2", 1, 0)));
    assertThat(ledger.committed()).isEqualTo(2);

    CheckedTransaction late = at(4).put("a", "write conflict").checked();
    process(List.of(block(3, put, late, at(7).put("c", "z").checked())));
    process(List.of(vote(4, "node1", 2, 1), vote(5, "node2", 2, 1)));

    assertThat(ledger.committed()).isEqualTo(3);
  }

  @Test
  void aHeightIsCalledBegunBeforeAnyOfItCanBeRead() {
    process(decided().subList(0, 1));
    AtomicLong begun = new AtomicLong();
    gate.whenOpen(List.of(key("a")), () -> begun.set(applied.begun()));
    process(decided().subList(1, 3));
    assertThat(begun).hasValue(1);
  }

  @Test
  void whatIsOrderedCountsAsUndecidedWithTheMemoryItTakesUntilTheLastVoteThatIsNeeded() {
    CheckedTransaction small = at(5).put("a", "x").checked();
    CheckedTransaction large = at(6).put("b", "x".repeat(10_000)).checked();
    long smallBytes = small.memoryBytes();
    long largeBytes = large.memoryBytes();
    assertThat(largeBytes).as("its message and its fields").isGreaterThan(20_000);
    process(List.of(block(0, small, large), block(1, at(7).put("c", "x").checked())));
    assertThat(replica.undecided()).isEqualTo(3);
    assertThat(replica.undecidedBytes()).isEqualTo(2 * smallBytes + largeBytes);
    process(List.of(vote(2, "node1", 2, 0), vote(3, "node2", 1, 0)));
    assertThat(replica.undecided()).isEqualTo(1);
    assertThat(replica.undecidedBytes()).isEqualTo(smallBytes);
    process(List.of(vote(4, "node2", 2, 1)));
    assertThat(replica.undecided()).isZero();
    assertThat(replica.undecidedBytes()).isZero();
    process(List.of(block(5, at(8).put("b", "y").checked())));
    assertThat(replica.undecidedBytes())
        .as("with the value that is kept for it")
        .isGreaterThan(smallBytes + 10_000);
  }

  @Test
  void nothingIsDoneOfATransactionThatWouldMakeARecordTooLong() {
    String half = "x".repeat(TransactionLimits.DEFAULT.valueBytesMax() / 2);
    OrderedBlock first = block(0, at(5).merge("a", "f", half).checked());
    OrderedBlock second =
        block(
            1,
            at(6).put("b", "y").merge("a", "g", half).checked(),
            at(7).merge("a", "f", "z").checked());
    List<LogItem> log = List.of(first, second, vote(2, "node1", 1, 0), vote(3, "node2", 1, 0));
    process(log);
    AtomicBoolean open = new AtomicBoolean();
    gate.whenOpen(List.of(key("b")), () -> open.set(true));
    assertThat(open).as("the record may still change").isFalse();
    List<Decision> decisions = process(List.of(vote(4, "node1", 2, 0), vote(5, "node2", 2, 0)));
    assertThat(decisions)
        .extracting(decision -> Outcome.forNumber(decision.location().outcome()))
        .containsExactly(Outcome.RECORD_TOO_LARGE, Outcome.COMMITTED);
    assertThat(open).isTrue();
    assertThat(values("a", "b"))
        .containsExactly(StateValue.put(7, TestTransactions.fields("z")), null);

    replica = start(2, ApprovalPolicy.ALL);
    process(log);
    process(List.of(vote(4, "node1", 2, 0), vote(5, "node2", 2, 0)));
    assertThat(ledgerStore.height()).isEqualTo(2);
    assertThat(replica.undecided()).isZero();
  }

  private List<byte[]> values(String... names) {
    return stateStore.getAll(Stream.of(names).map(name -> key(name).bytes()).toList());
  }

  @Test
  void whoeverSendsADecidedTransactionAgainIsToldItsFirstOutcome() {
    CheckedTransaction put = at(5).put("a", "x").checked();
    List<LogItem> twice =
        List.of(block(0, put), vote(1, "node1", 1, 0), vote(2, "node2", 1, 0), block(3, put));
    process(twice);
    List<Decision> again = process(List.of(vote(4, "node1", 2, 1), vote(5, "node2", 2, 1)));
    assertThat(again)
        .singleElement()
        .satisfies(
            d -> {
              assertThat(d.location().height()).isOne();
              assertThat(d.bodyHash().get()).contains(put.leafHash());
            });
  }

  @Test
  void anotherTransactionUnderAUsedIdIsReportedWithTheHashOfTheFirst() {
    CheckedTransaction first = at(5).put("a", "x").checked();
    CheckedTransaction other = at(5).put("b", "y").checked();
    process(
        List.of(block(0, first), vote(1, "node1", 1, 0), vote(2, "node2", 1, 0), block(3, other)));
    assertThat(process(List.of(vote(4, "node1", 2, 1), vote(5, "node2", 2, 1))))
        .singleElement()
        .satisfies(
            d -> {
              assertThat(d.id()).isEqualTo(other.id());
              assertThat(d.bodyHash().get()).contains(first.leafHash());
            });
    assertThat(stateStore.getAll(List.of(key("b").bytes()))).containsOnlyNulls();
  }

  private CastVote byOtherRules(long position, String voter, long upTo) {
    VoteBody body = body(voter, upTo, 0, ledger.hash(0));
    return vote(position, body.toBuilder().setConfigHash(ByteString.copyFromUtf8("other")).build());
  }

  @Test
  void aVoteByAnotherClusterFileDoesNotCountUntilItsNodeVotesByTheSameOne() {
    process(List.of(block(0, at(5).put("a", "x").checked())));
    VoteBody own = replica.vote(1);
    process(List.of(vote(1, own), byOtherRules(2, "node2", 1)));
    assertThat(ledgerStore.height()).isZero();
    process(List.of(vote(3, own.toBuilder().setVoter("node2").build())));
    assertThat(ledgerStore.height()).isOne();
  }

  @Test
  void aNodeWhoseClusterFileIsNotThatOfMostOthersStopsOnceItHasReadTheLog() {
    replica = start(3, ApprovalPolicy.MAJORITY);
    process(
        List.of(
            block(0, at(5).put("a", "x").checked()),
            byOtherRules(1, "node1", 1),
            byOtherRules(2, "node2", 1)));
    replica.requireSameRules();
    process(List.of(byOtherRules(3, "node3", 1)));
    assertThatThrownBy(replica::requireSameRules)
        .isInstanceOf(DivergedException.class)
        .hasMessageContaining("its cluster.json or limits aren't those of node2, node3");
    assertThat(ledgerStore.height()).isZero();
    process(List.of(vote(4, "node2", 1, 0)));
    replica.requireSameRules();
  }

  @Test
  void votesOnWhatIsNotOrderedOrWithHeightsThatCannotBeAreIgnored() {
    process(
        List.of(
            block(0, at(5).put("a", "x").checked()),
            vote(1, wrong("node2", 2, 0)),
            vote(2, wrong("node2", -1, 0)),
            vote(3, wrong("node2", 1, 1)),
            vote(4, wrong("node2", 1, -1)),
            vote(5, "node1", 1, 0)));
    assertThat(ledgerStore.height()).isZero();
  }

  @Test
  void aVetoIsCastAgainUntilItIsInTheLog() {
    rule = transaction -> false;
    process(List.of(block(0, at(5).put("a", "x").checked())));
    VoteBody lost = replica.vote(1);
    VoteBody again = replica.vote(2);
    assertThat(again.getVetoesList()).isEqualTo(lost.getVetoesList()).hasSize(1);
    List<Decision> decisions = process(List.of(vote(1, again), vote(2, "node2", 1, 0)));
    assertThat(decisions)
        .singleElement()
        .satisfies(d -> assertThat(d.location().outcome()).isEqualTo(Outcome.VETOED_VALUE));
    assertThat(replica.isVoteDue()).isFalse();
    assertThat(stateStore.appliedHeight()).isEqualTo(1);
  }

  @Test
  void anAttestationThatIsLostIsCastAgain() {
    process(decided());
    assertThat(replica.isVoteDue()).isFalse();
    assertThat(replica.isAttestationDue()).isTrue();
    VoteBody lost = replica.vote(1);
    assertThat(lost.getDecidedHeight()).isEqualTo(1);
    assertThat(replica.isAttestationDue()).isTrue();
    process(List.of(vote(3, lost)));
    assertThat(replica.isAttestationDue()).isFalse();
    assertThat(replica.attestations().attestedBy(SELF)).isEqualTo(1);
  }

  @Test
  void oneNodeAloneDecidesByItself() {
    replica = start(1, ApprovalPolicy.MAJORITY);
    process(List.of(block(0, at(5).put("a", "x").checked())));
    VoteBody own = replica.vote(1);
    assertThat(process(List.of(vote(1, own)))).hasSize(1);
  }

  @Test
  void moreThanHalfDecideUnderMajority() {
    replica = start(3, ApprovalPolicy.MAJORITY);
    process(List.of(block(0, at(5).put("a", "x").checked()), vote(1, "node3", 1, 0)));
    assertThat(ledgerStore.height()).isZero();
    process(List.of(vote(2, "node2", 1, 0)));
    assertThat(ledgerStore.height()).isEqualTo(1);
  }
}
