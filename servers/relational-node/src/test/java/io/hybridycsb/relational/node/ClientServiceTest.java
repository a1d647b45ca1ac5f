package io.hybridycsb.relational.node;

import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.peers.PeerPort;
import io.hybridycsb.relational.client.Methods;
import io.hybridycsb.relational.node.Ordering.NotTaken;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.Reads;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.proto.FindRequest;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SignedTransaction;
import io.hybridycsb.relational.proto.StatusRequest;
import io.hybridycsb.relational.proto.SubmitRequest;
import io.hybridycsb.testdatabases.PostgresServer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node between its clients and what orders their transactions, which the test plays. */
class ClientServiceTest {
  private static final int PATIENCE_MS = 60_000;

  @TempDir private static Path directory;

  private static PostgresServer postgres;

  private final TakenTransactions ordering = new TakenTransactions();
  private final TransactionChecks checks = TestClients.checks();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private ChainDatabase database;
  private Reads reads;
  private Commits commits;
  private ProcessingTime processing;
  private PeerPort port;
  private ManagedChannel channel;

  private static final class TakenTransactions implements Ordering {
    private final BlockingQueue<byte[]> taken = new LinkedBlockingQueue<>();
    private volatile boolean known;
    private volatile NotTaken refusal;

    @Override
    public boolean take(BlockTransaction transaction, byte[] bytes) {
      if (refusal != null) {
        throw refusal;
      }
      taken.add(bytes);
      return !known;
    }

    @Override
    public void start() {}

    @Override
    public Optional<String> behind() {
      return Optional.empty();
    }

    @Override
    public void close() {}
  }

  @BeforeAll
  static void startServer() throws Exception {
    postgres = new PostgresServer(directory);
  }

  @AfterAll
  static void stopServer() throws Exception {
    postgres.close();
  }

  @BeforeEach
  void start() throws Exception {
    try (Connection connection = DriverManager.getConnection(postgres.url());
        Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    }
    DatabaseOptions options =
        new DatabaseOptions(
            postgres.url(), "", "", 2, PATIENCE_MS, DatabaseOptions.DEFINITION_TIMEOUT_MS);
    database = ChainDatabase.open(options, TestClients.RULES, Skips.none());
    reads = new Reads(options, database);
    commits = new Commits(executor);
    listen(new ProcessingTime(0), 1_000);
  }

