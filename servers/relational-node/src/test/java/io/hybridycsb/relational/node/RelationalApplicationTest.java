package io.hybridycsb.relational.node;

import static io.hybridycsb.relational.node.database.Txns.merge;
import static io.hybridycsb.relational.node.database.Txns.put;
import static io.hybridycsb.relational.node.database.Txns.records;
import static io.hybridycsb.relational.node.database.Txns.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.CallOptions;
import io.grpc.ManagedChannel;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.shaded.io.grpc.netty.NettyChannelBuilder;
import io.grpc.stub.ClientCalls;
import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.cometbft.abci.AbciApplication.BlockResult;
import io.hybridycsb.cometbft.rpc.CometBftRpc;
import io.hybridycsb.cometbft.rpc.FakeRpc;
import io.hybridycsb.relational.client.Methods;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.Reads;
import io.hybridycsb.relational.proto.FindRequest;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.ReadReply;
import io.hybridycsb.relational.proto.ReadRequest;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.SignedTransaction;
import io.hybridycsb.relational.proto.StatusRequest;
import io.hybridycsb.relational.proto.SubmitRequest;
import io.hybridycsb.veritas.stores.sql.PostgresServer;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
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
import org.junit.jupiter.api.io.TempDir;

/** A node between its clients and a CometBFT, which the test plays. */
class RelationalApplicationTest {
  private static final int PATIENCE_MS = 60_000;
  private static final String ACCEPTED = "{\"result\":{\"code\":0}}";

  @TempDir private static Path directory;

  private static PostgresServer postgres;

