package io.hybridycsb.veritas.core.read;

import static io.hybridycsb.veritas.core.testing.Patience.await;
import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static io.hybridycsb.veritas.core.testing.TestTransactions.key;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import io.hybridycsb.smt.Proof;
import io.hybridycsb.smt.Verifier;
import io.hybridycsb.veritas.core.consensus.log.Attested;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestLedger;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyReply;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class VerifyServiceTest {
  private final InMemoryStateStore database = new InMemoryStateStore();
  private final TestLedger ledger = new TestLedger(new InMemoryLedgerStore(), database);
  private final Attested attested = new Attested(ledger.ledger(), 2);
  private final ReadGate gate = new ReadGate();

  @AutoClose("shutdownNow")
  private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();

  private final TestConnection client = new TestConnection();
  private final AppliedHeight applied = new AppliedHeight(0);
  private final VerifyService service =
      new VerifyService(
          ledger.ledger(),
          ledger.tree(),
          ledger.data().store().forReaders(),
          gate,
          applied,
          attested.attestations(),
          executor);

  @BeforeEach
  void twoBlocks() {
    commit(at(1).put("a", "x").checked());
    commit(at(2).put("b", "y").checked());
  }

  private void commit(CheckedTransaction transaction) {
    applied.begin(ledger.ledger().head().height() + 1);
    ledger.commit(transaction);
    applied.advance(ledger.ledger().head().height());
  }

  private void attest(long height) {
    attest("node1", height);
    attest("node2", height);
  }

  private void attest(String voter, long height) {
    attested.add(voter, height, ledger.ledger().hash(height));
  }

  private static Request.Builder verify(String name) {
    return Request.newBuilder()
        .setVerify(VerifyRequest.newBuilder().setKey(ByteString.copyFrom(key(name).bytes())));
  }

  private Response answer() {
    await().until(() -> client.responses().size() == 1);
    return client.responses().get(0);
  }

  private boolean isProved(VerifyReply reply, String name) {
    byte[] root =
        LedgerBlocks.header(reply.getHeaders(0).toByteArray()).getStateRoot().toByteArray();
    Proof proof = Proof.decodeCompact(reply.getProof().toByteArray());
    byte[] path = key(name).bytes();
    return reply.getValue().isEmpty()
        ? Verifier.verifyAbsence(root, path, proof)
        : Verifier.verifyMembership(root, path, reply.getValue().toByteArray(), proof);
  }

  @Test
  void aValueComesWithItsProofAndTheVotesThatAttestIt() {
    attest(2);
    service.submit(client.call(verify("a")));
    VerifyReply reply = answer().getVerify();
    assertThat(StateValue.version(reply.getValue().toByteArray())).isEqualTo(1);
    assertThat(isProved(reply, "a")).isTrue();
    assertThat(reply.getVotesCount()).isEqualTo(2);
    assertThat(reply.getHeadersCount()).isEqualTo(1);
  }

  @Test
  void anAbsenceIsProvedToo() {
    attest(2);
    service.submit(client.call(verify("nowhere")));
    assertThat(answer().getVerify().getValue()).isEqualTo(ByteString.EMPTY);
    assertThat(isProved(answer().getVerify(), "nowhere")).isTrue();
  }

  @Test
  void theAnswerWaitsForTheAttestationOfWhatIsDecided() {
    attest("node1", 2);
    attest("node2", 1);
    service.submit(client.call(verify("b")));
    assertThat(client.responses()).isEmpty();
    attest("node2", 2);
    assertThat(isProved(answer().getVerify(), "b")).isTrue();
  }

  @Test
  void theAnswerWaitsForUndecidedWritersOfTheKey() {
    attest(2);
    gate.close(at(3).put("a", "z").checked());
    service.submit(client.call(verify("a")));
    commit(at(3).put("a", "z").checked());
    attest(3);
    assertThat(client.responses()).isEmpty();
    gate.open(at(3).put("a", "z").checked());
    assertThat(StateValue.version(answer().getVerify().getValue().toByteArray())).isEqualTo(3);
    assertThat(isProved(answer().getVerify(), "a")).isTrue();
  }

  private static Request.Builder head(long from) {
    return Request.newBuilder()
        .setVerify(VerifyRequest.newBuilder().setHead(true).setFromHeight(from));
  }

  @Test
  void theNewestAttestedHeaderComesWithThoseFromAKnownOneOn() {
    attest(2);
    service.submit(client.call(head(1)));
    VerifyReply reply = answer().getVerify();
    assertThat(reply.getHeadHeight()).isEqualTo(2);
    assertThat(reply.getHeadersCount()).isEqualTo(2);
    assertThat(LedgerBlocks.header(reply.getHeaders(0).toByteArray()).getHeight()).isEqualTo(1);
    assertThat(reply.getVotesCount()).isEqualTo(2);
  }

  @Test
  void theNewestAttestedHeaderComesAloneWhenNoneIsKnown() {
    attest(2);
    service.submit(client.call(head(0)));
    assertThat(answer().getVerify().getHeadHeight()).isEqualTo(2);
    assertThat(answer().getVerify().getHeadersCount()).isEqualTo(1);
  }

  @Test
  void aHeaderThatIsNotAttestedYetIsRefused() {
    attest(2);
    service.submit(client.call(head(3)));
    assertThat(answer().getFailure().getMessage())
        .isEqualTo("height 3 is newer than the newest attested block, which has height 2");
  }

  @Test
  void ofMoreHeadersThanOneAnswerTakesTheFirstComeWithoutTheNewest() {
    for (int i = 0; i < VerifyService.HEADERS_MAX - 1; i++) {
      commit(at(3 + i).put("a", "z").checked());
    }
    attest(VerifyService.HEADERS_MAX + 1);
    service.submit(client.call(head(1)));
    VerifyReply reply = answer().getVerify();
    assertThat(reply.getHeadersCount()).isEqualTo(VerifyService.HEADERS_MAX);
    assertThat(LedgerBlocks.header(reply.getHeaders(0).toByteArray()).getHeight()).isEqualTo(1);
    assertThat(reply.getHeadHeight()).isZero();
    assertThat(reply.getVotesCount()).isZero();
  }

  @Test
  void noMoreWaitForTheirProofsThanMay() {
    attest(2);
    CheckedTransaction writer = at(3).put("a", "z").checked();
    gate.close(writer);
    for (int i = 0; i < VerifyService.CALLS_MAX; i++) {
      service.submit(client.call(verify("a")));
    }
    assertThat(client.responses()).isEmpty();
    service.submit(client.call(verify("b")));
    assertThat(answer().getFailure().getCode()).isEqualTo(Failure.Code.BUSY);
    gate.open(writer);
    await().until(() -> client.responses().size() == VerifyService.CALLS_MAX + 1);
    service.submit(client.call(verify("b")));
    await().until(() -> client.responses().size() == VerifyService.CALLS_MAX + 2);
    Response last = client.responses().get(VerifyService.CALLS_MAX + 1);
    assertThat(isProved(last.getVerify(), "b")).isTrue();
  }

  @Test
  void whenNobodyAttestsTheCallFailsAtItsDeadline() {
    service.submit(client.call(verify("a"), System.nanoTime()));
    assertThat(answer().getFailure().getCode()).isEqualTo(Failure.Code.TIMEOUT);
    assertThat(answer().getFailure().getMessage()).contains("height 2");
  }

  @Test
  void aValueThatWasChangedInTheDatabaseFailsItsProof() {
    attest(2);
    byte[] value = StateValue.put(1, new byte[0]);
    database.tamper(key("a").bytes(), value);
    service.submit(client.call(verify("a")));
    assertThat(answer().getVerify().getValue().toByteArray()).isEqualTo(value);
    assertThat(isProved(answer().getVerify(), "a")).isFalse();
  }

  @Test
  void aValueThatChangesWithEachBlockIsProvedAtTheHeightThatItIsOf() {
    attest(2);
    service.submit(client.call(verify("a")));
    // The attested block is never the newest.
    commit(at(3).put("a", "v").checked());
    await()
        .pollInSameThread()
        .pollInterval(Duration.ofMillis(1))
        .until(
            () -> {
              long height = ledger.ledger().head().height();
              commit(at(height + 1).put("a", "v").checked());
              attest(height);
              return !client.responses().isEmpty();
            });
    assertThat(isProved(answer().getVerify(), "a")).isTrue();
  }

  @Test
  void aLostDatabaseIsSaidSo() {
    attest(2);
    database.lose();
    service.submit(client.call(verify("a")));
    assertThat(answer().getFailure().getCode()).isEqualTo(Failure.Code.UNAVAILABLE);
  }
}
