package io.hybridycsb.veritas.core.read;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.smt.Proof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.log.Attested;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.ledger.StateHistory;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.spi.StateSource;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestContext;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.BlockHeader;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HistoryServiceTest {
  private static final int BLOCKS = 3;

  private final InMemoryStateStore database = new InMemoryStateStore();
  private final TestLedger ledger =
      new TestLedger(
          new InMemoryLedgerStore(),
          database,
          StateSource.NONE,
          TestContext.withHistory(NodeOptions.DEFAULT, BLOCKS));
  private final Attested attested = new Attested(ledger.ledger(), 2);

  @AutoClose("shutdownNow")
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

  private final TestConnection client = new TestConnection();
  private final AppliedHeight applied = new AppliedHeight(0);
  private HistoryService service = service(BLOCKS);

  private HistoryService service(int blocks) {
    StateHistory history =
        new StateHistory(
            ledger.ledger(), ledger.tree(), ledger.data().store().forReaders(), blocks);
    return new HistoryService(
        "node1", ledger.ledger(), history, applied, attested.attestations(), executor);
  }

  @BeforeEach
  void sixBlocks() {
    commit(at(1).put("a", "x").put("b", "x").checked());
    for (int height = 2; height <= 5; height++) {
      commit(at(height).put("a", "v" + height).checked());
    }
    commit(at(6).delete("a").checked());
  }

  private void commit(CheckedTransaction transaction) {
    ledger.commit(transaction);
    applied.advance(ledger.ledger().head().height());
  }

  private void attest(long height) {
    attested.add("node1", height, ledger.ledger().hash(height));
    attested.add("node2", height, ledger.ledger().hash(height));
  }

  private static Request.Builder get(String name, long height) {
    return Request.newBuilder()
        .setVerify(
            VerifyRequest.newBuilder()
                .setKey(ByteString.copyFrom(key(name).bytes()))
                .setAtHeight(height));
  }

  private Response ask(String name, long height) throws InterruptedException {
    service.submit(client.call(get(name, height)));
    return client.next();
  }

  private void assertRefused(long height, String message) throws InterruptedException {
    Response answer = ask("a", height);
    assertThat(answer.getFailure().getCode()).isEqualTo(Failure.Code.INVALID);
    assertThat(answer.getFailure().getMessage()).isEqualTo(message);
  }

  /** The version that a record had; 0 if it was absent. Checks its proof. */
  private long proved(String name, long height) throws InterruptedException {
    VerifyReply reply = ask(name, height).getVerify();
    BlockHeader header = LedgerBlocks.header(reply.getHeaders(0).toByteArray());
    assertThat(header.getHeight()).isEqualTo(height);
    assertThat(reply.getHeadersCount()).isEqualTo(7 - height);
    assertThat(reply.getVotesCount()).isEqualTo(2);
    byte[] root = header.getStateRoot().toByteArray();
    byte[] value = reply.getValue().toByteArray();
    Proof proof = Proof.decodeCompact(reply.getProof().toByteArray());
    byte[] stateKey = key(name).bytes();
    assertThat(
            value.length == 0
                ? Verifier.verifyAbsence(root, stateKey, proof)
                : Verifier.verifyMembership(root, stateKey, value, proof))
        .isTrue();
    return value.length == 0 ? 0 : StateValue.version(value);
  }

  @Test
  void aValueOfThePastComesWithItsProofAndWhatAttestsIt() throws InterruptedException {
    attest(6);
    assertThat(proved("a", 3)).isEqualTo(3);
    assertThat(proved("a", 5)).isEqualTo(5);
    assertThat(proved("a", 6)).isZero();
    assertThat(proved("b", 4)).isEqualTo(1);
    assertThat(proved("nobody", 4)).isZero();
  }

  @Test
  void aHeightThatIsNotKnownIsRefusedWithTheOneThatIs() throws InterruptedException {
    attest(6);
    assertRefused(7, "height 7 is newer than the newest block of node1, which has height 6");
    assertRefused(2, "height 2 is older than what node1 keeps; history is kept from height 3 on");
    assertRefused(
        -1,
        "height 18446744073709551615 is newer than the newest block of node1, which has height 6");
  }

  @Test
  void whoKeepsNoHistorySaysSo() throws InterruptedException {
    service = service(0);
    assertRefused(
        6,
        "history is off on node1; start the nodes with state.history.blocks=N, to keep that of N"
            + " blocks");
  }

  @Test
  void theAnswerWaitsForTheAttestation() throws InterruptedException {
    attest(4);
    service.submit(client.call(get("a", 5)));
    assertThat(client.responses()).isEmpty();
    attest(6);
    assertThat(StateValue.version(client.next().getVerify().getValue().toByteArray())).isEqualTo(5);
  }

  @Test
  void whenNobodyAttestsTheCallFailsAtItsDeadline() throws InterruptedException {
    service.submit(client.call(get("a", 5), System.nanoTime()));
    Failure failure = client.next().getFailure();
    assertThat(failure.getCode()).isEqualTo(Failure.Code.TIMEOUT);
    assertThat(failure.getMessage())
        .isEqualTo("the state at height 5 was not found, or not attested, in time");
  }

  @Test
  void aChangedOrLostDatabaseIsSaidSo() throws InterruptedException {
    attest(6);
    database.tamper(key("b").bytes(), StateValue.put(1, new byte[0]));
    Failure failure = ask("b", 4).getFailure();
    assertThat(failure.getCode()).isEqualTo(Failure.Code.UNAVAILABLE);
    assertThat(failure.getMessage()).endsWith("doesn't give the state at height 4");
    database.lose();
    assertThat(ask("a", 4).getFailure().getCode()).isEqualTo(Failure.Code.UNAVAILABLE);
  }

  @Test
  void noMoreWaitThanMay() throws InterruptedException {
    attest(6);
    CountDownLatch held = new CountDownLatch(1);
    executor.execute(
        () -> {
          try {
            held.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    for (int i = 0; i < HistoryService.CALLS_MAX; i++) {
      service.submit(client.call(get("a", 5)));
    }
    assertThat(ask("a", 5).getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    held.countDown();
    for (int i = 0; i < HistoryService.CALLS_MAX; i++) {
      assertThat(client.next().hasVerify()).isTrue();
    }
    assertThat(proved("a", 5)).isEqualTo(5);
  }
}
