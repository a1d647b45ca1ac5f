package io.hybridycsb.relational.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.relational.client.ClientOptions.ReadLevel;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SubmitRequest;
import io.hybridycsb.relational.proto.TransactionBody;
import io.hybridycsb.veritas.crypto.Ed25519;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How calls of many threads share transactions; the node here only says what a test wants. */
class BatchesTest {
  private static final int THREADS = 40;

  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
  private ScriptedNode node;
  private RelationalClient client;

  @BeforeEach
  void start() throws IOException {
    node = new ScriptedNode();
  }

  @AfterEach
  void stop() {
    threads.shutdownNow();
    client.close();
    node.close();
  }

  private void connect(int batchMax) {
    client =
        RelationalClient.connect(
            new ClientOptions(List.of(node.address()), "test", 30_000, ReadLevel.LOCAL, batchMax),
            Ed25519.generate());
  }

  private static TransactionBody body(SubmitRequest request) {
    try {
      return TransactionBody.parseFrom(request.getTransaction().getBody());
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Calls of ABORTED end so, INVALID is refused, all others are OK. */
  private static Result answer(SubmitRequest request) {
    Result.Builder result = Result.newBuilder().setHeight(7);
    for (Call call : body(request).getCallsList()) {
      result.addOutcomes(
          call.getProcedure().getName().equals("ABORTED") ? Outcome.ABORTED : Outcome.OK);
    }
    return result.build();
  }

  private List<Future<CallResult>> execute(List<String> calls) {
    CountDownLatch begin = new CountDownLatch(1);
    List<Future<CallResult>> results = new ArrayList<>();
    for (String call : calls) {
      results.add(
          threads.submit(
              () -> {
                Session session = client.session();
                begin.await();
                Call.Builder named = Call.newBuilder();
                named.getProcedureBuilder().setName(call);
                return session.execute(new Submission(named.build()));
              }));
    }
    begin.countDown();
    return results;
  }

  private static List<String> mixed() {
    List<String> calls = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      calls.add(i % 5 == 0 ? "ABORTED" : "OK");
    }
    return calls;
  }

  @Test
  void everyCallGetsItsOwnOutcomeOfATransactionThatThreadsShare() throws Exception {
    connect(100);
    node.onSubmit(BatchesTest::answer);
    List<String> calls = mixed();
    List<Future<CallResult>> results = execute(calls);

    for (int i = 0; i < THREADS; i++) {
      CallResult result = results.get(i).get(1, TimeUnit.MINUTES);
      assertThat(result.outcome().name()).isEqualTo(calls.get(i));
      assertThat(result.height()).isEqualTo(7);
    }
    assertThat(node.submitted().stream().mapToInt(request -> body(request).getCallsCount()).sum())
        .isEqualTo(THREADS);
  }

  @Test
  void theReasonOfOneCallIsNotToldAsThatOfAnother() {
    connect(1);
    Result result =
        Result.newBuilder()
            .addAllOutcomes(List.of(Outcome.OK, Outcome.ABORTED, Outcome.FAILED))
            .setDetail("changed")
            .build();
    List<String> details = new ArrayList<>();
    for (int place = 0; place < 3; place++) {
      Submission submission = new Submission(Call.getDefaultInstance());
      submission.sentAs(client.sign(List.of()), place);
      details.add(submission.of(result).detail());
    }

    assertThat(details.get(0)).isEmpty();
    assertThat(details.get(1)).isEqualTo("changed");
    assertThat(details.get(2)).contains("this is a later one");
  }

  @Test
  void aTransactionHasNoMoreCallsThanItMay() throws Exception {
    connect(3);
    node.onSubmit(BatchesTest::answer);
    for (Future<CallResult> result : execute(mixed())) {
      result.get(1, TimeUnit.MINUTES);
    }
    assertThat(node.submitted())
        .allSatisfy(request -> assertThat(body(request).getCallsCount()).isBetween(1, 3));
  }

  @Test
  void aCallThatIsRefusedFailsNoOther() throws Exception {
    connect(100);
    node.refuse(
        request ->
            body(request).getCallsList().stream()
                .anyMatch(call -> call.getProcedure().getName().equals("INVALID")));
    node.onSubmit(BatchesTest::answer);
    List<String> calls = new ArrayList<>(mixed());
    calls.set(7, "INVALID");
    List<Future<CallResult>> results = execute(calls);

    for (int i = 0; i < THREADS; i++) {
      Future<CallResult> result = results.get(i);
      if (i == 7) {
        assertThatThrownBy(() -> result.get(1, TimeUnit.MINUTES))
            .hasCauseInstanceOf(RelationalException.Invalid.class);
      } else {
        assertThat(result.get(1, TimeUnit.MINUTES).outcome().name()).isEqualTo(calls.get(i));
      }
    }
  }
}
