package io.hybridycsb.relational.tendermint;

import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.records;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.rpc.FakeRpc;
import io.hybridycsb.relational.node.BlockBudget;
import io.hybridycsb.relational.node.BlockProcessor;
import io.hybridycsb.relational.node.Commits;
import io.hybridycsb.relational.node.NodeCounts;
import io.hybridycsb.relational.node.NodeParts;
import io.hybridycsb.relational.node.Ordering.NotTaken;
import io.hybridycsb.relational.node.TestClients;
import io.hybridycsb.relational.node.TransactionChecks;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.DatabaseOptions;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.Reads;
import io.hybridycsb.relational.node.database.Work;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.testdatabases.PostgresServer;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node and its CometBFT, which the test plays. */
class RelationalApplicationTest {
  @TempDir private static Path directory;

  private static PostgresServer postgres;

  private final TransactionChecks checks = TestClients.checks();
  private final BlockBudget budget = new BlockBudget(Duration.ofNanos(6));
  private ChainDatabase database;
  private Reads reads;
  private RelationalApplication application;

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
            postgres.url(), "", "", 2, 60_000, DatabaseOptions.DEFINITION_TIMEOUT_MS);
    database = ChainDatabase.open(options, TestClients.RULES, Skips.none());
    reads = new Reads(options, database);
    application = new RelationalApplication(TestClients.RULES, blocks());
  }

  private BlockProcessor blocks() {
    return new BlockProcessor(
        database, checks, new Commits(Runnable::run), new NodeCounts(), budget);
  }

  @AfterEach
  void stop() {
    reads.close();
    database.close();
  }

  private static Block block(long height, byte[]... transactions) {
    return new Block(height, new byte[32], List.of(transactions), new byte[20]);
  }

  private ResponseFinalizeBlock commit(long height, byte[]... transactions) {
    ResponseFinalizeBlock result = application.finalizeBlock(block(height, transactions));
    application.commit();
    return result;
  }

  @Test
  void aChainBeginsWithItsRules() {
    assertThat(application.info().getLastBlockHeight()).isZero();
    assertThat(application.info().getLastBlockAppHash()).isEmpty();
    assertThat(application.initChain("shop-chain")).isEqualTo(TestClients.RULES.hash());
    assertThatThrownBy(() -> application.initChain("other"))
        .hasMessageContaining("CometBFT's chain is other");
  }

  @Test
  void aBlockWithoutTransactionsChangesNothing() {
    byte[] before = application.finalizeBlock(block(1)).getAppHash().toByteArray();
    application.commit();
    assertThat(before).isEqualTo(TestClients.RULES.hash());
    assertThat(application.info().getLastBlockHeight()).isZero();
    byte[] after = commit(2, TestClients.bytes(1, table("t"))).getAppHash().toByteArray();
    assertThat(after).isNotEqualTo(before);
    assertThat(commit(3).getAppHash().toByteArray()).isEqualTo(after);
    assertThat(application.info().getLastBlockHeight()).isEqualTo(2);
    assertThat(application.info().getLastBlockAppHash().toByteArray()).isEqualTo(after);
  }

  @Test
  void aBlockThatComesAgainBeforeItsCommitIsExecutedOnce() throws Exception {
    byte[] create = TestClients.bytes(1, table("t"), records(put("t", "k")));
    byte[] again = TestClients.bytes(2, records(merge("t", "k")));
    commit(1, create);
    byte[] first = application.finalizeBlock(block(3, again)).getAppHash().toByteArray();
    assertThat(application.finalizeBlock(block(2)).getAppHash().toByteArray())
        .isEqualTo(application.info().getLastBlockAppHash().toByteArray());
    application.commit();
    assertThat(application.finalizeBlock(block(3, again)).getAppHash().toByteArray())
        .isEqualTo(first);
    application.commit();
    assertThat(reads.read("t", "k", 0).getRecords(0).getVersion()).isEqualTo(3L << 26);
    assertThatThrownBy(() -> application.finalizeBlock(block(3, again)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("the database has block 3");
  }

  @Test
  void wrongTransactionsAreKeptOut() {
    byte[] right = TestClients.bytes(1, table("t"));
    byte[] wrong = Arrays.copyOf(right, right.length - 1);
    assertThat(application.checkTx(right).getCode()).isZero();
    assertThat(application.checkTx(wrong).getCode()).isNotZero();
    assertThat(application.processProposal(block(1, right))).isTrue();
    assertThat(application.processProposal(block(1, right, wrong))).isFalse();
    ResponseFinalizeBlock decided = commit(1, wrong, right);
    assertThat(decided.getTxResultsList())
        .extracting(result -> result.getCode() == 0)
        .containsExactly(false, true);
    assertThat(decided.getTxResults(1).getData().toByteArray()).containsExactly(Outcome.OK_VALUE);
  }

  @Test
  void proposalsFitIntoTheirBlock() {
    byte[] one = TestClients.bytes(1);
    byte[] two = TestClients.bytes(2);
    assertThat(application.prepareProposal(2 * one.length, List.of(one, two))).containsExactly(one);
    assertThat(application.prepareProposal(1 << 20, List.of(one, two))).containsExactly(one, two);
  }

  @Test
  void aProposalHasTheWorkThatFitUnlessOneTransactionHasMore() {
    commit(1, TestClients.bytes(1, table("t", "a")));
    BlockTransaction put = checks.read(TestClients.bytes(2, records(put("t", "k"))));
    long ofPut = database.work(put);
    for (int i = 0; i < 60; i++) {
      budget.executed(new ExecutedBlock(1, new byte[32], List.of(), 7 * ofPut, Set.of(), 0), 13);
    }
    assertThat(budget.work()).isBetween(3 * ofPut, 4 * ofPut - 1);
    Call call = put.calls().get(0);
    byte[] one = TestClients.bytes(2, call);
    byte[] two = TestClients.bytes(3, call, call);
    byte[] four = TestClients.bytes(4, call, call, call, call);
    assertThat(application.prepareProposal(1 << 20, List.of(two, one, one)))
        .containsExactly(two, one);
    assertThat(application.prepareProposal(1 << 20, List.of(two, two, one))).containsExactly(two);
    assertThat(application.prepareProposal(1 << 20, List.of(four, one))).containsExactly(four);
    assertThat(application.prepareProposal(1 << 20, List.of(one, four))).containsExactly(one);
  }

  private void allowAllWork() {
    for (int i = 0; i < 60; i++) {
      budget.executed(
          new ExecutedBlock(1, new byte[32], List.of(), Long.MAX_VALUE, Set.of(), 0), 0);
    }
    assertThat(budget.work()).isEqualTo(Work.BLOCK_MAX);
  }

  /** What a definition changes is all the block's, and isn't counted before. */
  @Test
  void aProposalHasADefinitionAlone() {
    byte[] defines = TestClients.bytes(1, table("t"));
    byte[] other = TestClients.bytes(2, records(put("t", "k")));
    allowAllWork();
    assertThat(application.prepareProposal(1 << 20, List.of(defines, other)))
        .containsExactly(defines);
    assertThat(application.prepareProposal(1 << 20, List.of(other, defines)))
        .containsExactly(other);
    commit(1, defines);
    allowAllWork();
    assertThat(
            application.prepareProposal(1 << 20, List.of(other, TestClients.bytes(3, table("t")))))
        .hasSize(2);
  }

  private ChainOrdering ordering(FakeRpc rpc) {
    Settings settings =
        Settings.read(
            new SettingNames(new RelationalTm().properties()),
            List.of(),
            Map.of(),
            List.of("cometbft.rpc=" + "127.0.0.1:" + rpc.address().getPort()));
    return new ChainOrdering(
        new NodeParts(
            settings, null, "node1", TestClients.RULES, null, blocks(), 1, failure -> {}));
  }

  @Test
  void whatCometBftDoesNotTakeIsToldApartFromWhatItHas() throws Exception {
    byte[] bytes = TestClients.bytes(1);
    BlockTransaction transaction = checks.read(bytes);
    String[] says = {"{\"result\":{\"code\":0}}"};
    try (FakeRpc rpc = new FakeRpc(asked -> says[0]);
        ChainOrdering ordering = ordering(rpc)) {
      assertThat(ordering.take(transaction, bytes)).isTrue();
      says[0] = FakeRpc.error("tx already exists in cache");
      assertThat(ordering.take(transaction, bytes)).isFalse();
      says[0] = FakeRpc.error("mempool is full: number of txs 5000 (max: 5000)");
      assertThatThrownBy(() -> ordering.take(transaction, bytes))
          .isInstanceOf(NotTaken.class)
          .hasMessage("CometBFT's mempool is full; try again later");
      says[0] = FakeRpc.error("something else");
      assertThatThrownBy(() -> ordering.take(transaction, bytes))
          .isInstanceOf(NotTaken.class)
          .hasMessageContaining("something else");
    }
  }
}