  private final BlockingQueue<byte[]> mempool = new LinkedBlockingQueue<>();
  private final TransactionChecks checks = TestClients.checks();
  private final ExecutorService executor = Executors.newCachedThreadPool();
  private volatile String mempoolSays = ACCEPTED;
  private FakeRpc rpc;
  private ChainDatabase database;
  private Reads reads;
  private RelationalApplication application;
  private ClientPort port;
  private ManagedChannel channel;

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
    DatabaseOptions options = new DatabaseOptions(postgres.url(), "", "", 2, PATIENCE_MS);
    database = ChainDatabase.open(options, TestClients.RULES);
    reads = new Reads(options, database);
    Commits commits = new Commits(0, executor);
    application =
        new RelationalApplication(TestClients.RULES, database, checks, commits, new NodeCounts());
    rpc =
        new FakeRpc(
            asked -> {
              mempool.add(Base64.getDecoder().decode(asked.path("params").path("tx").asText()));
              return mempoolSays;
            });
    CometBftRpc client = new CometBftRpc(rpc.address(), Duration.ofSeconds(60));
    ClientService service =
        new ClientService(
            "node1",
            checks,
            commits,
            database,
            reads,
            client::broadcastAsync,
            new WaitingBytes(1_000),
            executor);
    port =
        new ClientPort(
            new ClientPort.Options(
                new InetSocketAddress("127.0.0.1", 0), Optional.empty(), 10, 100, 10_000),
            service,
            executor);
    channel = NettyChannelBuilder.forAddress("127.0.0.1", port.port()).usePlaintext().build();
  }

  @AfterEach
  void stop() {
    channel.shutdownNow();
    port.close();
    rpc.close();
    reads.close();
    database.close();
    executor.shutdownNow();
  }

  private static Block block(long height, byte[]... transactions) {
    return new Block(height, new byte[32], List.of(transactions), new byte[20]);
  }

  private BlockResult commit(long height, byte[]... transactions) {
    BlockResult result = application.finalizeBlock(block(height, transactions));
    application.commit();
    return result;
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

  private byte[] inMempool() throws InterruptedException {
    return mempool.poll(PATIENCE_MS, TimeUnit.MILLISECONDS);
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
  void aChainBeginsWithItsRules() {
    assertThat(application.info().height()).isZero();
    assertThat(application.info().appHash()).isEmpty();
    assertThat(application.initChain("shop-chain")).isEqualTo(TestClients.RULES.hash());
    assertThatThrownBy(() -> application.initChain("other"))
        .hasMessageContaining("CometBFT's chain is other");
  }

  @Test
  void aBlockWithoutTransactionsChangesNothing() {
    byte[] before = application.finalizeBlock(block(1)).appHash();
    application.commit();
    assertThat(before).isEqualTo(TestClients.RULES.hash());
    assertThat(application.info().height()).isZero();
    byte[] after = commit(2, TestClients.bytes(1, table("t"))).appHash();
    assertThat(after).isNotEqualTo(before);
    assertThat(commit(3).appHash()).isEqualTo(after);
    assertThat(application.info().height()).isEqualTo(2);
    assertThat(application.info().appHash()).isEqualTo(after);
  }

  @Test
  void aBlockThatComesAgainBeforeItsCommitIsExecutedOnce() {
    byte[] create = TestClients.bytes(1, table("t"), records(put("t", "k")));
    byte[] again = TestClients.bytes(2, records(merge("t", "k")));
    commit(1, create);
    byte[] first = application.finalizeBlock(block(3, again)).appHash();
    assertThat(application.finalizeBlock(block(2)).appHash())
        .isEqualTo(application.info().appHash());
    application.commit();
    assertThat(application.finalizeBlock(block(3, again)).appHash()).isEqualTo(first);
    application.commit();
    assertThat(read("k", 0, CallOptions.DEFAULT).getRecords(0).getVersion()).isEqualTo(2);
    assertThatThrownBy(() -> application.finalizeBlock(block(3, again)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the database has block 3");
  }

  @Test
  void wrongTransactionsAreKeptOut() {
    byte[] right = TestClients.bytes(1, table("t"));
    byte[] wrong = Arrays.copyOf(right, right.length - 1);
    assertThat(application.checkTx(right).code()).isZero();
    assertThat(application.checkTx(wrong).code()).isNotZero();
    assertThat(application.processProposal(block(1, right))).isTrue();
    assertThat(application.processProposal(block(1, right, wrong))).isFalse();
    BlockResult decided = commit(1, wrong, right);
    assertThat(decided.results())
        .extracting(result -> result.code() == 0)
        .containsExactly(false, true);
    assertThat(decided.results().get(1).data()).containsExactly(Outcome.OK_VALUE);
  }

  @Test
  void proposalsFitIntoTheirBlock() {
    byte[] one = TestClients.bytes(1);
    byte[] two = TestClients.bytes(2);
    assertThat(application.prepareProposal(2 * one.length, List.of(one, two))).containsExactly(one);
    assertThat(application.prepareProposal(1 << 20, List.of(one, two))).containsExactly(one, two);
  }

  @Test
  void aClientIsAnsweredWhenItsTransactionIsCommitted() throws Exception {
    var transaction = TestClients.signed(TestClients.body(1, table("t"), records(put("t", "k"))));
    CompletableFuture<Result> answer = later(() -> submit(transaction, PATIENCE_MS));
    CompletableFuture<ReadReply> read = later(() -> read("k", 4, CallOptions.DEFAULT));
    byte[] sent = inMempool();
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
    assertThat(status.getAppHash().toByteArray()).isEqualTo(application.info().appHash());
  }

  @Test
  void withoutAWaitTheAnswerComesOnceTheTransactionIsAccepted() throws Exception {
    assertThat(submit(TestClients.signed(TestClients.body(1)), 0))
        .isEqualTo(Result.getDefaultInstance());
    CompletableFuture<Result> found = later(() -> find(1, PATIENCE_MS));
    commit(1, inMempool());
    assertThat(found.get().getHeight()).isEqualTo(1);
  }

  @Test
  void aTransactionThatCometBftKnowsIsLookedUp() throws Exception {
    var transaction = TestClients.signed(TestClients.body(1));
    commit(1, transaction.toByteArray());
    mempoolSays = FakeRpc.error("tx already exists in cache");
    assertThat(submit(transaction, PATIENCE_MS).getHeight()).isEqualTo(1);
    var waiting = TestClients.signed(TestClients.body(2));
    assertThat(submit(waiting, 1)).isEqualTo(Result.getDefaultInstance());
    mempool.clear();
    CompletableFuture<Result> answer = later(() -> submit(waiting, PATIENCE_MS));
    commit(2, inMempool());
    assertThat(answer.get().getHeight()).isEqualTo(2);
  }

  @Test
  void whatIsNotTakenIsToldSo() {
    var wrong = TestClients.signed("other", TestClients.KEY, TestClients.body(1));
    assertStatus(() -> submit(wrong, 0), Status.Code.INVALID_ARGUMENT, "signature is wrong");
    var right = TestClients.signed(TestClients.body(1));
    mempoolSays = FakeRpc.error("mempool is full: number of txs 5000 (max: 5000)");
    assertStatus(() -> submit(right, 1_000), Status.Code.RESOURCE_EXHAUSTED, "mempool is full");
    mempoolSays = FakeRpc.error("something else");
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
}
