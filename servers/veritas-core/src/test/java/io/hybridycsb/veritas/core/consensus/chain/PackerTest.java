package io.hybridycsb.veritas.core.consensus.chain;

import static io.hybridycsb.veritas.core.testing.Patience.await;
import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.consensus.Admission;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.model.TransactionId;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.ForwardRequest;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Pack;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PackerTest {
  private static final int PLENTY = 1 << 20;

  private final TestConnection client = new TestConnection();
  private final Set<TransactionId> known = ConcurrentHashMap.newKeySet();
  private NodeContext node;
  private Packer packer;
  private Thread thread;

  private void start(int transactionsMax, int bytesMax, int admittedMax) {
    start(transactionsMax, bytesMax, admittedMax, 5);
  }

  private void start(int transactionsMax, int bytesMax, int admittedMax, int lingerMs) {
    NodeOptions options =
        new NodeOptions(
            transactionsMax, bytesMax, 5, 0, 4, 0, admittedMax, TransactionLimits.DEFAULT);
    node = TestContext.of(new InMemoryLedgerStore(), new InMemoryStateStore(), options);
    run(new Packer(node, known::contains, lingerMs));
  }

  private void run(Packer started) {
    packer = started;
    thread = new Thread(packer, "packer");
    thread.start();
  }

  @AfterEach
  void stop() throws InterruptedException {
    thread.interrupt();
    thread.join();
  }

  private static Transaction put(long number) {
    return at(number).put("k" + number, "v").signedBy(TestKeys.client(1));
  }

  private void submit(long first, long last) throws InterruptedException {
    for (long number = first; number <= last; number++) {
      submit(put(number));
    }
  }

  private void submit(Transaction transaction) throws InterruptedException {
    node.clients().commits().offer(client.commit(transaction));
  }

  private static List<Long> numbers(List<CheckedTransaction> transactions) {
    return transactions.stream().map(CheckedTransaction::timestamp).toList();
  }

  private void awaitWaiting(int count) {
    await().until(() -> packer.pack(PLENTY).size() == count);
  }

  @Test
  void nothingIsForgottenBeforeItIsDecided() throws InterruptedException {
    start(100, PLENTY, 100);
    submit(1, 3);
    awaitWaiting(3);
    List<CheckedTransaction> proposed = packer.pack(PLENTY);
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(1L, 2L, 3L);
    packer.decided(proposed.subList(0, 2));
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(3L);
    packer.decided(proposed);
    assertThat(packer.hasWaiting()).isFalse();
    assertThat(packer.pack(PLENTY)).isEmpty();
  }

  @Test
  void aPackObeysTheBlocksByteLimitAndTheNodesOwn() throws InterruptedException {
    int one = Admission.bytesInBlock(at(1).put("k1", "v").checkedAndSigned());
    start(100, 5 * one, 100);
    submit(1, 9);
    awaitWaiting(5);
    List<CheckedTransaction> packed = packer.pack(3 * one);
    assertThat(numbers(packed)).containsExactly(1L, 2L, 3L);
    Pack.Builder pack = Pack.newBuilder();
    packed.forEach(each -> pack.addTransactions(each.message()));
    assertThat(pack.build().getSerializedSize()).isLessThanOrEqualTo(3 * one);
    assertThat(packer.pack(one - 1)).isEmpty();
    assertThat(packer.pack(-1)).isEmpty();
  }

  @Test
  void aTransactionTooLongForTheBlockDoesNotKeepOthersWaiting() throws InterruptedException {
    start(100, PLENTY, 100);
    Transaction tooLong = at(1).put("k1", "v".repeat(5_000)).signedBy(TestKeys.client(1));
    submit(tooLong);
    submit(2, 3);
    awaitWaiting(3);
    assertThat(numbers(packer.pack(4_000))).containsExactly(2L, 3L);
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(1L, 2L, 3L);
  }

  @Test
  void aPackHasNoMoreTransactionsThanABlockMay() throws InterruptedException {
    start(2, PLENTY, 100);
    submit(1, 5);
    awaitWaiting(2);
    packer.decided(packer.pack(PLENTY));
    await().until(() -> numbers(packer.pack(PLENTY)).equals(List.of(3L, 4L)));
  }

  @Test
  void aTransactionThatIsSentAgainWaitsOnce() throws InterruptedException {
    start(100, PLENTY, 100);
    submit(1, 1);
    submit(1, 1);
    submit(2, 2);
    awaitWaiting(2);
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(1L, 2L);
  }

  @Test
  void noMoreAreAdmittedThanMayWait() throws InterruptedException {
    start(100, PLENTY, 3);
    submit(1, 3);
    awaitWaiting(3);
    submit(4, 4);
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    packer.decided(packer.pack(PLENTY).subList(0, 1));
    submit(5, 5);
    assertThat(client.next().getFailure().getCode())
        .as("the first's caller still waits for its outcome")
        .isEqualTo(Failure.Code.BUSY);
    assertThat(packer.pack(PLENTY)).hasSize(2);
  }

  @Test
  void noMoreAreAdmittedWhileThoseThatWaitHaveManyBytes() throws InterruptedException {
    NodeOptions options = new NodeOptions(100, PLENTY, 5, 0, 4, 0, 100, TransactionLimits.DEFAULT);
    node = TestContext.of(new InMemoryLedgerStore(), new InMemoryStateStore(), options);
    run(new Packer(node, known::contains, 5, 5_000));
    Transaction large = at(1).put("k", "v".repeat(5_000)).signedBy(TestKeys.client(1));
    submit(large);
    awaitWaiting(1);
    submit(2, 2);
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(1L);
    packer.decided(packer.pack(PLENTY));
    submit(3, 4);
    await().until(() -> numbers(packer.pack(PLENTY)).equals(List.of(3L, 4L)));
  }

  @Test
  void aTransactionThatFitsIntoNoBlockIsRefusedWithTheLimitsName() throws InterruptedException {
    start(100, 10, 100);
    submit(1, 1);
    assertThat(client.next().getFailure().getMessage()).contains("block.bytes.max");
    assertThat(packer.hasWaiting()).isFalse();
  }

  @Test
  void whatCanNotCommitIsRefusedAtOnce() throws InterruptedException {
    start(100, PLENTY, 100);
    submit(at(1).put("a", "x").signedBy(TestKeys.client(2)));
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
    assertThat(packer.hasWaiting()).isFalse();
  }

  @Test
  void whatIsAdmittedHereIsPassedOnAndWhatOthersForwardIsNot() throws InterruptedException {
    start(100, PLENTY, 100);
    List<Long> passedOn = new CopyOnWriteArrayList<>();
    packer.whenAdmitted(transactions -> passedOn.addAll(numbers(transactions)));
    forward(put(1));
    submit(2, 2);
    awaitWaiting(2);
    await().until(() -> passedOn.equals(List.of(2L)));
  }

  private void forward(Transaction... transactions) throws InterruptedException {
    node.clients()
        .commits()
        .offer(
            client.call(
                Request.newBuilder()
                    .setForward(
                        ForwardRequest.newBuilder().addAllTransactions(List.of(transactions)))));
    assertThat(client.next().hasForward()).isTrue();
  }

  @Test
  void forwardedTransactionsArePackedOnlyIfTheyCanCommitAndAreNew() throws InterruptedException {
    start(100, PLENTY, 100);
    known.add(at(2).put("k2", "v").checkedAndSigned().id());
    Transaction unknownClient = at(3).put("a", "x").signedBy(TestKeys.client(2));
    forward(put(1), put(2), unknownClient, put(1));
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(1L);
  }

  @Test
  void forwardedTransactionsTakeNoMoreRoomThanThereIs() throws InterruptedException {
    start(100, PLENTY, 2);
    forward(put(1), put(2), put(3));
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(1L, 2L);
  }

  @Test
  void aCallIsAnsweredAtItsDeadlineAndItsTransactionStays() throws InterruptedException {
    start(100, PLENTY, 100);
    node.clients()
        .commits()
        .offer(client.call(TestConnection.commitRequest(put(1)), System.nanoTime()));
    assertThat(client.next().getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
    assertThat(numbers(packer.pack(PLENTY))).containsExactly(1L);
  }

  @Test
  void whatNoClientSignedIsNotLookedForAmongTheWaiting() throws InterruptedException {
    start(100, PLENTY, 100);
    submit(1, 1);
    awaitWaiting(1);
    packer.decided(
        List.of(
            new CheckedTransaction(
                Transaction.getDefaultInstance(),
                new byte[32],
                null,
                List.of(),
                List.of(),
                Outcome.MALFORMED,
                "unreadable")));
    assertThat(packer.pack(PLENTY)).hasSize(1);
  }

  @Test
  void aProposalWaitsForMoreUntilItsBlockIsFull() throws Exception {
    start(3, PLENTY, 100, 60_000);
    CompletableFuture<Integer> gathered =
        CompletableFuture.supplyAsync(
            () -> {
              packer.gather();
              return packer.pack(PLENTY).size();
            });
    submit(1, 3);
    assertThat(gathered.get(30, TimeUnit.SECONDS)).isEqualTo(3);
  }

  @Test
  void aProposalDoesNotWaitForWhatDoesNotCome() {
    start(100, PLENTY, 100, 1);
    packer.gather();
    assertThat(packer.pack(PLENTY)).isEmpty();
  }
}