  private void listen(ProcessingTime itsProcessing, long waitingBytesMax) throws Exception {
    processing = itsProcessing;
    ClientService service =
        new ClientService(
            "node1",
            new BlockProcessor(
                database,
                checks,
                commits,
                new NodeCounts(),
                new BlockBudget(Duration.ofSeconds(1))),
            reads,
            ordering,
            processing,
            waitingBytesMax,
            executor);
    port =
        service.listen(
            new ClientService.PortOptions(
                new InetSocketAddress("127.0.0.1", 0), Optional.empty(), 10, 100, 10_000));
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port.number()).usePlaintext().build();
  }

  private void stopListening() {
    channel.shutdownNow();
    port.close();
    processing.close();
  }

  @AfterEach
  void stop() {
    stopListening();
    reads.close();
    database.close();
    executor.shutdownNow();
  }

  private void execute(long height, byte[] bytes) {
    BlockTransaction transaction = checks.read(bytes);
    ExecutedBlock executed = database.execute(height, List.of(transaction));
    database.commit();
    commits.executed(height, List.of(transaction), executed.results());
  }

  private void commit(long height, byte[] bytes) {
    execute(height, bytes);
    commits.decided(height);
  }

  private Result submit(SignedTransaction transaction, int waitMs) {
    return ClientCalls.blockingUnaryCall(
        channel,
        Methods.SUBMIT,
        CallOptions.DEFAULT,
        SubmitRequest.newBuilder().setTransaction(transaction).setWaitMs(waitMs).build());
  }

  private Result find(long number, int waitMs) {
    return ClientCalls.blockingUnaryCall(
        channel,
        Methods.FIND,
        CallOptions.DEFAULT,
        FindRequest.newBuilder()
            .setClient(ByteString.copyFrom(TestClients.KEY.publicKey()))
            .setNumber(number)
            .setWaitMs(waitMs)
            .build());
  }

  private ReadReply read(String key, long minHeight, CallOptions options) {
    return ClientCalls.blockingUnaryCall(
        channel,
        Methods.READ,
        options,
        ReadRequest.newBuilder().setTable("t").setKey(key).setMinHeight(minHeight).build());
  }

  private static <T> CompletableFuture<T> later(Supplier<T> call) {
    return CompletableFuture.supplyAsync(call);
  }

  private byte[] taken() throws InterruptedException {
    return ordering.taken.poll(PATIENCE_MS, TimeUnit.MILLISECONDS);
  }

  private static void assertStatus(ThrowingCallable call, Status.Code code, String reason) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(code);
              assertThat(e.getStatus().getDescription()).contains(reason);
            });
  }

  @Test
  void aClientIsAnsweredWhenItsTransactionIsCommitted() throws Exception {
    var transaction = TestClients.signed(TestClients.body(1, table("t"), records(put("t", "k"))));
    CompletableFuture<Result> answer = later(() -> submit(transaction, PATIENCE_MS));
    CompletableFuture<ReadReply> read = later(() -> read("k", 4, CallOptions.DEFAULT));
    byte[] sent = taken();
    assertThat(sent).isEqualTo(transaction.toByteArray());
    commit(4, sent);
    assertThat(answer.get().getHeight()).isEqualTo(4);
    assertThat(answer.get().getOutcomesList()).containsExactly(Outcome.OK, Outcome.OK);
    assertThat(read.get().getHeight()).isEqualTo(4);
    assertThat(read.get().getRecordsCount()).isEqualTo(1);
    assertThat(find(1, 0)).isEqualTo(answer.get());
    assertThat(find(2, 0)).isEqualTo(Result.getDefaultInstance());
    var status =
        ClientCalls.blockingUnaryCall(
            channel, Methods.STATUS, CallOptions.DEFAULT, StatusRequest.getDefaultInstance());
    assertThat(status.getNode()).isEqualTo("node1");
    assertThat(status.getHeight()).isEqualTo(4);
    assertThat(status.getAppHash().toByteArray()).isEqualTo(database.appHash());
  }

  @Test
  void withoutAWaitTheAnswerComesOnceTheTransactionIsAccepted() throws Exception {
    assertThat(submit(TestClients.signed(TestClients.body(1)), 0))
        .isEqualTo(Result.getDefaultInstance());
    CompletableFuture<Result> found = later(() -> find(1, PATIENCE_MS));
    commit(1, taken());
    assertThat(found.get().getHeight()).isEqualTo(1);
  }

  @Test
  void aTransactionThatIsKnownIsLookedUp() throws Exception {
    var transaction = TestClients.signed(TestClients.body(1));
    commit(1, transaction.toByteArray());
    ordering.known = true;
    assertThat(submit(transaction, PATIENCE_MS).getHeight()).isEqualTo(1);
    var waiting = TestClients.signed(TestClients.body(2));
    assertThat(submit(waiting, 1)).isEqualTo(Result.getDefaultInstance());
    ordering.taken.clear();
    CompletableFuture<Result> answer = later(() -> submit(waiting, PATIENCE_MS));
    commit(2, taken());
    assertThat(answer.get().getHeight()).isEqualTo(2);
  }

  @Test
  void anotherTransactionWithAUsedNumberHasAnAnswerOfItsOwn() throws Exception {
    var first = TestClients.signed(TestClients.body(1, table("t")));
    var second = TestClients.signed(TestClients.body(1, table("u")));
    CompletableFuture<Result> ofSecond = later(() -> submit(second, PATIENCE_MS));
    assertThat(taken()).isEqualTo(second.toByteArray());
    CompletableFuture<Result> ofFirst = later(() -> submit(first, PATIENCE_MS));
    assertThat(taken()).isEqualTo(first.toByteArray());
    commit(3, first.toByteArray());
    assertThat(ofFirst.get().getOutcomesList()).containsExactly(Outcome.OK);
    commit(4, second.toByteArray());
    assertThat(ofSecond.get().getOutcomesList()).containsExactly(Outcome.REFUSED);
    assertThat(ofSecond.get().getDetail()).contains("the number 1 to another transaction");
    ordering.known = true;
    assertThat(submit(second, PATIENCE_MS)).isEqualTo(ofSecond.get());
    assertThat(submit(first, PATIENCE_MS)).isEqualTo(ofFirst.get());
    assertThat(find(1, PATIENCE_MS)).isEqualTo(ofFirst.get());
  }

  @Test
  void whatIsNotTakenIsToldSo() {
    var wrong = TestClients.signed("other", TestClients.KEY, TestClients.body(1));
    assertStatus(() -> submit(wrong, 0), Status.Code.INVALID_ARGUMENT, "signature is wrong");
    var right = TestClients.signed(TestClients.body(1));
    ordering.refusal = NotTaken.busy("it is full");
    assertStatus(() -> submit(right, 1_000), Status.Code.RESOURCE_EXHAUSTED, "it is full");
    ordering.refusal = NotTaken.unreachable(new IllegalStateException("something else"));
    assertStatus(() -> submit(right, 1_000), Status.Code.UNAVAILABLE, "something else");
    var large = TestClients.signed(TestClients.body(1, records(put("t", "k".repeat(1_000)))));
    assertStatus(() -> submit(large, 0), Status.Code.RESOURCE_EXHAUSTED, "too many transactions");
  }

  @Test
  void aHeightThatIsNotReachedInTimeIsToldSo() {
    assertStatus(
        () -> read("k", 9, CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS)),
        Status.Code.DEADLINE_EXCEEDED,
        "");
  }

  @Test
  void nothingIsToldOfABlockBeforeItIsDecided() throws Exception {
    var transaction = TestClients.signed(TestClients.body(1, table("t"), records(put("t", "k"))));
    CompletableFuture<Result> answer = later(() -> submit(transaction, PATIENCE_MS));
    execute(3, taken());
    assertThat(find(1, 0)).isEqualTo(Result.getDefaultInstance());
    assertThat(find(1, 1)).isEqualTo(Result.getDefaultInstance());
    ordering.known = true;
    assertThat(submit(transaction, 1)).isEqualTo(Result.getDefaultInstance());
    assertStatus(
        () -> read("k", 0, CallOptions.DEFAULT.withDeadlineAfter(1, TimeUnit.SECONDS)),
        Status.Code.DEADLINE_EXCEEDED,
        "");
    CompletableFuture<ReadReply> read = later(() -> read("k", 0, CallOptions.DEFAULT));
    assertThat(answer).isNotDone();

    commits.decided(3);
    assertThat(answer.get().getHeight()).isEqualTo(3);
    assertThat(read.get().getRecordsCount()).isEqualTo(1);
    assertThat(find(1, 0)).isEqualTo(answer.get());
  }

  private static SignedTransaction putting(int number) {
    return TestClients.signed(TestClients.body(number, records(put("t", "k" + number))));
  }

  /** One after another they would take 80 seconds. */
  @Test
  @Timeout(60)
  void aTransactionThatIsProcessedHoldsBackNoOther() throws Exception {
    stopListening();
    listen(new ProcessingTime(1_000), 1 << 20);
    for (int i = 0; i < 80; i++) {
      SubmitRequest request =
          SubmitRequest.newBuilder().setTransaction(putting(i)).setWaitMs(PATIENCE_MS).build();
      ClientCalls.futureUnaryCall(channel.newCall(Methods.SUBMIT, CallOptions.DEFAULT), request);
    }
    for (int i = 0; i < 80; i++) {
      assertThat(taken()).isNotNull();
    }
  }

  @Test
  void aProcessedTransactionIsAnsweredAsOthersAre() throws Exception {
    stopListening();
    listen(new ProcessingTime(1), 1_000);
    CompletableFuture<Result> answer = later(() -> submit(putting(1), PATIENCE_MS));
    commit(1, taken());
    assertThat(answer.get().getHeight()).isEqualTo(1);
    assertThat(submit(putting(2), 1)).isEqualTo(Result.getDefaultInstance());
    assertThat(taken()).isEqualTo(putting(2).toByteArray());
    ordering.refusal = NotTaken.busy("it is full");
    assertStatus(() -> submit(putting(3), 1_000), Status.Code.RESOURCE_EXHAUSTED, "it is full");
  }

  @Test
  void whatWritesNothingAndWhatIsWrongIsNotProcessed() throws Exception {
    stopListening();
    listen(new ProcessingTime(60_000), 1_000);
    assertThat(submit(TestClients.signed(TestClients.body(1, records())), 0))
        .isEqualTo(Result.getDefaultInstance());
    assertThat(taken()).isNotNull();
    var wrong = TestClients.signed("other", TestClients.KEY, TestClients.body(1));
    assertStatus(() -> submit(wrong, 0), Status.Code.INVALID_ARGUMENT, "signature is wrong");
  }
}
