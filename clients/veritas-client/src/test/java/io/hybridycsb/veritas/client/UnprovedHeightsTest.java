package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.CommitReply;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.GetReply;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import io.hybridycsb.veritas.proto.VerifyReply;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One node of four invents heights; verified reads go on through the others. */
class UnprovedHeightsTest {
  private static final long INVENTED = 1L << 40;
  private static final long HEIGHT = 2;

  /**
   * With ample time for the honest nodes to answer, after a height that only one node has named was
   * waited for, which is two seconds.
   */
  private static final ClientOptions OPTIONS =
      ClientOptions.DEFAULT.withTimeoutMs(8_000).withReads(ReadLevel.LOCAL);

  @TempDir private Path dir;

  @AutoClose
  private final FakeCluster cluster =
      new FakeCluster(
          FakeNode.silent(),
          honest(VerifyReply.getDefaultInstance()),
          honest(VerifyReply.getDefaultInstance()),
          honest(VerifyReply.getDefaultInstance()));

  private final FakeNode liar = cluster.node(1);

  /** As a real node does, it doesn't answer before it is at the height asked for. */
  private static FakeNode.Behaviour honest(VerifyReply proof) {
    return (request, answers) -> {
      Response.Builder response = Response.newBuilder().setId(request.getId());
      long least = Math.max(request.getGet().getMinHeight(), request.getVerify().getMinHeight());
      if (least <= HEIGHT) {
        switch (request.getCallCase()) {
          case GET -> response.setGet(answer("", HEIGHT, HEIGHT));
          case STATUS -> response.getStatusBuilder().setDecidedHeight(HEIGHT);
          case VERIFY -> response.setVerify(proof);
          default -> throw new AssertionError("not expected: " + request);
        }
        answers.send(response);
      }
    };
  }

  private static GetReply answer(String value, long height, long newest) {
    return GetReply.newBuilder()
        .addValues(ByteString.copyFromUtf8(value))
        .setHeight(height)
        .setNewestHeight(newest)
        .build();
  }

  private static CommitReply.Builder committed(long height) {
    return CommitReply.newBuilder().setKnown(true).setHeight(height).setOutcome(Outcome.COMMITTED);
  }

  /** Refuses whatever is neither a read nor a commit. */
  private void lie(Function<Long, GetReply> answer) {
    liar.behave(
        (request, answers) -> {
          Response.Builder response = Response.newBuilder().setId(request.getId());
          switch (request.getCallCase()) {
            case GET -> response.setGet(answer.apply(request.getGet().getMinHeight()));
            case COMMIT -> response.setCommit(committed(INVENTED));
            default -> response.getFailureBuilder().setCode(Failure.Code.UNAVAILABLE);
          }
          answers.send(response);
        });
  }

  @BeforeEach
  void inventHeights() {
    lie(least -> answer("version8", INVENTED, INVENTED));
  }

  /** Tells this height of commits and where it is, and answers nothing else. */
  private void lieAbout(long height) {
    liar.behave(
        (request, answers) -> {
          Response.Builder response = Response.newBuilder().setId(request.getId());
          switch (request.getCallCase()) {
            case COMMIT -> response.setCommit(committed(height));
            case STATUS -> response.getStatusBuilder().setDecidedHeight(height);
            default -> response.getFailureBuilder().setCode(Failure.Code.UNAVAILABLE);
          }
          answers.send(response);
        });
  }

  /** A client that the first node has told of a commit. */
  private VeritasClient clientOfACommit() {
    VeritasClient client = cluster.client(cluster.startOracle(dir), OPTIONS);
    assertThat(client.session(0).begin().put("t", "k", Map.of()).commit().isCommitted()).isTrue();
    return client;
  }

  /** Of a client whose nodes may take their time: nothing here is waited for in vain. */
  private Session patientSession() {
    return cluster.chainClient(ClientOptions.DEFAULT.withReads(ReadLevel.LOCAL)).session(0);
  }

