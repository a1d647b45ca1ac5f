package io.hybridycsb.relational.tendermint;

import io.hybridycsb.cometbft.abci.AbciApplication;
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
  private static final byte[] EMPTY = new byte[0];

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
  public AppInfo info() {
    long height = database.height();
    return new AppInfo("relational", "1", height, height == 0 ? EMPTY : database.appHash());
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
  public TxResult checkTx(byte[] transaction) {
    try {
      checks.read(transaction);
      return new TxResult(OK, EMPTY, "");
    } catch (IllegalArgumentException e) {
      return new TxResult(CODE_INVALID, EMPTY, e.getMessage());
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
    return block.transactions().stream().allMatch(each -> checkTx(each).code() == OK);
  }

  @Override
  public BlockResult finalizeBlock(Block block) {
    if (block.height() <= database.height()) {
      throw new IllegalStateException(
          "CometBFT has block %d executed again, and the database has block %d; is the database another node's?"
              .formatted(block.height(), database.height()));
    }
    database.abandon();
    executed = null;
    List<TxResult> answers = new ArrayList<>(block.transactions().size());
    List<BlockTransaction> transactions = new ArrayList<>(block.transactions().size());
    for (byte[] each : block.transactions()) {
      try {
        transactions.add(checks.read(each));
        answers.add(null);
      } catch (IllegalArgumentException e) {
        // Two thirds of the voting power have let it in; it has no effect.
        answers.add(new TxResult(CODE_INVALID, EMPTY, e.getMessage()));
      }
    }
    if (transactions.isEmpty()) {
      return new BlockResult(database.appHash(), answers);
    }
    executed = blocks.execute(block.height(), transactions);
    executedTransactions = transactions;
    int next = 0;
    for (int i = 0; i < answers.size(); i++) {
      if (answers.get(i) == null) {
        TransactionResult result = executed.results().get(next++);
        answers.set(i, new TxResult(OK, result.outcomeBytes(), result.detail()));
      }
    }
    return new BlockResult(executed.appHash(), answers);
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
  public QueryReply query(String path, byte[] data, long height) {
    return new QueryReply(
        CODE_INVALID,
        EMPTY,
        EMPTY,
        database.height(),
        "clients read through the node, not through CometBFT",
        List.of());
  }
}
