package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.cluster.ClusterConfig.Member;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.StatusRequest;
import io.hybridycsb.veritas.proto.VerifyRequest;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Three nodes over Kafka, some of which are behind what a client has verified. */
class LaggingNodesTest {
  /** Another node is asked after a second, at the earliest. */
  private static final int LITTLE_MS = 900;

  private static final int PLENTY_MS = 60_000;

  /** Another node is asked after a quarter of it. */
  private static final int SOME_MS = 12_000;

  @TempDir private Path dir;

  private final AttestedLedger ledger = blocks(AttestedLedger.overKafka(3), 5);
  private final AttestedLedger behind = blocks(ledger.begunAnew(), 4);

  @AutoClose
  private final FakeCluster cluster =
      new FakeCluster(serving(ledger), serving(ledger), serving(ledger));

  private static AttestedLedger blocks(AttestedLedger ledger, int count) {
    for (int i = 0; i < count; i++) {
      ledger.block(Map.of("k", "v" + i));
    }
    return ledger;
  }

  /** Holds what asks for a height that it doesn't have, as a real node does. */
  private static FakeNode.Behaviour serving(AttestedLedger ledger) {
    return (request, answers) -> {
      VerifyRequest verify = request.getVerify();
      Response.Builder response = Response.newBuilder().setId(request.getId());
      if (request.hasStatus()) {
        response.getStatusBuilder().setDecidedHeight(ledger.height());
      } else if (verify.getMinHeight() > ledger.height()) {
        return;
      } else if (verify.getHead()) {
        long from = verify.getFromHeight();
        response.setVerify(ledger.head(from == 0 ? ledger.height() : from));
      } else {
        response.setVerify(ledger.prove("k", ledger.height()));
      }
      answers.send(response);
    };
  }

  private VeritasClient client(int timeoutMs) {
    ClusterConfig config = ledger.config("", cluster.clientKey());
    List<Member> members =
        IntStream.range(0, 3)
            .mapToObj(
                i -> {
                  Member member = config.nodes().get(i);
                  String address = cluster.node(i + 1).address();
                  return new Member(member.name(), address, member.publicKey());
                })
            .toList();
    return cluster.connected(
        config.withNodes(members),
        ClientOptions.DEFAULT
            .withTimeoutMs(timeoutMs)
            .withReads(ReadLevel.LOCAL)
            .withState(Optional.of(dir.resolve("verified-state"))));
  }

  @BeforeEach
  void keepTheNewestBlock() {
    try (VeritasClient client = client(PLENTY_MS)) {
      assertThat(client.session(0).verify("t", "k").height()).isEqualTo(5);
    }
    cluster.node(1).behave(serving(behind));
  }

  @Test
  void aNodeThatLagsIsTakenForNoRollbackAndIsLeft() {
    try (VeritasClient client = client(SOME_MS)) {
      Session session = client.session(0);
      assertThat(session.verify("t", "k").height()).isEqualTo(5);
      int asked = cluster.node(1).requests().size();
      assertThat(session.verify("t", "k").height()).isEqualTo(5);
      assertThat(cluster.node(1).requests()).hasSize(asked);
    }
  }

  @Test
  void aNodeThatLagsIsLeftEvenIfThereIsNoTimeToAskAnother() {
    Session session = client(LITTLE_MS).session(0);
    assertThat(FakeCluster.answer(() -> session.verify("t", "k")).height()).isEqualTo(5);
  }

  @Test
  void asFewNodesAsMayLieProveNoRollback() {
    cluster.node(2).behave(FakeNode.failing(Failure.Code.UNAVAILABLE, "starting"));
    cluster.node(3).behave(FakeNode.failing(Failure.Code.UNAVAILABLE, "starting"));
    assertThatExceptionOfType(Unavailable.class)
        .isThrownBy(this::verifyHastily)
        .withMessageContaining("no answer from");
  }

  @Test
  void aNodeThatHasTheBlockProvesThatThereIsNoRollback() {
    cluster.node(2).behave(serving(behind));
    assertThatExceptionOfType(Unavailable.class)
        .isThrownBy(this::verifyHastily)
        .withMessageContaining("no answer from");
  }

  @Test
  void moreNodesThanMayLieProveARollback() {
    cluster.node(2).behave(serving(behind));
    cluster.node(3).behave(FakeNode.failing(Failure.Code.UNAVAILABLE, "starting"));
    assertThat(FakeCluster.failure(this::verifyHastily))
        .isInstanceOf(VerificationFailed.class)
        .hasMessageContaining("the newest shown has height 4, but height 5 was");
  }

  @Test
  void aNodeThatLiesAboutTheLedgerDoesNotKeepSessionsAtOthersFromProvingIt() {
    FakeNode liar = cluster.node(1);
    liar.behave(serving(blocks(AttestedLedger.overKafka(3), 6)));
    VeritasClient client = client(PLENTY_MS);
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> client.session(0).verify("t", "k"))
        .withMessage("only 0 nodes have signed the state root at height 6; 3 are needed");
    assertThat(client.session(1).verify("t", "k").height()).isEqualTo(5);
  }

  /** Within less time than after which another node is asked. */
  private void verifyHastily() {
    VeritasClient client = client(LITTLE_MS);
    connect(client);
    client.session(0).verify("t", "k");
  }

  private static void connect(VeritasClient client) {
    Request.Builder status = Request.newBuilder().setStatus(StatusRequest.getDefaultInstance());
    client.askAll(status, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(PLENTY_MS));
  }
}
