package io.hybridycsb.ycsb.fabric;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.grpc.Status.Code;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.hyperledger.fabric.protos.peer.TxValidationCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

/** How the binding deals with peers that fail; it is tested with real ones elsewhere. */
@SuppressWarnings("JdkObsolete") // YCSB's interface has vectors
class FabricClientTest {
  private static final io.grpc.Status LATE = Code.DEADLINE_EXCEEDED.toStatus();

  @TempDir private Path dir;
  private final FakeGateway first = make();
  private final FakeGateway second = make();
  private final List<String> fatal = new ArrayList<>();
  private final FabricClient client = new FabricClient();

  private static FakeGateway make() {
    try {
      return new FakeGateway();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void connect(Map<String, String> more) throws Exception {
    Properties properties = new Properties();
    properties.putAll(TestIdentity.properties(dir, first.address() + "," + second.address()));
    for (String name : List.of("connect.timeout", "timeout", "commit.timeout")) {
      properties.put("fabric." + name + ".ms", "60000");
    }
    properties.putAll(more);
    client.endBy(fatal::add);
    client.setProperties(properties);
    client.init();
    first.forgetCalls();
    second.forgetCalls();
  }

  @AfterEach
  void close() throws Exception {
    client.cleanup();
    first.close();
    second.close();
  }

  private Status insert() {
    Map<String, ByteIterator> values = Map.of("field0", new StringByteIterator("value"));
    return client.insert("usertable", "user1", values);
  }

  private Status scan(int count) {
    return client.scan("usertable", "user1", count, null, new Vector<>());
  }

  private Status read() {
    return client.read("usertable", "user1", null, new HashMap<>());
  }

  @Test
  void aWriteIsEndorsedSubmittedAndAwaited() throws Exception {
    connect(Map.of());

    assertThat(insert()).isEqualTo(Status.OK);
    assertThat(first.calls()).containsExactly("endorse", "submit", "status");
    assertThat(second.calls()).isEmpty();
  }

  @Test
  void aTransactionIsOneCallOfTheChaincodeAndOneThatOnlyReadsIsNoneInTheLedger() throws Exception {
    connect(Map.of());
    Transaction writes = Transactions.ofThread().begin();
    writes.read("usertable", "user1");
    writes.put("usertable", "user1", Map.of("field0", new byte[] {1}));
    assertThat(writes.commit()).isEqualTo(Status.OK);
    assertThat(first.calls()).containsExactly("evaluate", "endorse", "submit", "status");
    assertThat(writes.versionMade("usertable", "user1")).isPositive();

    first.forgetCalls();
    Transaction reads = Transactions.ofThread().begin();
    assertThat(reads.read("usertable", "user1")).isEmpty();
    assertThat(reads.commit()).isEqualTo(Status.OK);
    assertThat(first.calls()).containsExactly("evaluate", "evaluate");
  }

  @Test
  void aTransactionWithAConflictIsAborted() throws Exception {
    connect(Map.of());
    first.validateAs(TxValidationCode.MVCC_READ_CONFLICT);
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put("usertable", "user1", Map.of("field0", new byte[] {1}));

    assertThat(transaction.commit()).isEqualTo(Statuses.ABORTED);
  }

  @Test
  void anAsynchronousTransactionIsOnlyAccepted() throws Exception {
    connect(Map.of("fabric.commit", "async"));
    Transaction transaction = Transactions.ofThread().begin();
    transaction.put("usertable", "user1", Map.of("field0", new byte[] {1}));

    assertThat(transaction.commit()).isEqualTo(Status.BATCHED_OK);
  }

  @Test
  void anAsynchronousWriteIsNotAwaited() throws Exception {
    connect(Map.of("fabric.commit", "async"));

    assertThat(insert()).isEqualTo(Status.OK);
    assertThat(first.calls()).containsExactly("endorse", "submit");
  }

  @Test
  void anEmptyAnswerToAReadIsNotFound() throws Exception {
    connect(Map.of());

    assertThat(read()).isEqualTo(Status.NOT_FOUND);
    assertThat(first.calls()).containsExactly("evaluate");
  }

  @Test
  void aConflictIsAnAbort() throws Exception {
    connect(Map.of());
    first.validateAs(TxValidationCode.MVCC_READ_CONFLICT);

    assertThat(insert()).isEqualTo(Statuses.ABORTED);
  }

  @Test
  void anAbortIsTriedAgainAsOftenAsAskedForEndorsedAnew() throws Exception {
    connect(Map.of("fabric.retries", "2"));
    first.validateAs(TxValidationCode.MVCC_READ_CONFLICT);

    assertThat(insert()).isEqualTo(Statuses.ABORTED);
    assertThat(first.calls().stream().filter("endorse"::equals)).hasSize(3);
  }

  @Test
  void aTransactionThatBreaksThePolicyIsAnError() throws Exception {
    connect(Map.of());
    first.validateAs(TxValidationCode.ENDORSEMENT_POLICY_FAILURE);

    assertThat(insert()).isEqualTo(Status.ERROR);
  }

  @Test
  void aCommitStatusThatDoesNotComeInTimeIsUnknownAndNothingIsSubmittedTwice() throws Exception {
    connect(Map.of("fabric.commit.timeout.ms", "5000", "fabric.retries", "5"));
    first.keepSilent(true);

    assertThat(insert()).isEqualTo(Statuses.UNKNOWN);
    assertThat(first.calls()).containsExactly("endorse", "submit", "status");
    assertThat(second.calls()).isEmpty();
  }

  @Test
  void anUnknownOutcomeIsAskedForAgainAtTheEnd() throws Exception {
    connect(Map.of("fabric.commit.timeout.ms", "3000"));
    first.keepSilent(true);
    assertThat(insert()).isEqualTo(Statuses.UNKNOWN);
    first.keepSilent(false);
    first.forgetCalls();

    client.cleanup();

    assertThat(first.calls()).containsExactly("status");
  }

  @Test
  void whatMayHaveBeenSubmittedIsLookedForInTheLedgerAndNotSubmittedAgain() throws Exception {
    connect(Map.of());
    first.fail("submit", Code.UNAVAILABLE.toStatus());

    assertThat(insert()).isEqualTo(Status.OK);
    assertThat(first.calls()).containsExactly("endorse", "submit", "status");
  }

  @Test
  void whenThePeerIsDeadTheNextOneServes() throws Exception {
    connect(Map.of());
    first.close();

    assertThat(read()).isEqualTo(Status.NOT_FOUND);
    assertThat(insert()).isEqualTo(Status.OK);
    assertThat(second.calls()).containsExactly("evaluate", "endorse", "submit", "status");
  }

  @Test
  void aPeerThatDoesNotAnswerAReadInTimeIsNotAskedAgain() throws Exception {
    connect(Map.of());
    first.fail("evaluate", LATE);

    assertThat(read()).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(read()).isEqualTo(Status.NOT_FOUND);
    assertThat(first.calls()).containsExactly("evaluate");
    assertThat(second.calls()).containsExactly("evaluate");
  }

  @Test
  void aPeerThatDoesNotEndorseInTimeIsNotAskedAgain() throws Exception {
    connect(Map.of());
    first.fail("endorse", LATE);

    assertThat(insert()).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(insert()).isEqualTo(Status.OK);
    assertThat(second.calls()).containsExactly("endorse", "submit", "status");
  }

  @Test
  void aPeerThatDoesNotSubmitInTimeIsNotAskedForTheOutcome() throws Exception {
    connect(Map.of());
    first.fail("submit", LATE);

    assertThat(insert()).isEqualTo(Status.OK);
    assertThat(first.calls()).containsExactly("endorse", "submit");
    assertThat(second.calls()).containsExactly("status");
  }

  @Test
  void aPeerThatDoesNotTellAnOutcomeInTimeIsNotAskedAgainAndAtTheEndAnotherIs() throws Exception {
    connect(Map.of());
    first.fail("status", LATE);

    assertThat(insert()).isEqualTo(Statuses.UNKNOWN);
    assertThat(read()).isEqualTo(Status.NOT_FOUND);
    assertThat(first.calls()).containsExactly("endorse", "submit", "status");
    client.cleanup();
    assertThat(second.calls()).containsExactly("evaluate", "status");
  }

  @Test
  void aScanOfMoreRecordsThanAnAnswerHoldsIsRefusedNotCut() throws Exception {
    connect(Map.of());

    assertThat(scan(100_001)).isEqualTo(Status.BAD_REQUEST);
    assertThat(first.calls()).isEmpty();
    assertThat(scan(100_000)).isEqualTo(Status.OK);
  }

  @Test
  void whenAllPeersAreDeadTheServiceIsUnavailable() throws Exception {
    connect(Map.of());
    first.close();
    second.close();

    assertThat(read()).isEqualTo(Status.SERVICE_UNAVAILABLE);
    assertThat(insert()).isEqualTo(Status.SERVICE_UNAVAILABLE);
  }

  @Test
  void anEndorsementThatIsRefusedIsAnErrorAndNothingIsSubmitted() throws Exception {
    connect(Map.of());
    first.fail(
        "endorse",
        Code.UNKNOWN.toStatus().withDescription("chaincode response 500, a key is not empty"));

    assertThat(insert()).isEqualTo(Status.ERROR);
    assertThat(first.calls()).containsExactly("endorse");
  }

  @Test
  void aTableWithoutANameOrAKeyThatNoScanCouldTellIsABadRequest() throws Exception {
    connect(Map.of());

    assertThat(client.delete("", "user1")).isEqualTo(Status.BAD_REQUEST);
    assertThat(client.delete("t", "k".repeat(65_534))).isEqualTo(Status.BAD_REQUEST);
    assertThat(first.calls()).isEmpty();
  }

  @Test
  void aWrongKeyFileIsFatalAndNamed() throws Exception {
    connect(Map.of());
    client.cleanup();
    Properties properties = new Properties();
    properties.putAll(client.getProperties());
    properties.put("fabric.key", properties.get("fabric.cert"));
    FabricClient wrong = new FabricClient();
    wrong.endBy(fatal::add);
    wrong.setProperties(properties);

    assertThatThrownBy(wrong::init).isInstanceOf(DBException.class);
    assertThat(fatal)
        .containsExactly(
            "fabric: %s is no EC private key, PKCS#8 in PEM".formatted(dir.resolve("cert.pem")));
  }

  @Test
  void aPeerThatIsAwayIsTriedAgainEverySecond() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    try (ServerSocket refusing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      countAndRefuse(refusing, attempts);
      String peers = "127.0.0.1:%d,%s".formatted(refusing.getLocalPort(), second.address());
      connect(Map.of("fabric.connections", "1", "fabric.peers", peers));
      second.close();
      // The channel's own pauses would make the tenth attempt after 113 seconds, give or take 20 %.
      Awaitility.await()
          .atMost(Duration.ofSeconds(75))
          .until(() -> read() != Status.OK && attempts.get() >= 10);
    }
  }

  private static void countAndRefuse(ServerSocket socket, AtomicInteger attempts) {
    new Thread(
            () -> {
              try {
                while (true) {
                  socket.accept().close();
                  attempts.incrementAndGet();
                }
              } catch (IOException e) {
                // The socket is closed: the test is over.
              }
            })
        .start();
  }
}
