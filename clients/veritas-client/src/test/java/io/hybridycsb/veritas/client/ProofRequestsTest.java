package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasException.VerificationFailed;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which nodes are asked for proofs, and for which height. */
class ProofRequestsTest {
  private static final int PLENTY_MS = 60_000;
  private static final int LITTLE_MS = 300;
  private static final ClientOptions LOCAL =
      ClientOptions.DEFAULT.withTimeoutMs(PLENTY_MS).withReads(ReadLevel.LOCAL);

  @TempDir private Path dir;

  @AutoClose
  private final FakeCluster cluster =
      new FakeCluster(
          FakeNode.serving("node1", new byte[0], Outcome.COMMITTED),
          FakeNode.serving("node2", new byte[0], Outcome.COMMITTED));

  private final FakeNode node1 = cluster.node(1);
  private final FakeNode node2 = cluster.node(2);

  private static FakeNode.Behaviour proving(VerifyReply reply) {
    return (request, answers) ->
        answers.send(Response.newBuilder().setId(request.getId()).setVerify(reply));
  }

  /** There is nothing; up to a height, answers may be of five heights more. */
  private static FakeNode.Behaviour absent(long restless) {
    return (request, answers) -> {
      long height = request.getGet().getMinHeight();
      answers.send(
          Response.newBuilder()
              .setId(request.getId())
              .setGet(
                  GetReply.newBuilder()
                      .addValues(ByteString.EMPTY)
                      .setHeight(height)
                      .setNewestHeight(height < restless ? height + 5 : height)));
    };
  }

  private static long lastMinHeight(FakeNode node) {
    Request last = node.requests().get(node.requests().size() - 1);
    return last.hasGet() ? last.getGet().getMinHeight() : last.getVerify().getMinHeight();
  }

