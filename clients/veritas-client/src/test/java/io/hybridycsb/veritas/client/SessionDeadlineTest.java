package io.hybridycsb.veritas.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.protobuf.ByteString;
import io.hybridycsb.records.Fields;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How long operations of several calls may take: what is left of their time is sent with each. */
class SessionDeadlineTest {
  private static final int CALL_MS = 60_000;
  private static final int WHOLE_MS = 20_000;
  private static final int ANSWER_MS = 20;
  private static final byte[] VALUE =
      StateValue.put(7, Fields.encode(Map.of("a", "1".getBytes(UTF_8))));

  @TempDir private Path dir;

  @AutoClose
  private final FakeCluster cluster =
      new FakeCluster(FakeNode.serving("node1", VALUE, Outcome.COMMITTED));

  private final FakeNode node = cluster.node(1);
  private VeritasClient client;

  @BeforeEach
  void connect() {
    client = client(cluster.startOracle(dir), ReadLevel.LINEARIZABLE);
  }

  private VeritasClient client(String oracle, ReadLevel reads) {
    return cluster.client(oracle, ClientOptions.DEFAULT.withTimeoutMs(CALL_MS).withReads(reads));
  }

  @Test
  void allCallsOfATransactionWithADeadlineEndByIt() {
    Txn txn = client.session(0).begin(inMs(WHOLE_MS));
    txn.get("t", "k");
    assertThat(txn.put("t", "k", Map.of()).commit().isCommitted()).isTrue();
    assertThat(node.requests())
        .hasSize(2)
        .allSatisfy(request -> assertThat(request.getTimeoutMs()).isBetween(1, WHOLE_MS));
  }

  @Test
  void aTimestampIsNotAwaitedBeyondTheTransactionsDeadline() {
    VeritasClient without = client("127.0.0.1:1", ReadLevel.LOCAL);
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(() -> without.session(0).begin(inMs(2_000)))
        .withMessageStartingWith("no timestamp from 127.0.0.1:1: none within ")
        .withMessageNotContaining(Integer.toString(CALL_MS));
  }

  @Test
  void aCommitThatFindsNoTimeLeftSendsNothing() {
    assertThatExceptionOfType(VeritasException.Unavailable.class)
        .isThrownBy(() -> client.session(0).begin(inMs(-1)).put("t", "k", Map.of()).commit());
    assertThat(node.requests()).isEmpty();
  }

  @Test
  void aScansBarrierAndPagesShareOneDeadline() {
    FakeNode.Behaviour commits = FakeNode.serving("node1", VALUE, Outcome.COMMITTED);
    node.behave(
        (request, answers) -> {
          passTime();
          if (request.hasScan()) {
            answers.send(page(request, node.requests().size()));
          } else {
            commits.on(request, answers);
          }
        });
    assertThat(client.session(0).scan("t", "k", 3)).hasSize(3);
    assertThat(node.requests()).hasSize(4);
    for (int i = 1; i < 4; i++) {
      assertThat(node.requests().get(i).getTimeoutMs())
          .isLessThanOrEqualTo(node.requests().get(i - 1).getTimeoutMs() - ANSWER_MS + 1);
    }
  }

  private static Response.Builder page(Request request, int number) {
    Response.Builder response = Response.newBuilder().setId(request.getId());
    response
        .getScanBuilder()
        .setHeight(request.getScan().getMinHeight())
        .addKeys(ByteString.copyFrom(StateKey.of("t", "k" + number)))
        .addValues(ByteString.copyFrom(VALUE))
        .setMore(true);
    return response;
  }

  /** So that a deadline of its own would show in the next call's time. */
  private static void passTime() {
    long start = System.nanoTime();
    while (System.nanoTime() - start < TimeUnit.MILLISECONDS.toNanos(ANSWER_MS)) {
      Thread.onSpinWait();
    }
  }

  private static long inMs(int ms) {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
  }
}
