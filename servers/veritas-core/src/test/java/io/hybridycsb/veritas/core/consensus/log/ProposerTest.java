package io.hybridycsb.veritas.core.consensus.log;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.core.call.Call;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.Transaction;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

class ProposerTest {
  private final TestConnection client = new TestConnection();
  private final List<Integer> told = new CopyOnWriteArrayList<>();
  private volatile int undecided;
  private volatile long undecidedBytes;
  private volatile long newest;
  private OpenBlock block;
  private NodeContext node;
  private Proposer proposer;

  private void make(int transactionsMax, int bytesMax) {
    make(transactionsMax, bytesMax, NodeOptions.DEFAULT.admittedMax());
  }

  private void make(int transactionsMax, int bytesMax, int admittedMax) {
    NodeOptions options =
        new NodeOptions(
            transactionsMax, bytesMax, 5, 0, 16, 0, admittedMax, TransactionLimits.DEFAULT);
    node = TestContext.of(new InMemoryLedgerStore(), new InMemoryStateStore(), options);
    block = new OpenBlock(transactionsMax, bytesMax);
    proposer =
        new Proposer(
            node,
            block,
            new Proposer.Undecided(() -> undecided, () -> undecidedBytes),
            () -> newest,
            () -> told.add(told.size()));
  }

  private static Transaction transaction(long timestamp, int bytes) {
    return at(timestamp).put("a", "x".repeat(bytes)).signedBy(TestKeys.client(1));
  }

  private void commit(long timestamp) throws InterruptedException {
    commit(timestamp, 10);
  }

  private void commit(long timestamp, int bytes) throws InterruptedException {
    node.clients().commits().offer(client.commit(transaction(timestamp, bytes)));
  }

  /** As often as there are commits. */
  private void propose(int times) throws InterruptedException {
    for (int i = 0; i < times; i++) {
      proposer.step(0);
    }
  }

  private static Failure.Code failure(Response response) {
    return response.getFailure().getCode();
  }

  @Test
  void nothingIsOrderedWhileTooMuchIsUndecided() throws InterruptedException {
    make(100, 1 << 20);
    undecided = NodeOptions.DEFAULT.admittedMax();
    commit(1);
    propose(1);
    Response refused = client.next();
    assertThat(failure(refused)).isEqualTo(Failure.Code.BUSY);
    assertThat(refused.getFailure().getMessage()).contains("ordered and undecided");
    undecided = NodeOptions.DEFAULT.admittedMax() - 1;
    commit(2);
    propose(1);
    assertThat(block.take()).hasSize(1);
  }

  /** The record would have a version that no later write is above. */
  @Test
  void aTimestampThatNoOracleCanHaveGivenIsRefused() throws InterruptedException {
    make(100, 1 << 20);
    for (long farOff : new long[] {(1L << 48) + 1, Long.MAX_VALUE}) {
      commit(farOff);
      propose(1);
      Response refused = client.next();
      assertThat(failure(refused)).isEqualTo(Failure.Code.INVALID);
      assertThat(refused.getFailure().getMessage()).contains(farOff + " is no oracle's");
    }
    newest = 1;
    commit((1L << 48) + 1);
    propose(1);
    assertThat(block.take()).hasSize(1);
  }

  @Test
  void nothingIsOrderedWhileWhatIsUndecidedIsTooLong() throws InterruptedException {
    make(100, 1 << 20);
    undecidedBytes = Proposer.UNDECIDED_BYTES_MAX;
    commit(1);
    propose(1);
    Response refused = client.next();
    assertThat(failure(refused)).isEqualTo(Failure.Code.BUSY);
    assertThat(refused.getFailure().getMessage())
        .startsWith("transactions of 134217728 bytes of memory are ordered and undecided");
    assertThat(node.clients().waiters().size()).isZero();
    undecidedBytes = Proposer.UNDECIDED_BYTES_MAX - 1;
    commit(2);
    propose(1);
    assertThat(block.take()).hasSize(1);
  }

