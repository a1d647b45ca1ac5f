package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.hybridycsb.verification.StateFile;
import io.hybridycsb.verification.StateFile.Kept;
import io.hybridycsb.verification.StateFile.Position;
import io.hybridycsb.veritas.client.fakes.FakeNode;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException.Invalid;
import io.hybridycsb.veritas.model.VeritasException.Unavailable;
import io.hybridycsb.veritas.proto.Failure;
import io.hybridycsb.veritas.proto.Request;
import io.hybridycsb.veritas.proto.Response;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What threads wait for whose client has a state file. */
class KnownLedgerThreadsTest {
  private static final int PLENTY_MS = 60_000;

  @TempDir private Path dir;

  private final AttestedLedger ledger = AttestedLedger.overKafka(1).block(Map.of("k", "v"));

  @AutoClose private final FakeCluster cluster = new FakeCluster(FakeNode.silent());

  private final FakeNode node = cluster.node(1);
  private final ClusterConfig config = ledger.config(node.address(), cluster.clientKey());

  /** Calls that aren't answered yet. */
  private final Queue<Request> held = new ConcurrentLinkedQueue<>();

  private StateFile file;
  private VeritasClient client;

  @BeforeEach
  void connect() {
    file = new StateFile(dir.resolve("verified-state"));
    client =
        cluster.connected(
            config,
            ClientOptions.DEFAULT
                .withTimeoutMs(PLENTY_MS)
                .withReads(ReadLevel.LOCAL)
                .withState(Optional.of(file.file())));
  }

  private void prove(Request request, FakeNode.Answers answers) {
    answers.send(
        Response.newBuilder()
            .setId(request.getId())
            .setVerify(request.getVerify().getHead() ? ledger.head(1) : ledger.prove("k", 1)));
  }

  /**
   * Holds the first call.
   *
   * @return answers it, and each later one, by this behaviour
   */
  private Runnable hold(FakeNode.Behaviour behaviour) {
    Queue<Runnable> answers = new ConcurrentLinkedQueue<>();
    node.behave(
        (request, way) -> {
          answers.add(() -> behaviour.on(request, way));
          held.add(request);
        });
    return () -> {
      node.behave(behaviour);
      answers.forEach(Runnable::run);
    };
  }

  /** A thread that verifies; it has asked for a proof or waits for one that does. */
  private FutureTask<Long> verifying() {
    FutureTask<Long> height = new FutureTask<>(() -> client.session(0).verify("t", "k").height());
    Thread thread = new Thread(height);
    thread.start();
    patiently().until(() -> !held.isEmpty() && thread.getState() == Thread.State.TIMED_WAITING);
    return height;
  }

  private static ConditionFactory patiently() {
    return await().atMost(PLENTY_MS / 2, TimeUnit.MILLISECONDS);
  }

  @Test
  void aThreadWaitsForAProofOfAnotherOnlyUntilItsDeadline() throws Exception {
    Runnable release = hold(this::prove);
    FutureTask<Long> first = verifying();
    assertThatExceptionOfType(Unavailable.class)
        .isThrownBy(() -> client.known().orElseThrow().require(client, 0, System.nanoTime()))
        .withMessageStartingWith("another thread still waits for the proof");
    release.run();
    assertThat(first.get()).isEqualTo(1);
  }

  @Test
  void threadsThatWaitFailTogetherOnceNodesWereAskedForThem() {
    Runnable release = hold(FakeNode.failing(Failure.Code.INVALID, "no"));
    List<FutureTask<Long>> threads = List.of(verifying(), verifying(), verifying());
    release.run();
    for (FutureTask<Long> thread : threads) {
      assertThatExceptionOfType(ExecutionException.class)
          .isThrownBy(thread::get)
          .withCauseInstanceOf(Invalid.class);
    }
    assertThat(node.requests()).as("tries").hasSize(2);
  }

  @Test
  void aThreadThatWaitsAsksAgainWhenAnotherHasFailed() throws Exception {
    Runnable release =
        hold(
            (request, answers) -> {
              node.behave(this::prove);
              FakeNode.failing(Failure.Code.INVALID, "no").on(request, answers);
            });
    FutureTask<Long> first = verifying();
    FutureTask<Long> second = verifying();
    release.run();
    assertThatExceptionOfType(ExecutionException.class).isThrownBy(first::get);
    assertThat(second.get()).isEqualTo(1);
  }

  @Test
  void aReadThatIsDoneWaitsNeitherForItsStateFileNorLongForNodes() {
    node.behave(this::prove);
    Session session = client.session(0);
    session.verify("t", "k");
    long heads = headsAsked();
    node.behave(
        (request, answers) -> {
          if (!request.getVerify().getHead()) {
            prove(request, answers);
          }
        });
    Kept kept =
        new Kept(
            KnownLedger.ledger(config),
            new TreeMap<>(Map.of("blocks", new Position(1, ledger.hash(1)))));
    file.update(
        before -> {
          CompletableFuture.runAsync(
                  () ->
                      patiently()
                          .until(
                              () -> {
                                session.verify("t", "k");
                                return headsAsked() > heads;
                              }))
              .join();
          return kept;
        });
    node.behave(this::prove);
    assertThat(file.read()).contains(kept);
  }

  private long headsAsked() {
    return node.requests().stream().filter(request -> request.getVerify().getHead()).count();
  }
}