  @Test
  void aReadOfAHeightThatTooFewNodesHaveReachedIsNotProvedAndItsNodeIsNamed() {
    Session session = cluster.chainClient(OPTIONS).session(0);
    List<SeenRecord.Receipt> reads = List.of(session.getSeen("t", "k").receipt());
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(() -> session.verifySeen(reads))
        .withMessage(
            "%s has told a read the height %d, which as many nodes as decide a block have not"
                + " reached",
            liar.address(), INVENTED);
  }

  @Test
  void anInventedCommitOverKafkaHoldsUpVerifiedReadsForAWhileOnly() {
    VerifyReply proof = AttestedLedger.overKafka(4).block(Map.of("k", "v")).prove("k", 1);
    IntStream.rangeClosed(2, 4).forEach(n -> cluster.node(n).behave(honest(proof)));
    VeritasClient client = clientOfACommit();
    assertThat(client.seen().requiredOfProofs()).isEqualTo(INVENTED);
    // The fake nodes have other keys than the ledger's, so that a proof is refused when it comes.
    for (int i = 1; i <= 3; i++) {
      Session session = client.session(i);
      assertThatExceptionOfType(VeritasException.VerificationFailed.class)
          .isThrownBy(() -> session.verify("t", "k"));
    }
    assertThat(client.seen().requiredOfProofs()).isEqualTo(HEIGHT);
    assertThatExceptionOfType(VeritasException.VerificationFailed.class)
        .isThrownBy(() -> client.session(1).head());
  }

  @Test
  void aLiarsOwnStatusSettlesNothing() {
    VerifyReply proof = AttestedLedger.overKafka(4).block(Map.of("k", "v")).prove("k", 1);
    IntStream.rangeClosed(2, 4).forEach(n -> cluster.node(n).behave(honest(proof)));
    lieAbout(INVENTED);
    AtomicBoolean wasAsked = new AtomicBoolean();
    FakeNode.Behaviour usual = honest(proof);
    cluster
        .node(2)
        .behave(
            (request, answers) -> {
              if (!request.hasStatus() || wasAsked.getAndSet(true)) {
                usual.on(request, answers);
              }
            });
    VeritasClient client = clientOfACommit();
    // The fake nodes have other keys than the ledger's, so that a proof is refused when it comes.
    assertThatExceptionOfType(VeritasException.VerificationFailed.class)
        .isThrownBy(() -> client.session(1).verify("t", "k"));
    assertThat(client.seen().requiredOfProofs()).isEqualTo(HEIGHT);
  }

  @Test
  void anAnswerCountsThatComesWhileNodesAreAskedWhereTheyAre() {
    VerifyReply proof = AttestedLedger.overKafka(4).block(Map.of("k", "v")).prove("k", 1);
    lieAbout(HEIGHT);
    List<Runnable> held = new ArrayList<>();
    FakeNode.Behaviour usual = honest(proof);
    IntStream.rangeClosed(2, 4)
        .forEach(
            n ->
                cluster
                    .node(n)
                    .behave(
                        (request, answers) -> {
                          synchronized (held) {
                            if (request.hasStatus()) {
                              held.forEach(Runnable::run);
                              held.clear();
                            } else {
                              held.add(() -> usual.on(request, answers));
                            }
                          }
                        }));
    VeritasClient client = clientOfACommit();
    assertThatExceptionOfType(VeritasException.VerificationFailed.class)
        .isThrownBy(() -> client.session(1).verify("t", "k"));
  }

  @Test
  void anAbsenceThatIsNeverOfOneHeightIsAskedOfAnotherNode() {
    lie(least -> answer("", least, least + 1));
    SeenRecord seen = patientSession().getSeen("t", "k");
    assertThat(seen.receipt().height()).isEqualTo(HEIGHT);
    assertThat(liar.requests()).hasSize(3);
  }

  @Test
  void aValueThatMayBeOfMoreBlocksThanNodesLookForIsAskedOfAnotherNode() {
    lie(least -> answer("version8", least, least + SeenRecord.BLOCKS_MAX + 1));
    assertThat(patientSession().getSeen("t", "k").record()).isEmpty();
    assertThat(liar.requests()).filteredOn(Request::hasGet).hasSize(1);
  }
}
