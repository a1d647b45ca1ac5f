package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.crypto.Ed25519;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Calls against fake nodes: which node is asked, how long, and what its answers mean. */
class SessionTest extends AmongTwoNodes {
  @Test
  void sessionsAreSpreadOverTheNodesAndKeepToTheirs() {
    VeritasClient client = client(PLENTY_MS);
    Session first = client.session();
    Session second = client.session();
    for (int i = 0; i < 5; i++) {
      assertThat(first.status().getNode()).isEqualTo("node1");
      assertThat(second.status().getNode()).isEqualTo("node2");
    }
    assertThat(client.session(1).status().getNode()).isEqualTo("node2");
  }

  @Test
  void aReadOfThePastNamesItsHeightAndIsRefusedAsTheNodeSays() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "history is off on node1"));
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "history is off on node2"));
    Session session = client(PLENTY_MS).session(0);
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> session.verifyAt("t", "k", 7))
        .withMessage("history is off on node1");
    VerifyRequest asked = node1.requests().get(node1.requests().size() - 1).getVerify();
    assertThat(asked.getKey().toByteArray()).isEqualTo(StateKey.of("t", "k"));
    assertThat(asked.getAtHeight()).isEqualTo(7);
    assertThat(asked.getMinHeight()).isZero();
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> session.verifyAt("t", "k", 0))
        .withMessage("a height is 1 or greater, not 0");
  }

  @Test
  void aHeightThatTheClientHasSeenIsWaitedFor() {
    VeritasClient client = client(PLENTY_MS);
    Session session = client.session(0);
    client.seen().proved(7);
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    for (long height : new long[] {7, 8}) {
      assertThatExceptionOfType(VeritasException.Invalid.class)
          .isThrownBy(() -> session.verifyAt("t", "k", height));
    }
    assertThat(node1.requests().stream().map(each -> each.getVerify().getMinHeight()))
        .containsExactly(7L, 0L);
  }

  @Test
  void aNodeThatIsGoneIsReplacedByTheNext() {
    Session session = client(PLENTY_MS).session(0);
    assertThat(session.status().getNode()).isEqualTo("node1");
    node1.close();
    assertThat(session.status().getNode()).isEqualTo("node2");
    assertThat(session.get("t", "k").orElseThrow().version()).isEqualTo(7);
  }

  @Test
  void aNodeThatWasNeverThereIsPassedOver() {
    node1.close();
    assertThat(client(PLENTY_MS).session(0).status().getNode()).isEqualTo("node2");
  }

  @Test
  void aNodeThatDoesNotServeYetIsPassedOver() {
    node1.behave(FakeNode.failing(Failure.Code.UNAVAILABLE, "catching up"));
    assertThat(client(PLENTY_MS).session(0).status().getNode()).isEqualTo("node2");
  }

  @Test
  void aConnectionThatBreaksInMidCallLosesNothing() {
    node1.behave(FakeNode.cutting());
    Session session = client(PLENTY_MS).session(0);
    assertThat(session.get("t", "k").orElseThrow().fields().get("b")).isEqualTo(bytes("2"));
    assertThat(node1.requests()).hasSize(1);
  }

  @Test
  void aConnectionThatBrokeIsOpenedAgain() {
    VeritasClient client = client(PLENTY_MS);
    node1.behave(FakeNode.cutting());
    client.session(0).status();
    node1.behave(FakeNode.serving("node1", VALUE, Outcome.COMMITTED));
    assertThat(client.session(0).status().getNode()).isEqualTo("node1");
  }

  @Test
  void aNodeThatComesBackIsUsedAgain() {
    VeritasClient client = client(PLENTY_MS);
    assertThat(client.session(0).status().getNode()).isEqualTo("node1");
    int port = node1.port();
    node1.close();
    assertThat(client.session(0).status().getNode()).isEqualTo("node2");
    node2.close();
    cluster.opened(FakeNode.start(port, FakeNode.serving("again", VALUE, Outcome.COMMITTED)));
    assertThat(client.session(0).status().getNode()).isEqualTo("again");
  }

  /** What a node says may be anything, but must not end the thread that asked. */
  @Test
  void anAnswerThatMakesNoSenseIsAnError() {
    List<Consumer<Response.Builder>> senseless =
        List.of(
            response -> response.getGetBuilder(),
            response -> response.getGetBuilder().addValues(ByteString.copyFromUtf8("x")),
            response -> response.getCommitBuilder(),
            response -> response.getScanBuilder().setMore(true),
            response -> response.getScanBuilder().addKeys(ByteString.copyFromUtf8("k")),
            response ->
                response
                    .getScanBuilder()
                    .addKeys(ByteString.copyFromUtf8("k"))
                    .addValues(ByteString.EMPTY));
    Session session = client(PLENTY_MS).session(0);
    for (Consumer<Response.Builder> answer : senseless) {
      node1.behave(
          (request, answers) -> {
            Response.Builder response = Response.newBuilder().setId(request.getId());
            answer.accept(response);
            answers.send(response);
          });
      boolean isScan = senseless.indexOf(answer) > 2;
      assertThatExceptionOfType(VeritasException.class)
          .isThrownBy(() -> readOrScan(session, isScan))
          .withMessageContaining(node1.address() + " answers what makes no sense to a ");
    }
  }

  private static void readOrScan(Session session, boolean scan) {
    if (scan) {
      session.scan("t", "k", 10);
    } else {
      session.get("t", "k");
    }
  }

  @Test
  void aWrongRequestIsNotTriedElsewhere() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "a scan has at most 10000 records"));
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> client(PLENTY_MS).session(0).scan("t", "k", 10_001))
        .withMessage("a scan has at most 10000 records");
    assertThat(node2.requests()).isEmpty();
  }

  @Test
  void aReadThatOneNodeDidNotAnswerIsWrongIfAnotherSaysSo() {
    node1.behave(FakeNode.cutting());
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "a scan has at most 10000 records"));
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> client(PLENTY_MS).session(0).scan("t", "k", 10_001))
        .withMessage("a scan has at most 10000 records");
  }

  @Test
  void withoutAnyNodeACallEndsAtItsDeadlineAndSaysWhy() {
    node1.close();
    node2.close();
    Session session = client(LITTLE_MS).session(0);
    // The first may end before a connection was refused.
    patiently()
        .until(
            () ->
                catchThrowableOfType(VeritasException.Unavailable.class, session::status)
                    .getMessage(),
            message ->
                message.contains("no connection to 127.0.0.1:")
                    && message.contains("Connection refused"));
  }

  @Test
  void aSilentNodeDoesNotHoldACallBeyondItsDeadlineNorTheSessionAfterIt() {
    VeritasClient client = connectedClient(LITTLE_MS);
    node1.behave(FakeNode.silent());
    Session session = client.session(0);
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(session::status)
        .withMessage("no answer from " + node1.address() + " within " + LITTLE_MS + " ms");
    assertThat(node1.requests())
        .allSatisfy(request -> assertThat(request.getTimeoutMs()).isBetween(1, LITTLE_MS));
    assertThat(FakeCluster.answer(session::status).getNode()).isEqualTo("node2");
  }

  @Test
  void answersAreMatchedToTheirCallsInWhateverOrderTheyCome() throws Exception {
    int calls = 50;
    CountDownLatch allThere = new CountDownLatch(calls);
    List<Runnable> held = new ArrayList<>();
    node1.behave(
        (request, answers) -> {
          byte[] asked = request.getGet().getKeys(0).toByteArray();
          byte[] value = StateValue.put(1, Fields.encode(Map.of("asked", asked)));
          held.add(() -> FakeNode.serving("", value, Outcome.COMMITTED).on(request, answers));
          allThere.countDown();
        });
    VeritasClient client = client(PLENTY_MS);
    ExecutorService threads = Executors.newFixedThreadPool(calls);
    try {
      List<Future<VeritasRecord>> replies =
          IntStream.range(0, calls)
              .mapToObj(
                  i -> threads.submit(() -> client.session(0).get("t", "k" + i).orElseThrow()))
              .toList();
      assertThat(allThere.await(PLENTY_MS, TimeUnit.MILLISECONDS)).isTrue();
      for (int i = held.size() - 1; i >= 0; i--) {
        held.get(i).run();
      }
      for (int i = 0; i < calls; i++) {
        byte[] asked = replies.get(i).get(PLENTY_MS, TimeUnit.MILLISECONDS).fields().get("asked");
        assertThat(StateKey.key(asked)).isEqualTo("k" + i);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void aNodeThatIsAwayIsTriedAgainEverySecond() throws Exception {
    AtomicInteger attempts = new AtomicInteger();
    try (ServerSocket refusing = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread counter =
          new Thread(
              () -> {
                try {
                  while (true) {
                    refusing.accept().close();
                    attempts.incrementAndGet();
                  }
                } catch (IOException e) {
                  // The socket is closed: the test is over.
                }
              });
      counter.start();
      ClusterConfig config = cluster.config("127.0.0.1:1");
      Member away = config.nodes().get(0);
      String address = "127.0.0.1:" + refusing.getLocalPort();
      List<Member> members =
          List.of(new Member(away.name(), address, away.publicKey()), config.nodes().get(1));
      VeritasClient client =
          cluster.connected(
              config.withNodes(members), ClientOptions.DEFAULT.withTimeoutMs(PLENTY_MS));
      // The channel's own pauses would make the tenth attempt after 113 seconds, give or take 20 %.
      await()
          .atMost(75, TimeUnit.SECONDS)
          .until(() -> client.session(0).status() != null && attempts.get() >= 10);
    }
  }

  @Test
  void withoutATimestampOracleBeginSaysSo() {
    VeritasClient client = client("127.0.0.1:1", LITTLE_MS);
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(() -> client.session(0).begin())
        .withMessageStartingWith("no timestamp from 127.0.0.1:1");
  }

  @Test
  void aClientThatTheClusterDoesNotKnowIsToldAtOnce() {
    ClusterConfig config = cluster.config("127.0.0.1:1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> VeritasClient.connect(config, Ed25519.generate(), ClientOptions.DEFAULT))
        .withMessage("the client's key is not among the clients of cluster test");
  }

  /** A client whose connections are up, so that little time is enough for what is tested. */
  private VeritasClient connectedClient(int timeoutMs) {
    VeritasClient client = client(timeoutMs);
    patiently()
        .ignoreExceptions()
        .until(() -> client.session(0).status().getNode().equals("node1"));
    patiently()
        .ignoreExceptions()
        .until(() -> client.session(1).status().getNode().equals("node2"));
    return client;
  }
}
