package io.hybridycsb.relational.tendermint;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.cometbft.abci.proto.ExecTxResult;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import io.hybridycsb.relational.node.BlockProcessor;
import io.hybridycsb.relational.node.TransactionChecks;
import io.hybridycsb.relational.node.database.BlockTransaction;
import io.hybridycsb.relational.node.database.ChainDatabase;
import io.hybridycsb.relational.node.database.ExecutedBlock;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.database.TransactionResult;
import java.util.ArrayList;
import java.util.List;

/**
 * A relational database as the application of a CometBFT chain. A block with transactions is
 * executed by {@link #finalizeBlock} and made durable by {@link #commit}. One without leaves no
 * trace, so that the application hash stays and CometBFT needs no further block; after a restart
 * CometBFT replays such blocks.
 */
final class RelationalApplication implements AbciApplication {
  private static final int CODE_INVALID = 1;

  private final Rules rules;
  private final BlockProcessor blocks;
  private final ChainDatabase database;
  private final TransactionChecks checks;
  private ExecutedBlock executed;
  private List<BlockTransaction> executedTransactions;

  RelationalApplication(Rules rules, BlockProcessor blocks) {
    this.rules = rules;
    this.blocks = blocks;
    this.database = blocks.database();
    this.checks = blocks.checks();
  }

  @Override
  public ResponseInfo info() {
    long height = database.height();
    return ResponseInfo.newBuilder()
        .setData("relational")
        .setVersion("1")
        .setLastBlockHeight(height)
        .setLastBlockAppHash(
            height == 0 ? ByteString.EMPTY : ByteString.copyFrom(database.appHash()))
        .build();
  }

  /** The first header names the rules: a node that has others refuses it, and all after. */
  @Override
  public byte[] initChain(String chainId) {
    if (!chainId.equals(rules.chainId())) {
      throw new IllegalArgumentException(
          "CometBFT's chain is %s, that of cluster.json is %s; give both the same"
              .formatted(chainId, rules.chainId()));
    }
    return rules.hash();
  }

  @Override
  public ExecTxResult checkTx(byte[] transaction) {
    try {
      checks.read(transaction);
      return ExecTxResult.getDefaultInstance();
    } catch (IllegalArgumentException e) {
      return AbciApplication.refused(CODE_INVALID, e.getMessage());
    }
  }

  /**
   * The mempool's own choice, as far as it fits: it holds what {@link #checkTx} has accepted. A
   * transaction with more work than the budget goes alone.
   */
  @Override
  public List<byte[]> prepareProposal(long bytesMax, List<byte[]> transactions) {
    List<byte[]> proposed = new ArrayList<>(transactions.size());
    long left = bytesMax;
    long workLeft = blocks.budget().work();
    for (byte[] transaction : transactions) {
      left -= AbciApplication.bytesInBlock(transaction.length);
      workLeft -= database.work(checks.read(transaction));
      if (left < 0 || (workLeft < 0 && !proposed.isEmpty())) {
        break;
      }
      proposed.add(transaction);
    }
    return proposed;
  }

  @Override
  public boolean processProposal(Block block) {
    return block.transactions().stream().allMatch(each -> checkTx(each).getCode() == OK);
  }

  @Override
  public ResponseFinalizeBlock finalizeBlock(Block block) {
    if (block.height() <= database.height()) {
      throw new IllegalStateException(
          "CometBFT has block %d executed again, and the database has block %d; is the database another node's?"
              .formatted(block.height(), database.height()));
    }
    database.abandon();
    executed = null;
    List<ExecTxResult> answers = new ArrayList<>(block.transactions().size());
    List<BlockTransaction> transactions = new ArrayList<>(block.transactions().size());
    for (byte[] each : block.transactions()) {
      try {
        transactions.add(checks.read(each));
        answers.add(null);
      } catch (IllegalArgumentException e) {
        // Two thirds of the voting power have let it in; it has no effect.
        answers.add(AbciApplication.refused(CODE_INVALID, e.getMessage()));
      }
    }
    if (transactions.isEmpty()) {
      return result(database.appHash(), answers);
    }
    executed = blocks.execute(block.height(), transactions);
    executedTransactions = transactions;
    int next = 0;
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) == null) {
        TransactionResult result = executed.results().get(next++);
        answers.set(
            i,
            ExecTxResult.newBuilder()
                .setData(ByteString.copyFrom(result.outcomeBytes()))
                .setLog(result.detail())
                .build());
      }
    }
    return result(executed.appHash(), answers);
  }

  private static ResponseFinalizeBlock result(byte[] appHash, List<ExecTxResult> answers) {
    return ResponseFinalizeBlock.newBuilder()
        .setAppHash(ByteString.copyFrom(appHash))
        .addAllTxResults(answers)
        .build();
  }

  @Override
  public long commit() {
    if (executed != null) {
      blocks.commit(executed, executedTransactions);
      blocks.commits().decided(executed.height());
      executed = null;
    }
    return 0;
  }

  @Override
  public ResponseQuery query(String path, byte[] data, long height) {
    return ResponseQuery.newBuilder()
        .setCode(CODE_INVALID)
        .setHeight(database.height())
        .setLog("clients read through the node, not through CometBFT")
        .build();
  }
}
