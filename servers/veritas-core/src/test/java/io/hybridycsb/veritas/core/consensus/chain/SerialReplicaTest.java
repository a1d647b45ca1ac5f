package io.hybridycsb.veritas.core.consensus.chain;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.fields;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static io.hybridycsb.veritas.proto.Outcome.BAD_SIGNATURE;
import static io.hybridycsb.veritas.proto.Outcome.COMMITTED;
import static io.hybridycsb.veritas.proto.Outcome.DUPLICATE;
import static io.hybridycsb.veritas.proto.Outcome.MALFORMED;
import static io.hybridycsb.veritas.proto.Outcome.READ_CONFLICT;
import static io.hybridycsb.veritas.proto.Outcome.RECORD_TOO_LARGE;
import static io.hybridycsb.veritas.proto.Outcome.UNKNOWN_CLIENT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.testing.TestTransactions;
import io.hybridycsb.veritas.core.times.StageTimes;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionChecker;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SerialReplicaTest {
  private static final NodeOptions OPTIONS =
      new NodeOptions(100, 4 << 20, 5, 0, 4, 0, 100, TransactionLimits.DEFAULT);

  /** A node whose databases outlive it. */
  private static final class Life {
    private final InMemoryLedgerStore ledgerStore;
    private final InMemoryStateStore stateStore;
    private final Ledger ledger;
    private final SerialReplica replica;

    Life() {
      this(new InMemoryLedgerStore(), new InMemoryStateStore());
    }

    private Life(InMemoryLedgerStore ledgerStore, InMemoryStateStore stateStore) {
      this.ledgerStore = ledgerStore;
      this.stateStore = stateStore;
      NodeContext.Data data =
          NodeContext.Data.open(
              ledgerStore, stateStore, StateSource.NONE, OPTIONS, new StageTimes());
      ledger = data.ledger();
      replica = new SerialReplica(data);
    }

    Life next() {
      return new Life(ledgerStore.reopened(), stateStore.reopened());
    }

    Outcome[] block(long position, CheckedTransaction... transactions) {
      Outcome[] outcomes = replica.execute(position, "node1", List.of(transactions));
      replica.flush();
      return outcomes;
    }

    long version(String name) {
      return StateValue.version(stateStore.getAll(List.of(key(name).bytes())).get(0));
    }
  }

  private final Life life = new Life();
  private final TransactionChecker checker =
      new TransactionChecker(TestKeys.cluster(ApprovalPolicy.ALL, 1, 1), TransactionLimits.DEFAULT);

  private static long version(long height, long index) {
    return height << 20 | index;
  }

  private static CheckedTransaction put(long number, String key) {
    return at(number).put(key, "v" + number).checked();
  }

  @Test
  void aVersionIsTheHeightInTheLedgerAndThePlaceInTheBlock() {
    life.block(7, put(900, "a"), put(5, "b"));
    life.block(12, put(3, "a"));
    assertThat(life.version("a")).isEqualTo(version(2, 0));
    assertThat(life.version("b")).isEqualTo(version(1, 1));
  }

  @Test
  void nothingIsDoneOfATransactionThatWouldMakeARecordTooLong() {
    int most = TransactionLimits.DEFAULT.valueBytesMax();
    int overhead = StateValue.put(0, fields("")).length;
    CheckedTransaction fits = at(1).put("a", "x".repeat(most - overhead)).checked();
    assertThat(
            life.block(
                1,
                fits,
                at(2).put("b", "x").merge("a", "g", "").checked(),
                at(3).put("c", "x".repeat(most - overhead + 1)).checked(),
                at(4).merge("a", "f", "").checked()))
        .containsExactly(COMMITTED, RECORD_TOO_LARGE, RECORD_TOO_LARGE, COMMITTED);
    assertThat(life.version("a")).isEqualTo(version(1, 3));
    assertThat(life.version("b")).isZero();
    assertThat(life.version("c")).isZero();
    Life next = life.next();
    assertThat(next.block(2, fits)).as("the outcomes stay").containsExactly(DUPLICATE);
    assertThat(next.version("a")).isEqualTo(version(1, 3));
  }

  @Test
  void aReadOfTheCurrentVersionCommits() {
    life.block(1, put(1, "a"));
    CheckedTransaction both = at(2).read("a", version(1, 0)).read("b", 0).put("b", "x").checked();
    assertThat(life.block(2, both)).containsExactly(COMMITTED);
  }

  @Test
  void aReadOfAVersionThatAnEarlierBlockReplacedAborts() {
    life.block(1, put(1, "a"));
    life.block(2, put(2, "a"));
    assertThat(
            life.block(
                3,
                at(3).read("a", version(1, 0)).put("b", "x").checked(),
                at(4).read("a", 0).put("b", "x").checked()))
        .containsExactly(READ_CONFLICT, READ_CONFLICT);
    assertThat(life.version("b")).isZero();
  }

  @Test
  void aReadOfWhatWasWrittenEarlierInTheSameBlockAborts() {
    life.block(1, put(1, "a"));
    assertThat(
            life.block(
                2,
                put(2, "a"),
                at(3).read("a", version(1, 0)).put("b", "x").checked(),
                at(4).read("a", version(2, 0)).put("b", "x").checked()))
        .containsExactly(COMMITTED, READ_CONFLICT, READ_CONFLICT);
  }

  @Test
  void whatAnAbortedTransactionWouldHaveWrittenAbortsNobody() {
    assertThat(
            life.block(
                1,
                at(1).read("a", 99).put("b", "x").checked(),
                at(2).read("b", 0).put("c", "x").checked()))
        .containsExactly(READ_CONFLICT, COMMITTED);
    assertThat(life.version("b")).isZero();
    assertThat(life.version("c")).isEqualTo(version(1, 1));
  }

  @Test
  void anAbsenceThatWasReadAbortsOnceTheKeyIsThereAndCommitsOnceItIsGoneAgain() {
    life.block(1, put(1, "a"));
    CheckedTransaction seenAbsent = at(2).read("a", 0).put("b", "x").checked();
    assertThat(life.block(2, seenAbsent)).containsExactly(READ_CONFLICT);
    life.block(3, at(3).delete("a").checked());
    CheckedTransaction again = at(4).read("a", 0).put("b", "x").checked();
    assertThat(life.block(4, again)).containsExactly(COMMITTED);
  }

  @Test
  void writesWithoutReadsAllCommitAndTheLastOneStays() {
    assertThat(life.block(1, put(9, "a"), put(4, "a"), put(6, "a")))
        .containsExactly(COMMITTED, COMMITTED, COMMITTED);
    assertThat(life.version("a")).isEqualTo(version(1, 2));
  }

  @Test
  void aTransactionCountsOnceWhereverItStandsAgain() {
    CheckedTransaction put = put(5, "a");
    assertThat(life.block(1, put, put)).containsExactly(COMMITTED, DUPLICATE);
    assertThat(life.block(2, put)).containsExactly(DUPLICATE);
    assertThat(life.version("a")).isEqualTo(version(1, 0));
  }

  @Test
  void aTransactionCountsOnceAcrossRestarts() {
    life.block(1, put(500, "a"), put(2, "a"));
    Life second = life.next();
    assertThat(second.block(2, put(2, "a"), put(500, "a"), put(3, "b"), put(900, "b")))
        .containsExactly(DUPLICATE, DUPLICATE, COMMITTED, COMMITTED);
    Life third = second.next();
    assertThat(third.block(3, put(900, "b"), put(3, "b"), put(2, "a"))).containsOnly(DUPLICATE);
  }

  @Test
  void anAbortedTransactionIsNotTriedAgain() {
    CheckedTransaction stale = at(2).read("a", 99).put("b", "x").checked();
    assertThat(life.block(1, stale)).containsExactly(READ_CONFLICT);
    assertThat(life.next().block(2, stale)).containsExactly(DUPLICATE);
  }

  @Test
  void whoeverSendsATransactionAgainIsToldItsFirstOutcome() {
    life.block(1, put(5, "a"));
    life.replica.execute(2, "node1", List.of(put(5, "a")));
    assertThat(life.replica.flush())
        .singleElement()
        .satisfies(
            decision -> {
              assertThat(decision.location().height()).isEqualTo(1);
              assertThat(decision.location().outcome()).isEqualTo(Outcome.COMMITTED_VALUE);
            });
  }

  @Test
  void anotherTransactionUnderAUsedIdIsReportedWithTheHashOfTheFirst() {
    CheckedTransaction first = put(5, "a");
    life.block(1, first);
    assertThat(life.replica.execute(2, "node1", List.of(put(5, "b")))).containsExactly(DUPLICATE);
    assertThat(life.replica.flush())
        .singleElement()
        .satisfies(decision -> assertThat(decision.bodyHash().get()).contains(first.leafHash()));
    assertThat(life.version("b")).isZero();
  }

  @Test
  void aFaultIsAnOutcomeAndHarmsNoNeighbour() {
    Transaction unreadable = Transaction.newBuilder().setBody(ByteString.copyFromUtf8("?")).build();
    Transaction empty = at(3).signedBy(TestKeys.client(1));
    Transaction strange = at(4, TestKeys.stranger()).put("a", "x").signedBy(TestKeys.stranger());
    Transaction forged = at(5).put("a", "x").signedBy(TestKeys.client(2));
    Transaction good = at(6).read("a", 0).put("a", "x").signedBy(TestKeys.client(1));
    List<CheckedTransaction> block = new ArrayList<>();
    for (Transaction each : List.of(unreadable, empty, strange, forged, good)) {
      block.add(checker.check(each));
    }
    assertThat(life.replica.execute(1, "node1", block))
        .containsExactly(MALFORMED, MALFORMED, UNKNOWN_CLIENT, BAD_SIGNATURE, COMMITTED);
    life.replica.flush();
    assertThat(life.version("a")).isEqualTo(version(1, 4));
  }

  /** Or somebody could use up another client's transaction by sending it with a wrong signature. */
  @Test
  void aForgedTransactionDoesNotMakeTheTrueOneADuplicate() {
    TestTransactions put = at(5).put("a", "x");
    CheckedTransaction forged = checker.check(put.signedBy(TestKeys.client(2)));
    CheckedTransaction real = checker.check(put.signedBy(TestKeys.client(1)));
    assertThat(life.block(1, forged, real)).containsExactly(BAD_SIGNATURE, COMMITTED);
  }

  @Test
  void theHeaderTellsTheChainsHeightAndNeedsNoVotes() {
    life.block(7, put(900, "a"));
    BlockHeader header = life.ledger.readHeader(1);
    assertThat(header.getPosition()).isEqualTo(7);
    assertThat(header.getDecidedAt()).isEqualTo(7);
    assertThat(header.getProposer()).isEqualTo("node1");
    assertThat(header.getNewestTimestamp()).isEqualTo(900);
    assertThat(life.ledger.block(1).getVotesCount()).isZero();
  }

  @Test
  void untilItIsFlushedABlockIsInMemoryOnly() {
    life.replica.execute(1, "node1", List.of(put(5, "a")));
    assertThat(life.ledger.head().height()).isEqualTo(1);
    assertThat(life.replica.isKnown(put(5, "a").id())).isFalse();
    Life next = life.next();
    assertThat(next.ledger.head().height()).isZero();
    assertThat(next.block(1, put(5, "a"))).containsExactly(COMMITTED);
    assertThat(next.replica.isKnown(put(5, "a").id())).isTrue();
  }

  @Property(tries = 50)
  void equalBlocksGiveEqualHashesOnANodeThatWasKilledOnTheWay(@ForAll long seed) {
    Random random = new Random(seed);
    Life steady = new Life();
    Life restarted = new Life();
    for (int height = 1; height <= 12; height++) {
      CheckedTransaction[] block = new CheckedTransaction[1 + random.nextInt(4)];
      for (int i = 0; i < block.length; i++) {
        block[i] = random(random, steady);
      }
      Outcome[] outcomes = steady.block(2L * height, block);
      if (random.nextInt(3) == 0) {
        restarted.replica.execute(2L * height, "node1", List.of(block));
        restarted = restarted.next();
      }
      assertThat(restarted.block(2L * height, block)).containsExactly(outcomes);
      assertThat(restarted.ledger.head().hash()).isEqualTo(steady.ledger.head().hash());
    }
    assertThat(TestLedger.content(restarted.stateStore))
        .isEqualTo(TestLedger.content(steady.stateStore));
  }

  private static CheckedTransaction random(Random random, Life life) {
    String read = "k" + random.nextInt(3);
    String written = "k" + random.nextInt(3);
    TestTransactions transaction = at(1 + random.nextInt(40));
    if (random.nextBoolean()) {
      transaction.read(read, random.nextInt(4) == 0 ? 1 : life.version(read));
    }
    return switch (random.nextInt(3)) {
      case 0 -> transaction.put(written, "p" + random.nextInt()).checked();
      case 1 -> transaction.merge(written, "m").checked();
      default -> transaction.delete(written).checked();
    };
  }

  @Test
  void aStateStoreThatACrashLeftBehindIsBroughtUpWithTheSameVersions() {
    life.block(3, put(700, "a"), at(5).put("b", "x").checked());
    life.block(4, at(6).merge("a", "y").checked(), at(8).read("b", 9).delete("b").checked());
    InMemoryStateStore behind = new InMemoryStateStore();
    Life crashed = new Life(life.ledgerStore, behind);
    assertThat(TestLedger.content(behind)).isEqualTo(TestLedger.content(life.stateStore));
    assertThat(crashed.version("a")).isEqualTo(version(2, 0));
    assertThat(crashed.version("b")).isEqualTo(version(1, 1));
    CheckedTransaction goesOn = at(9).read("a", version(2, 0)).put("c", "z").checked();
    assertThat(crashed.block(5, goesOn)).containsExactly(COMMITTED);
  }

  @Test
  void aCrashBetweenLedgerAndStateStoreLosesNothing() {
    life.block(1, put(1, "a"));
    life.replica.execute(2, "node1", List.of(put(2, "a"), put(3, "b")));
    life.stateStore.close();
    // Whoever waits for the state store to come back gives up.
    Thread.currentThread().interrupt();
    assertThat(catchThrowable(life.replica::flush)).isNotNull();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(life.ledgerStore.height()).isEqualTo(2);
    Life next = life.next();
    assertThat(next.stateStore.appliedHeight()).isEqualTo(2);
    assertThat(next.version("a")).isEqualTo(version(2, 0));
    assertThat(next.version("b")).isEqualTo(version(2, 1));
    assertThat(next.block(3, put(2, "a"))).containsExactly(DUPLICATE);
  }
}
