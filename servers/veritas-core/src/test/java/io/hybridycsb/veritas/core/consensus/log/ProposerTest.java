package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.InvalidProtocolBufferException;
import io.hybridycsb.sharedlog.InMemorySharedLog;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.call.Replies;
import io.hybridycsb.veritas.core.consensus.Decision;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.times.CommitTimes;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.LogRecord;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ProposerTest {
  private static final int LONG_MS = 60_000;

  private final TestConnection client = new TestConnection();
  private InMemorySharedLog log = new InMemorySharedLog();
  private final List<CompletableFuture<Void>> unconfirmed = new CopyOnWriteArrayList<>();
  private boolean busy;
  private volatile int undecided;
  private volatile long undecidedBytes;
  private volatile long newest;
  private NodeContext node;
  private Proposer proposer;
  private Thread thread;

  private static NodeOptions blocks(int transactionsMax, int bytesMax, int lingerMs) {
    return options(transactionsMax, bytesMax, lingerMs, NodeOptions.DEFAULT.admittedMax());
  }

  private static NodeOptions options(
      int transactionsMax, int bytesMax, int lingerMs, int admittedMax) {
    return new NodeOptions(
        transactionsMax, bytesMax, lingerMs, 5, 0, 16, 0, admittedMax, TransactionLimits.DEFAULT);
  }

  private void make(NodeOptions options) {
    node = TestContext.of(new InMemoryLedgerStore(), new InMemoryStateStore(), options);
    Pacer pacer =
        new Pacer(TimeUnit.MILLISECONDS.toNanos(options.blockLingerMs()), 1, System.nanoTime());
    if (busy) {
      pacer.arrived(Integer.MAX_VALUE, System.nanoTime());
      pacer.took(TimeUnit.HOURS.toNanos(1));
    }
    LogChannel channel = new LogChannel(node, log, 0);
    proposer =
        new Proposer(
            node,
            channel,
            () -> undecided,
            () -> undecidedBytes,
            () -> newest,
            pacer,
            System::nanoTime);
  }

  private void start() {
    thread = new Thread(proposer);
    thread.start();
  }

  private void start(NodeOptions options) {
    make(options);
    start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    if (thread != null) {
      thread.interrupt();
      thread.join();
    }
  }

  /** Leaves it to the test when, and with what, an append completes. */
  private InMemorySharedLog unconfirming() {
    return new InMemorySharedLog() {
      @Override
      public CompletableFuture<Void> append(byte[] record) {
        CompletableFuture<Void> confirmed = new CompletableFuture<>();
        unconfirmed.add(confirmed);
        return super.append(record).thenCompose(appended -> confirmed);
      }
    };
  }

  /** So much comes in that it is worth gathering for as long as is allowed. */
  private void underLoad() {
    busy = true;
  }

  private static Transaction transaction(long timestamp, int bytes) {
    return at(timestamp).put("a", "x".repeat(bytes)).signedBy(TestKeys.client(1));
  }

  private CheckedTransaction checked(long timestamp) {
    return node.self().checker().check(transaction(timestamp, 10));
  }

  private void commit(long timestamp) throws InterruptedException {
    node.clients().commits().put(client.commit(transaction(timestamp, 10)));
  }

  private void decide(long timestamp) {
    Decision decision = Decision.on(checked(timestamp), 1, 0, Outcome.COMMITTED);
    node.clients().waiters().decided(decision, new Replies(), new CommitTimes(node.times()));
  }

  private List<Integer> blockSizes() {
    return log.records().stream().map(ProposerTest::transactions).toList();
  }

  private static int transactions(byte[] record) {
    try {
      return LogRecord.parseFrom(record).getBlock().getTransactionsCount();
    } catch (InvalidProtocolBufferException e) {
      throw new AssertionError(e);
    }
  }

  private static Failure.Code failure(Response response) {
    return response.getFailure().getCode();
  }

  @Test
  void nothingIsOrderedWhileTooMuchIsUndecided() throws InterruptedException {
    undecided = NodeOptions.DEFAULT.admittedMax();
    start(NodeOptions.DEFAULT);
    commit(1);
    Response refused = client.next();
    assertThat(failure(refused)).isEqualTo(Failure.Code.BUSY);
    assertThat(refused.getFailure().getMessage()).contains("ordered and undecided");
    undecided = NodeOptions.DEFAULT.admittedMax() - 1;
    commit(2);
    await().until(() -> log.records().size() == 1);
  }

  /** The record would have a version that no later write is above. */
  @Test
  void aTimestampThatNoOracleCanHaveGivenIsRefused() throws InterruptedException {
    start(NodeOptions.DEFAULT);
    for (long farOff : new long[] {(1L << 48) + 1, Long.MAX_VALUE}) {
      commit(farOff);
      Response refused = client.next();
      assertThat(failure(refused)).isEqualTo(Failure.Code.INVALID);
      assertThat(refused.getFailure().getMessage()).contains(farOff + " is no oracle's");
    }
    newest = 1;
    commit((1L << 48) + 1);
    await().until(() -> log.records().size() == 1);
  }

  @Test
  void nothingIsOrderedWhileWhatIsUndecidedIsTooLong() throws InterruptedException {
    undecidedBytes = Proposer.UNDECIDED_BYTES_MAX;
    start(NodeOptions.DEFAULT);
    commit(1);
    Response refused = client.next();
    assertThat(failure(refused)).isEqualTo(Failure.Code.BUSY);
    assertThat(refused.getFailure().getMessage())
        .startsWith("transactions of 134217728 bytes of memory are ordered and undecided");
    assertThat(node.clients().waiters().size()).isZero();
    undecidedBytes = Proposer.UNDECIDED_BYTES_MAX - 1;
    commit(2);
    await().until(() -> log.records().size() == 1);
  }

  @Test
  void aBlockIsCutWhenItHasEnoughTransactions() throws InterruptedException {
    underLoad();
    start(blocks(3, 1 << 20, LONG_MS));
    for (int i = 1; i <= 7; i++) {
      commit(i);
    }
    await().until(() -> log.records().size() == 2);
    assertThat(blockSizes()).containsExactly(3, 3);
  }

  @Test
  void aBlockIsCutBeforeItHasTooManyBytes() throws InterruptedException {
    underLoad();
    start(blocks(1000, 3000, LONG_MS));
    for (int i = 1; i <= 5; i++) {
      node.clients().commits().put(client.commit(transaction(i, 1000)));
    }
    await().until(() -> log.records().size() == 2);
    assertThat(blockSizes()).containsExactly(2, 2);
    assertThat(log.records()).allSatisfy(record -> assertThat(record).hasSizeLessThan(3000));
  }

  @Test
  void aBlockThatIsNotFullIsCutWhenItsFirstTransactionHasLingered() throws InterruptedException {
    underLoad();
    start(blocks(1000, 1 << 20, 1));
    commit(1);
    await().until(() -> blockSizes().equals(List.of(1)));
  }

  @Test
  void aBlockIsCutAtOnceWhileLittleComesIn() throws InterruptedException {
    start(blocks(1000, 1 << 20, LONG_MS));
    commit(1);
    await().until(() -> blockSizes().equals(List.of(1)));
  }

  /** A block costs all nodes much the same whatever it holds. */
  @Test
  void whatComesWhileABlockIsUndecidedGoesIntoTheNextOne() throws InterruptedException {
    make(blocks(1000, 1 << 20, 0));
    for (int i = 1; i <= 3; i++) {
      commit(i);
      proposer.step(0);
    }
    assertThat(blockSizes()).containsExactly(1);
    decide(1);
    proposer.step(0);
    assertThat(blockSizes()).containsExactly(1, 2);
  }

  @Test
  void aFullBlockWaitsForNoDecision() throws InterruptedException {
    make(blocks(2, 1 << 20, 0));
    for (int i = 1; i <= 3; i++) {
      commit(i);
      proposer.step(0);
    }
    assertThat(blockSizes()).containsExactly(1, 2);
  }

  @Test
  void aBlockThatIsGivenUpHoldsNothingBack() throws InterruptedException {
    make(blocks(1000, 1 << 20, 0));
    commit(1);
    proposer.step(0);
    commit(2);
    proposer.step(0);
    node.clients().waiters().giveUp(checked(1).id(), "the log is gone");
    proposer.step(0);
    assertThat(blockSizes()).containsExactly(1, 1);
  }

  /** The next block holds it, and must not wait for itself. */
  @Test
  void aTransactionThatIsSentAgainOnceItsBlockIsDecidedHoldsNothingBack()
      throws InterruptedException {
    make(blocks(1000, 1 << 20, 0));
    commit(1);
    proposer.step(0);
    decide(1);
    commit(1);
    proposer.step(0);
    assertThat(blockSizes()).containsExactly(1, 1);
  }

  @Test
  void aTransactionThatIsSentAgainWaitsForTheBlockThatIsCutBeforeIt() throws InterruptedException {
    make(blocks(1000, 3000, 0));
    commit(1);
    proposer.step(0);
    for (long timestamp : new long[] {3, 2}) {
      node.clients().commits().put(client.commit(transaction(timestamp, 1000)));
      proposer.step(0);
    }
    node.clients().waiters().giveUp(checked(2).id(), "all its callers are late");
    node.clients().commits().put(client.commit(transaction(2, 1000)));
    proposer.step(0);
    assertThat(blockSizes()).containsExactly(1, 2);
  }

  @Test
  void theSameTransactionIsNotProposedTwiceWhileItIsUndecided() throws InterruptedException {
    underLoad();
    start(blocks(2, 1 << 20, LONG_MS));
    commit(1);
    commit(1);
    commit(2);
    await().until(() -> blockSizes().equals(List.of(2)));
    assertThat(node.clients().waiters().size()).isEqualTo(2);
  }

  @Test
  void whatCannotCommitIsRefusedWithTheReason() throws InterruptedException {
    start(blocks(1000, 2000, LONG_MS));
    node.clients().commits().put(client.commit(at(1).put("a", "x").signedBy(TestKeys.stranger())));
    node.clients().commits().put(client.commit(transaction(2, 3000)));
    await().until(() -> client.responses().size() == 2);
    assertThat(client.responses())
        .extracting(ProposerTest::failure)
        .containsOnly(Failure.Code.INVALID);
    assertThat(client.responses().get(0).getFailure().getMessage()).contains("signature");
    assertThat(client.responses().get(1).getFailure().getMessage())
        .contains("a block holds at most 2000");
    assertThat(log.records()).isEmpty();
  }

  @Test
  void moreThanTheMostAdmittedIsRefused() throws InterruptedException {
    underLoad();
    start(options(1000, 1 << 20, LONG_MS, 3));
    for (int i = 1; i <= 4; i++) {
      commit(i);
    }
    await().until(() -> client.responses().size() == 1);
    assertThat(failure(client.responses().get(0))).isEqualTo(Failure.Code.BUSY);
    assertThat(client.responses().get(0).getFailure().getMessage()).startsWith("3 transactions");
  }

  @Test
  void anAsyncCommitIsAnsweredWhenItIsAccepted() throws InterruptedException {
    start(blocks(1000, 1 << 20, LONG_MS));
    Request.Builder request = TestConnection.commitRequest(transaction(1, 10));
    request.getCommitBuilder().setAsync(true);
    node.clients().commits().put(client.call(request));
    await().until(() -> client.responses().size() == 1);
    assertThat(client.responses().get(0).getCommit().getKnown()).isTrue();
    assertThat(client.responses().get(0).getCommit().getOutcomeValue()).isZero();
  }

  @Test
  void atMostSixteenBlocksAreOnTheirWayIntoTheLog() throws InterruptedException {
    log = unconfirming();
    start(blocks(1, 1 << 20, LONG_MS));
    for (int i = 1; i <= 20; i++) {
      commit(i);
    }
    await().until(() -> log.records().size() == 16);
    await().until(() -> thread.getState() == Thread.State.WAITING);
    assertThat(log.records()).hasSize(16);
    unconfirmed.get(0).complete(null);
    await().until(() -> log.records().size() == 17);
  }

  @Test
  void blocksOnTheirWayIntoTheLogCountAsUndecided() throws InterruptedException {
    log = unconfirming();
    undecidedBytes = Proposer.UNDECIDED_BYTES_MAX - 1;
    start(blocks(1, 1 << 20, LONG_MS));
    commit(1);
    await().until(() -> unconfirmed.size() == 1);
    commit(2);
    assertThat(failure(client.next())).isEqualTo(Failure.Code.BUSY);
    unconfirmed.get(0).complete(null);
    commit(3);
    await().until(() -> unconfirmed.size() == 2);
  }

  @Test
  void aCommitForWhichTheQueueHasNoRoomIsAnsweredAtOnce() throws InterruptedException {
    make(blocks(1000, 1 << 20, LONG_MS));
    Call call = client.commit(transaction(1, 10));
    for (int i = 0; i < 8192; i++) {
      node.clients().commit(call);
    }
    assertThat(client.responses()).isEmpty();
    node.clients().commit(call);
    assertThat(failure(client.next())).isEqualTo(Failure.Code.BUSY);
    start();
    await().until(() -> node.clients().commits().isEmpty());
  }

  @Test
  void whenABlockCannotBeAppendedItsClientsLearnThatTheOutcomeIsUnknownAndMaySendAgain()
      throws InterruptedException {
    log = unconfirming();
    start(blocks(1, 1 << 20, LONG_MS));
    commit(1);
    await().until(() -> unconfirmed.size() == 1);
    unconfirmed.get(0).completeExceptionally(new LogException("broker gone"));
    await().until(() -> client.responses().size() == 1);
    assertThat(failure(client.responses().get(0))).isEqualTo(Failure.Code.TIMEOUT);
    assertThat(client.responses().get(0).getFailure().getMessage()).contains("broker gone");
    commit(1);
    await().until(() -> log.records().size() == 2);
  }
}