  @Test
  void aProofThatOneNodeRefusesIsAskedOfTheNext() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    node2.behave(proving(VerifyReply.getDefaultInstance()));
    VeritasClient client = cluster.client("127.0.0.1:1", LOCAL);
    SeenRecord.Receipt receipt = AttestedLedger.claim("k", null, 1);
    List<Runnable> calls =
        List.of(
            () -> client.session(0).verify("t", "k"),
            () -> client.session(0).verifyAt("t", "k", 1),
            () -> client.session(0).verifySeen(List.of(receipt)),
            () -> client.session(0).head());
    for (Runnable call : calls) {
      assertThatExceptionOfType(VerificationFailed.class)
          .isThrownBy(call::run)
          .withMessage("the answer has no block header");
    }
    assertThat(node2.requests()).hasSize(calls.size());
  }

  @Test
  void aProofIsRefusedForGoodOnlyByAllNodes() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "neither"));
    VeritasClient client = cluster.client("127.0.0.1:1", LOCAL);
    assertThatExceptionOfType(VeritasException.Invalid.class)
        .isThrownBy(() -> client.session(0).verify("t", "k"))
        .withMessage("no");
  }

  @Test
  void aNodeThatStartsIsWaitedForAfterAnotherOneHasRefused() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    FakeNode.Behaviour starting = FakeNode.failing(Failure.Code.UNAVAILABLE, "catching up");
    node2.behave(
        (request, answers) -> {
          node2.behave(proving(VerifyReply.getDefaultInstance()));
          starting.on(request, answers);
        });
    Session session = cluster.client("127.0.0.1:1", LOCAL).session(0);
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> session.verify("t", "k"))
        .withMessage("the answer has no block header");
  }

  @Test
  void aProofIsRefusedForGoodByMoreNodesThanMayLieWhileOthersAreSilent() {
    node1.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    node2.behave(FakeNode.silent());
    VeritasClient hasty = cluster.client("127.0.0.1:1", LOCAL.withTimeoutMs(LITTLE_MS));
    assertThat(FakeCluster.failure(() -> hasty.session(0).verify("t", "k")))
        .isInstanceOf(VeritasException.Invalid.class)
        .hasMessage("no");
  }

  @Test
  void ownCommitsAreShownByVerifiedReads() {
    VeritasClient client = cluster.client(cluster.startOracle(dir), LOCAL);
    Session session = client.session(0);
    session.begin().put("t", "k", Map.of()).commit();
    node1.behave(absent(0));
    session.get("t", "k");
    assertThat(lastMinHeight(node1)).isZero();
    session.getSeen("t", "k");
    assertThat(lastMinHeight(node1)).isEqualTo(3);
  }

  @Test
  void aCommitWhoseOutcomeWasAskedForLaterIsShownToo() {
    VeritasClient client = cluster.client(cluster.startOracle(dir), LOCAL);
    Session session = client.session(0);
    Txn txn = session.begin().put("t", "k", Map.of());
    node1.behave(FakeNode.cutting());
    node2.behave(FakeNode.failing(Failure.Code.INVALID, "no"));
    assertThat(txn.commit().status()).isEqualTo(CommitResult.Status.UNKNOWN);
    node1.behave(FakeNode.serving("node1", new byte[0], Outcome.COMMITTED));
    node2.behave(FakeNode.serving("node2", new byte[0], Outcome.COMMITTED));
    assertThat(session.query(txn).isCommitted()).isTrue();
    assertThat(client.seen().requiredOfProofs()).isEqualTo(3);
  }

  @Test
  void aReplayedRootIsNotTakenAfterANewerOneWasProved() {
    AttestedLedger ledger = AttestedLedger.overKafka(1).block(Map.of("k", "old"));
    VerifyReply old = ledger.prove("k", 1);
    VerifyReply newer = ledger.block(Map.of("k", "new")).prove("k", 2);
    FakeNode node = cluster.opened(FakeNode.start(proving(newer)));
    ClusterConfig config = ledger.config(node.address(), cluster.clientKey());
    Session session = cluster.connected(config, LOCAL.withTimeoutMs(LITTLE_MS)).session(0);
    assertThat(FakeCluster.answer(() -> session.verify("t", "k")).height()).isEqualTo(2);
    node.behave(proving(old));
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(() -> session.verify("t", "k"));
    node.behave(proving(old.toBuilder().setHeadHeight(1).build()));
    assertThat(FakeCluster.failure(session::head))
        .isInstanceOf(VerificationFailed.class)
        .hasMessage("the newest header, at height 1, is before the one at 2 that is known");
  }

  /** A height below those that have been proved since is no less proved. */
  @Test
  void readsProvedTogetherCountAsProvedToo() {
    AttestedLedger ledger = AttestedLedger.overKafka(1).block(Map.of("k", "v"));
    List<SeenRecord.Receipt> reads = List.of(ledger.read("k", 1));
    FakeNode node = cluster.opened(FakeNode.start(proving(ledger.proveSeen(reads, 1))));
    VeritasClient client =
        cluster.connected(ledger.config(node.address(), cluster.clientKey()), LOCAL);
    client.session(0).verifySeen(reads);
    assertThat(client.seen().requiredOfProofs()).isEqualTo(1);
  }

  /** Other nodes may be behind the one that has answered. */
  @Test
  void readsAreProvedFromTheNewestHeightOnThatTheyCanBeOf() {
    node1.behave(proving(VerifyReply.getDefaultInstance()));
    GetReply answer =
        GetReply.newBuilder()
            .addValues(ByteString.copyFrom(new byte[8]))
            .setHeight(7)
            .setNewestHeight(9)
            .build();
    SeenRecord seen = SeenRecord.of(AttestedLedger.key("k"), answer, "node1");
    Session session = cluster.client("127.0.0.1:1", LOCAL).session(0);
    assertThatExceptionOfType(VerificationFailed.class)
        .isThrownBy(() -> session.verifySeen(List.of(seen.receipt())));
    assertThat(lastMinHeight(node1)).isEqualTo(9);
  }

  /** While blocks are applied, an answer may be of any of several heights. */
  @Test
  void anAbsenceThatIsToBeProvedIsReadUntilItIsOfOneHeight() {
    node1.behave(absent(8));
    Session session = cluster.client("127.0.0.1:1", LOCAL).session(0);
    assertThat(session.getSeen("t", "k").receipt().read().getHeight()).isEqualTo(10);
    assertThat(node1.requests().stream().map(each -> each.getGet().getMinHeight()))
        .containsExactly(0L, 5L, 10L);
  }
}
