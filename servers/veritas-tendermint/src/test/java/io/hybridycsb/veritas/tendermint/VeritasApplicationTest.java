package io.hybridycsb.veritas.tendermint;

import static io.hybridycsb.veritas.core.testing.TestTransactions.at;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.cometbft.abci.AbciApplication.Block;
import io.hybridycsb.cometbft.abci.proto.ExecTxResult;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.veritas.cluster.ClusterConfig.ApprovalPolicy;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.cluster.ValidatorSet.Validator;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.node.Node;
import io.hybridycsb.veritas.core.read.Certificates.Certificate;
import io.hybridycsb.veritas.core.snapshot.SnapshotDirectory;
import io.hybridycsb.veritas.core.snapshot.Snapshots;
import io.hybridycsb.veritas.core.spi.InMemoryLedgerStore;
import io.hybridycsb.veritas.core.spi.InMemoryStateStore;
import io.hybridycsb.veritas.core.testing.TestConnection;
import io.hybridycsb.veritas.core.testing.TestKeys;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.LedgerBlock;
import io.hybridycsb.veritas.proto.Outcome;
import io.hybridycsb.veritas.proto.Pack;
import io.hybridycsb.veritas.proto.Transaction;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VeritasApplicationTest {
  private static final byte[] RULES = {1, 2, 3};
  private static final long PLENTY = 1 << 20;
  private static final ValidatorSet VALIDATORS =
      new ValidatorSet(
          "chain",
          List.of(
              new Validator("node1", TestKeys.node(1).publicKey(), 10),
              new Validator("node2", TestKeys.node(2).publicKey(), 10)));

  private final InMemoryLedgerStore ledger = new InMemoryLedgerStore();
  private final TestConnection client = new TestConnection();
  @AutoClose private Node node;
  private ChainConsensus consensus;
  private NodeContext context;
  @TempDir private Path snapshotRoot;
  private VeritasApplication application;

  @BeforeEach
  void start() {
    open(ledger, new InMemoryStateStore());
  }

  private void open(InMemoryLedgerStore ledgerStore, InMemoryStateStore stateStore) {
    SnapshotDirectory directory = new SnapshotDirectory(snapshotRoot);
    node =
        new Node(
            new Node.Parts(
                TestKeys.cluster(ApprovalPolicy.ALL, 2, 1),
                "node1",
                TestKeys.node(1),
                ledgerStore,
                stateStore,
                directory,
                NodeOptions.DEFAULT),
            given -> {
              context = given;
              consensus = new ChainConsensus(given, () -> new Certificate(0, 0, reply -> {}), 0);
              return consensus;
            });
    node.start();
    consensus.markCaughtUp();
    TurnCaller turns = new TurnCaller("node1", call -> {}, consensus::hasWaiting, 1);
    StateSync sync =
        new StateSync(context.data(), consensus, directory, 0, turns::wake, Snapshots.thread());
    StateQueries queries = new StateQueries(context.data(), consensus, sync);
    application =
        new VeritasApplication("node1", VALIDATORS, RULES, consensus, turns, sync, queries);
  }

  private static Transaction put(long number) {
    return at(number).put("a", "v" + number).signedBy(TestKeys.client(1));
  }

  private static byte[] pack(Transaction... transactions) {
    return Transactions.pack(
        Pack.newBuilder().addAllTransactions(Arrays.asList(transactions)).build().toByteArray());
  }

  private void submit(Transaction transaction) throws InterruptedException {
    node.handle(client.commit(transaction));
    await().atMost(1, TimeUnit.MINUTES).until(consensus::hasWaiting);
  }

  private List<byte[]> prepare(byte[]... mempool) {
    return application.prepareProposal(PLENTY, List.of(mempool));
  }

  private static Block block(long height, byte[]... transactions) {
    byte[] proposer = Arrays.copyOf(Hashes.sha256(TestKeys.node(2).publicKey()), 20);
    return new Block(height, new byte[] {(byte) height}, List.of(transactions), proposer);
  }

  private ResponseFinalizeBlock decide(long height, byte[]... transactions) {
    ResponseFinalizeBlock result = application.finalizeBlock(block(height, transactions));
    application.commit();
    return result;
  }

  @Test
  void aProposalHoldsTheNodesOwnPackFirstAndThenThatOfOthers() throws InterruptedException {
    submit(put(1));
    List<byte[]> proposed = prepare(pack(put(7)));
    assertThat(proposed).containsExactly(pack(put(1)), pack(put(7)));
    assertThat(application.processProposal(block(1, proposed.toArray(byte[][]::new)))).isTrue();
  }

  @Test
  void aProposalTakesUpAllCalls() {
    byte[] own = Transactions.turn("node1", 1);
    byte[] others = Transactions.turn("node2", 2);
    assertThat(prepare(own, others)).containsExactly(own, others);
  }

  @Test
  void aProposalStaysBelowTheBytesThatItMayHave() throws InterruptedException {
    submit(put(1));
    byte[] own = Transactions.turn("node1", 1);
    List<byte[]> mempool = List.of(own, pack(put(7)), pack(put(8)));
    for (long bytesMax = 0; bytesMax < 1200; bytesMax += 7) {
      List<byte[]> proposed = application.prepareProposal(bytesMax, mempool);
      assertThat(proposed.stream().mapToLong(t -> AbciApplication.bytesInBlock(t.length)).sum())
          .isLessThanOrEqualTo(bytesMax);
    }
  }

  @Test
  void whatCannotBeReadIsVotedAgainst() {
    assertThat(application.processProposal(block(1, new byte[] {9, 1, 2}))).isFalse();
    assertThat(application.processProposal(block(1, new byte[0]))).isFalse();
    assertThat(application.processProposal(block(1, new byte[] {Transactions.PACK, 9, 9})))
        .isFalse();
    assertThat(application.processProposal(block(1, pack(put(1)), new byte[] {3}))).isFalse();
    assertThat(application.processProposal(block(1, pack(put(1))))).isTrue();
    assertThat(application.processProposal(block(1, Transactions.turn("x", 1)))).isTrue();
    assertThat(application.processProposal(block(1))).isTrue();
  }

  @Test
  void aPackOfManyEmptyTransactionsIsVotedAgainst() {
    Transaction[] empty =
        Collections.nCopies(10_000, Transaction.getDefaultInstance()).toArray(Transaction[]::new);
    assertThat(application.processProposal(block(1, pack(put(1)), pack(empty)))).isFalse();
  }

  @Test
  void aWrongTransactionInAReadablePackGetsAnOutcome() {
    Transaction forged = at(1).put("a", "x").signedBy(TestKeys.client(2));
    byte[] pack = pack(forged, put(2));
    assertThat(application.processProposal(block(1, pack))).isTrue();
    ResponseFinalizeBlock result = decide(1, pack);
    assertThat(result.getTxResultsList().get(0).getCode()).isEqualTo(AbciApplication.OK);
    assertThat(result.getTxResultsList().get(0).getData().toByteArray())
        .containsExactly(Outcome.BAD_SIGNATURE_VALUE, Outcome.COMMITTED_VALUE);
  }

  @Test
  void theApplicationHashIsThatOfTheLedgersHeader() throws Exception {
    assertThat(application.info().getLastBlockAppHash()).isEmpty();
    ResponseFinalizeBlock result = application.finalizeBlock(block(4, pack(put(1))));
    assertThat(application.info().getLastBlockHeight()).as("not committed yet").isZero();
    application.commit();
    LedgerBlock written = LedgerBlock.parseFrom(ledger.block(1).orElseThrow());
    assertThat(result.getAppHash().toByteArray())
        .isEqualTo(Hashes.sha256(written.getHeader().toByteArray()));
    assertThat(application.info().getLastBlockHeight()).isEqualTo(4);
    assertThat(application.info().getLastBlockAppHash()).isEqualTo(result.getAppHash());
  }

  @Test
  void aBlockOfCallsOnlyLeavesTheHashAsItWas() {
    ByteString before = decide(1, pack(put(1))).getAppHash();
    ResponseFinalizeBlock calls = decide(2, Transactions.turn("node2", 1));
    assertThat(calls.getAppHash()).isEqualTo(before);
    assertThat(calls.getTxResultsList())
        .singleElement()
        .satisfies(r -> assertThat(r.getData()).isEmpty());
    assertThat(ledger.height()).isEqualTo(1);
  }

  @Test
  void aWaitingClientIsAnsweredAfterTheCommit() throws InterruptedException {
    submit(put(1));
    application.finalizeBlock(block(1, prepare().toArray(byte[][]::new)));
    assertThat(client.responses()).isEmpty();
    application.commit();
    assertThat(client.next().getCommit().getOutcome()).isEqualTo(Outcome.COMMITTED);
    assertThat(prepare()).isEmpty();
  }

  @Test
  void aBlockThatIsHandedOverAgainBeforeItsCommitIsAnsweredAlike() {
    ResponseFinalizeBlock first = application.finalizeBlock(block(1, pack(put(1))));
    ResponseFinalizeBlock again = application.finalizeBlock(block(1, pack(put(1))));
    assertThat(again).isEqualTo(first);
    application.commit();
    assertThat(ledger.height()).isEqualTo(1);
  }

  @Test
  void blocksBeforeAnExecutedOneCanBeGoneThroughAgainBeforeItsCommit() {
    ByteString first = decide(1, pack(put(1))).getAppHash();
    byte[] call = Transactions.turn("node2", 1);
    ResponseFinalizeBlock calls = decide(2, call);
    ResponseFinalizeBlock executed = application.finalizeBlock(block(3, pack(put(2))));

    assertThat(application.info().getLastBlockHeight())
        .as("what CometBFT replays after")
        .isEqualTo(1);
    ResponseFinalizeBlock again = decide(2, call);
    assertThat(again.getAppHash()).isEqualTo(first);
    assertThat(again.getTxResultsList()).hasSameSizeAs(calls.getTxResultsList());
    assertThat(ledger.height()).as("block 3 isn't committed by that").isEqualTo(1);
    assertThat(decide(3, pack(put(2)))).isEqualTo(executed);
    assertThat(ledger.height()).isEqualTo(2);
    assertThat(application.info().getLastBlockAppHash()).isEqualTo(executed.getAppHash());
  }

  @Test
  void aBlockThatComesBeforeTheOneBeforeItIsCommittedStopsTheNode() {
    application.finalizeBlock(block(1, pack(put(1))));
    assertThatThrownBy(() -> application.finalizeBlock(block(2, pack(put(2)))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "CometBFT has decided block 2 before it had block 1 committed;"
                + " node1 is EXECUTED, with block 1 01 executed and block 0 the ledger's last");
  }

  @Test
  void aBlockThatTheLedgerHasIsNotExecutedAgain() {
    decide(3, pack(put(1)));
    for (long height = 1; height <= 3; height++) {
      Block before = block(height, pack(put(2)));
      assertThatThrownBy(() -> application.finalizeBlock(before))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("which the ledger has already");
    }
    decide(4, pack(put(2)));
    assertThat(ledger.height()).isEqualTo(2);
  }

  @Test
  void twoBlocksAtAHeightStopTheNode() {
    application.finalizeBlock(block(1, pack(put(1))));
    Block other = new Block(1, new byte[] {77}, List.of(pack(put(2))), new byte[20]);
    assertThatThrownBy(() -> application.finalizeBlock(other))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "CometBFT has decided two blocks at height 1, now 4d;"
                + " node1 is EXECUTED, with block 1 01 executed and block 0 the ledger's last");
  }

  @Test
  void aCommitOfNothingIsRefused() {
    decide(3, pack(put(1)));
    assertThatThrownBy(() -> application.commit())
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(
            "CometBFT has a block committed that was not executed;"
                + " node1 is COMMITTED, with block none executed and block 3 the ledger's last");
    decide(4, pack(put(2)));
    assertThat(ledger.height()).isEqualTo(2);
  }

  @Test
  void aRepeatedBlockThatHoldsTransactionsIsRefused() {
    decide(1, pack(put(1)));
    application.finalizeBlock(block(3, pack(put(2))));
    assertThatThrownBy(() -> application.finalizeBlock(block(2, pack(put(3)))))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageStartingWith("CometBFT has transactions at height 2 that the ledger lacks; ")
        .hasMessageEndingWith("block 3 03 executed and block 1 the ledger's last");
  }

  @Test
  void aNodeThatDiedBeforeTheCommitReplaysToTheSameHash() {
    decide(1, pack(put(1)));
    ResponseFinalizeBlock lost = application.finalizeBlock(block(2, pack(put(2))));
    node.close();
    open(ledger.reopened(), new InMemoryStateStore());
    assertThat(application.info().getLastBlockHeight()).isEqualTo(1);
    assertThat(decide(2, pack(put(2))).getAppHash()).isEqualTo(lost.getAppHash());
  }

  @Test
  void theMempoolTakesOnlyWhatCanStandInABlock() {
    assertThat(check(pack(put(1))).getCode()).isEqualTo(AbciApplication.OK);
    assertThat(check(Transactions.turn("node2", 1)).getCode()).isEqualTo(AbciApplication.OK);
    Transaction forged = at(1).put("a", "x").signedBy(TestKeys.client(2));
    assertThat(check(pack(forged)).getLog()).isEqualTo("the signature isn't the client's");
    Transaction strange = at(1, TestKeys.stranger()).put("a", "x").signedBy(TestKeys.stranger());
    assertThat(check(pack(put(2), strange)).getLog()).contains("not in cluster.json");
    assertThat(check(new byte[] {5, 5}).getLog())
        .isEqualTo("a pack or a call for turn is expected");
    assertThat(check(new byte[] {Transactions.PACK, 9, 9}).getCode()).isNotZero();
    assertThat(check(Transactions.turn("x".repeat(200), 1)).getCode()).isNotZero();
  }

  private ExecTxResult check(byte[] transaction) {
    return application.checkTx(transaction);
  }

  @Test
  void theMempoolRefusesWhatStandsInTheLedger() {
    decide(1, pack(put(1)));
    assertThat(check(pack(put(1))).getLog()).contains("in the ledger already");
    assertThat(check(pack(put(1), put(2))).getCode()).isEqualTo(AbciApplication.OK);
  }

  /** CometBFT puts it into the header of the first block, which nodes with another one refuse. */
  @Test
  void theChainBeginsWithTheHashOfTheRulesAsItsApplicationHash() {
    assertThat(application.initChain("chain")).isEqualTo(RULES);
  }

  @Test
  void anotherChainIsRefusedInOneLine() {
    assertThatThrownBy(() -> application.initChain("other"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("CometBFT's chain is other, that of cluster.json is chain");
  }
}
