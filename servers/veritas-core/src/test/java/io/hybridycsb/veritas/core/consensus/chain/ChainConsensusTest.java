package io.hybridycsb.veritas.core.consensus.chain;

import static io.hybridycsb.veritas.core.testing.Patience.await;
import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateBatch;
import io.hybridycsb.veritas.core.spi.StateLostException;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.CheckedTransaction.Read;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.ForwardRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Pack;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ChainConsensusTest {
  private static final int PLENTY = 1 << 20;

  private final List<Thread> threads = new ArrayList<>();
  private final InMemoryStateStore stateStore = new InMemoryStateStore();
  private final TestConnection client = new TestConnection();
  private InMemoryLedgerStore ledgerStore = new InMemoryLedgerStore();
  private NodeContext node;
  private ChainConsensus consensus;

  @BeforeEach
  void start() {
    start(stateStore);
  }

  private void start(StateStore store) {
    node = TestContext.of(ledgerStore, store, NodeOptions.DEFAULT);
    consensus = new ChainConsensus(node, () -> new Certificate(0, 0, reply -> {}), 5);
    consensus.threads().forEach(this::run);
    run("state", node.data().store()::lookAfter);
  }

  private void run(String name, Runnable task) {
    Thread thread = new Thread(task, name);
    threads.add(thread);
    thread.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    for (Thread thread : threads) {
      thread.interrupt();
      thread.join();
    }
  }

  private static Transaction put(long number) {
    return at(number).put("a", "v" + number).signedBy(TestKeys.client(1));
  }

  private void submit(Transaction transaction) throws InterruptedException {
    node.clients().commits().offer(client.commit(transaction));
  }

  private byte[] awaitPack() {
    await().until(consensus::hasWaiting);
    return consensus.pack(PLENTY);
  }

  private static byte[] pack(Transaction... transactions) {
    return Pack.newBuilder().addAllTransactions(List.of(transactions)).build().toByteArray();
  }

  private Outcome[] decide(long position, byte[] pack) {
    Outcome[] outcomes = consensus.execute(position, "node1", consensus.read(pack));
    consensus.commit();
    return outcomes;
  }

  @Test
  void aWaitingClientIsAnsweredOnceItsTransactionIsCommitted() throws InterruptedException {
    submit(put(1));
    byte[] pack = awaitPack();
    assertThat(consensus.execute(4, "node1", consensus.read(pack)))
        .containsExactly(Outcome.COMMITTED);
    assertThat(client.responses()).as("nothing is durable yet").isEmpty();
    assertThat(consensus.committedPosition()).isZero();
    consensus.commit();
    Response answer = client.next();
    assertThat(answer.getCommit().getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(answer.getCommit().getHeight()).isEqualTo(1);
    assertThat(consensus.hasWaiting()).isFalse();
    assertThat(consensus.pack(PLENTY)).isNull();
    assertThat(node.clients().applied().get()).isEqualTo(1);
    assertThat(consensus.committedPosition()).isEqualTo(4);
    assertThat(consensus.committed()).isEqualTo(consensus.executed());
  }

  /** As long as a signed one, and nothing else. */
  private static Transaction unsigned() {
    return Transaction.newBuilder()
        .setSignature(ByteString.copyFrom(new byte[Ed25519.SIGNATURE_BYTES]))
        .build();
  }

  @Test
  void aPackOfMoreTransactionsThanItsBytesCanHoldIsRefused() {
    Pack.Builder pack = Pack.newBuilder().addTransactions(unsigned());
    assertThat(consensus.read(pack.build().toByteArray())).hasSize(1);
    for (int i = 0; i < 10_000; i++) {
      pack.addTransactions(Transaction.getDefaultInstance());
    }
    assertThatThrownBy(() -> consensus.read(pack.build().toByteArray()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a pack of 20068 bytes has 1 to 313 transactions, not 10001");
  }

  @Test
  void packsOfVeryManyTransactionsAreNotKeptInMemory() {
    for (int count = 39_000; count < 45_000; count += 1_000) {
      Pack.Builder pack = Pack.newBuilder();
      for (int i = 0; i < count; i++) {
        pack.addTransactions(unsigned());
      }
      assertThat(consensus.read(pack.build().toByteArray())).hasSize(count);
      assertThat(consensus.decodedTransactions()).isBetween(count, 100_000);
    }
  }

  private void forward(Transaction transaction) throws InterruptedException {
    ForwardRequest request = ForwardRequest.newBuilder().addTransactions(transaction).build();
    node.clients().commits().offer(client.call(Request.newBuilder().setForward(request)));
    assertThat(client.next().hasForward()).isTrue();
  }

  @Test
  void aForwardedTransactionIsNotCheckedAgainInAPack() throws InterruptedException {
    forward(put(1));
    CheckedTransaction forwarded = consensus.read(pack(put(1))).get(0);
    CheckedTransaction inAnotherPack = consensus.read(pack(put(1), put(2))).get(0);
    assertThat(inAnotherPack).isSameAs(forwarded);
  }

  @Test
  void aTransactionThatIsProposedWithAnotherSignatureThanItWasForwardedWithIsChecked()
      throws InterruptedException {
    forward(put(1));
    Transaction forged = put(1).toBuilder().setSignature(put(2).getSignature()).build();
    assertThat(decide(1, pack(forged))).containsExactly(Outcome.BAD_SIGNATURE);
    assertThat(decide(2, pack(put(1))))
        .as("the forged one hasn't used up its id")
        .containsExactly(Outcome.COMMITTED);
  }

  @Test
  void aHeightIsCalledBegunBeforeAnyOfItCanBeRead() {
    List<Long> begunAtApply = new ArrayList<>();
    StateStore watched =
        new InMemoryStateStore() {
          @Override
          public void apply(StateBatch batch) {
            begunAtApply.add(node.clients().applied().begun());
            assertThat(node.clients().applied().get()).isZero();
            super.apply(batch);
          }
        };
    node = TestContext.of(ledgerStore, watched, NodeOptions.DEFAULT);
    consensus = new ChainConsensus(node, () -> new Certificate(0, 0, reply -> {}), 5);
    decide(1, pack(put(1)));
    assertThat(begunAtApply).containsExactly(1L);
    assertThat(node.clients().applied().get()).isEqualTo(1);
  }

  @Test
  void whatAnotherNodesBlockDecidesWaitsHereNoLonger() throws InterruptedException {
    submit(put(1));
    submit(put(2));
    await().until(() -> Pack.parseFrom(awaitPack()).getTransactionsCount() == 2);
    decide(1, pack(put(1)));
    assertThat(client.next().getCommit().getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(consensus.read(consensus.pack(PLENTY)))
        .singleElement()
        .satisfies(left -> assertThat(left.timestamp()).isEqualTo(2));
  }

  @Test
  void anotherTransactionUnderAUsedIdIsToldThatTheIdIsInUse() throws InterruptedException {
    Transaction other = at(1).put("b", "other").signedBy(TestKeys.client(1));
    submit(other);
    awaitPack();
    decide(1, pack(put(1)));
    assertThat(client.next().getCommit().getOutcome())
        .as("while it waited, the first was decided in another node's block")
        .isEqualTo(Outcome.ID_IN_USE);
    assertThat(consensus.hasWaiting()).isFalse();
    submit(other);
    assertThat(decide(2, awaitPack())).containsExactly(Outcome.DUPLICATE);
    assertThat(client.next().getCommit().getOutcome())
        .as("after the first was decided")
        .isEqualTo(Outcome.ID_IN_USE);
  }

  @Test
  void aProposalThatComesToNothingIsMadeAgain() throws InterruptedException {
    submit(put(1));
    byte[] lost = awaitPack();
    assertThat(consensus.pack(PLENTY)).isEqualTo(lost);
  }

  @Test
  void blocksWithoutTransactionsLeaveTheLedgerAlone() {
    decide(1, pack(put(1)));
    assertThat(consensus.execute(2, "node1", List.of())).isEmpty();
    consensus.commit();
    assertThat(consensus.lastPosition()).isEqualTo(2);
    assertThat(consensus.committedPosition()).isEqualTo(1);
    assertThat(ledgerStore.height()).isEqualTo(1);
  }

  @Test
  void garbageIsRefused() {
    assertThatThrownBy(() -> consensus.read(new byte[] {9, 9, 9}))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a pack of transactions is expected");
    assertThatThrownBy(() -> consensus.read(new byte[0]))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not 0");
    assertThat(consensus.read(pack(unsigned())))
        .as("a readable pack with a wrong transaction is a matter of outcomes")
        .singleElement()
        .satisfies(wrong -> assertThat(wrong.fault()).isEqualTo(Outcome.UNKNOWN_CLIENT));
  }

  @Test
  void aPackIsKnownOnceAllOfItIsDecided() {
    decide(1, pack(put(1)));
    assertThat(consensus.isKnown(consensus.read(pack(put(1))))).isTrue();
    assertThat(consensus.isKnown(consensus.read(pack(put(1), put(2))))).isFalse();
  }

  @Test
  void aNodeThatComesBackGoesOnWhereItCommitted() throws InterruptedException {
    decide(3, pack(put(1)));
    consensus.execute(4, "node1", consensus.read(pack(put(2))));
    stop();
    ledgerStore = ledgerStore.reopened();
    start();
    assertThat(consensus.committedPosition()).isEqualTo(3);
    assertThat(decide(4, pack(put(2)))).containsExactly(Outcome.COMMITTED);
    assertThat(decide(5, pack(put(1)))).containsExactly(Outcome.DUPLICATE);
  }

  private boolean areCurrent(long version) throws InterruptedException {
    consensus.checkReads(client.call(Request.newBuilder()), List.of(new Read(key("a"), version)));
    return client.next().getCheckReads().getCurrent();
  }

  @Test
  void readsAreCurrentUntilABlockChangesThem() throws InterruptedException {
    assertThat(areCurrent(0)).isTrue();
    decide(1, pack(put(1)));
    assertThat(areCurrent(0)).isFalse();
    assertThat(areCurrent(1L << 20)).isTrue();
    List<CheckedTransaction> next = consensus.read(pack(put(2)));
    consensus.execute(2, "node1", next);
    assertThat(areCurrent(1L << 20)).as("not committed yet").isTrue();
    consensus.commit();
    assertThat(areCurrent(1L << 20)).isFalse();
  }

  @Test
  void packsOfVeryLongTransactionsAreNotKeptInMemory() {
    for (int i = 1; i <= 12; i++) {
      byte[] pack = pack(at(i).put("a", "v".repeat(3 << 20)).signedBy(TestKeys.client(1)));
      assertThat(consensus.read(pack)).hasSize(1);
      assertThat(consensus.decodedBytes()).isBetween(6L << 20, 32L << 20);
    }
  }

  @Test
  void checksOfReadsNeitherHoldTheirCallerUpNorReadManyValuesAtATime() throws InterruptedException {
    List<Integer> fetches = new CopyOnWriteArrayList<>();
    CountDownLatch goOn = new CountDownLatch(1);
    StateStore slow =
        new InMemoryStateStore() {
          @Override
          public List<byte[]> getAll(List<byte[]> keys) {
            fetches.add(keys.size());
            try {
              goOn.await();
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return super.getAll(keys);
          }
        };
    stop();
    threads.clear();
    start(slow);
    List<Read> reads = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      reads.add(new Read(key("k" + i), 0));
    }
    for (int i = 0; i <= ReadChecks.WAITING_MAX + 1; i++) {
      consensus.checkReads(client.call(Request.newBuilder()), reads);
    }
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    goOn.countDown();
    await()
        .until(
            () ->
                client.responses().stream().filter(r -> r.getCheckReads().getCurrent()).count()
                    >= ReadChecks.WAITING_MAX);
    assertThat(fetches).allMatch(keys -> keys <= 32);
  }

  @Test
  void checkingReadsSaysWhenTheDatabaseIsAway() throws InterruptedException {
    stateStore.close();
    consensus.checkReads(client.call(Request.newBuilder()), List.of(new Read(key("a"), 0)));
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.UNAVAILABLE);
  }

  private void awaitState(Map<String, String> expected) {
    await()
        .ignoreExceptionsInstanceOf(StateLostException.class)
        .until(() -> TestLedger.content(stateStore), expected::equals);
  }

  @Test
  void aStateThatIsLostWhileNobodyReadsOrWritesIsRebuilt() throws InterruptedException {
    decide(1, pack(put(1)));
    Map<String, String> state = TestLedger.content(stateStore);
    stateStore.lose();
    awaitState(state);
    await().until(() -> areCurrent(1L << 20));
  }

  @Test
  void aStateThatIsLostBetweenABlocksExecutionAndItsCommitIsRebuiltAndTakesTheBlock() {
    decide(1, pack(put(1)));
    Map<String, String> before = TestLedger.content(stateStore);
    consensus.execute(2, "node1", consensus.read(pack(put(2))));
    stateStore.lose();
    awaitState(before);
    consensus.commit();
    assertThat(stateStore.appliedHeight()).isEqualTo(2);
    assertThat(StateValue.version(stateStore.getAll(List.of(key("a").bytes())).get(0)))
        .isEqualTo(2L << 20);
  }

  @Test
  void itHasCaughtUpWhenTheChainSaysSo() throws InterruptedException {
    assertThat(consensus.isCaughtUp()).isFalse();
    assertThat(consensus.awaitCaughtUp(0)).isFalse();
    consensus.markCaughtUp();
    assertThat(consensus.isCaughtUp()).isTrue();
    assertThat(consensus.awaitCaughtUp(0)).isTrue();
  }
}