  @Test
  void aBlockThatHasEnoughTransactionsIsFullUntilItIsTaken() throws InterruptedException {
    make(3, 1 << 20);
    for (int i = 1; i <= 7; i++) {
      commit(i);
    }
    propose(7);
    assertThat(block.isFull()).isTrue();
    assertThat(block.take()).hasSize(3);
    propose(7);
    assertThat(block.take()).hasSize(3);
    propose(7);
    assertThat(block.isFull()).isFalse();
    assertThat(block.take()).hasSize(1);
  }

  @Test
  void aTransactionForWhichABlockHasNoRoomIsTheFirstOfTheNext() throws InterruptedException {
    make(1000, 3000);
    for (int i = 1; i <= 5; i++) {
      commit(i, 1000);
    }
    propose(5);
    assertThat(block.isFull()).isTrue();
    assertThat(block.take()).extracting(CheckedTransaction::timestamp).containsExactly(1L, 2L);
    propose(5);
    assertThat(block.take()).extracting(CheckedTransaction::timestamp).containsExactly(3L, 4L);
    propose(5);
    assertThat(block.take()).extracting(CheckedTransaction::timestamp).containsExactly(5L);
    assertThat(block.isFull()).isFalse();
  }

  @Test
  void theReplicaIsToldWhenAllThatCameTogetherIsInTheBlockAndWhenItIsFull()
      throws InterruptedException {
    make(2, 1 << 20);
    for (int i = 1; i <= 3; i++) {
      commit(i);
    }
    propose(1);
    assertThat(told).isEmpty();
    propose(1);
    assertThat(told).as("the block is full").hasSize(1);
    propose(3);
    assertThat(told).hasSize(1);
    block.take();
    propose(1);
    assertThat(told).as("no more has come").hasSize(2);
  }

  @Test
  void theSameTransactionIsNotProposedTwiceWhileItIsUndecided() throws InterruptedException {
    make(100, 1 << 20);
    commit(1);
    commit(1);
    commit(2);
    propose(3);
    assertThat(block.take()).hasSize(2);
    assertThat(node.clients().waiters().size()).isEqualTo(2);
  }

  @Test
  void whatCannotCommitIsRefusedWithTheReason() throws InterruptedException {
    make(1000, 2000);
    node.clients()
        .commits()
        .offer(client.commit(at(1).put("a", "x").signedBy(TestKeys.stranger())));
    commit(2, 3000);
    propose(2);
    assertThat(client.responses())
        .extracting(ProposerTest::failure)
        .containsExactly(Failure.Code.INVALID, Failure.Code.INVALID);
    assertThat(client.responses().get(0).getFailure().getMessage()).contains("signature");
    assertThat(client.responses().get(1).getFailure().getMessage())
        .contains("a block holds at most 2000");
    assertThat(block.isEmpty()).isTrue();
    assertThat(told).isEmpty();
  }

  @Test
  void moreThanTheMostAdmittedIsRefused() throws InterruptedException {
    make(1000, 1 << 20, 3);
    for (int i = 1; i <= 4; i++) {
      commit(i);
    }
    propose(4);
    assertThat(client.responses()).hasSize(1);
    assertThat(failure(client.responses().get(0))).isEqualTo(Failure.Code.BUSY);
    assertThat(client.responses().get(0).getFailure().getMessage()).startsWith("3 transactions");
  }

  @Test
  void anAsyncCommitIsAnsweredWhenItIsAccepted() throws InterruptedException {
    make(100, 1 << 20);
    Request.Builder request = TestConnection.commitRequest(transaction(1, 10));
    request.getCommitBuilder().setAsync(true);
    node.clients().commits().offer(client.call(request));
    propose(1);
    assertThat(client.responses()).hasSize(1);
    assertThat(client.responses().get(0).getCommit().getKnown()).isTrue();
    assertThat(client.responses().get(0).getCommit().getOutcomeValue()).isZero();
  }

  @Test
  void aCommitForWhichTheQueueHasNoRoomIsAnsweredAtOnce() throws InterruptedException {
    make(100, 1 << 20);
    Call call = client.commit(transaction(1, 10));
    for (int i = 0; i < 8192; i++) {
      node.clients().commit(call);
    }
    assertThat(client.responses()).isEmpty();
    node.clients().commit(call);
    assertThat(failure(client.next())).isEqualTo(Failure.Code.BUSY);
  }
}
