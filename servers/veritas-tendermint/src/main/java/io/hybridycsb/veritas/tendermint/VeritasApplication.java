package io.hybridycsb.veritas.tendermint;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.AbciApplication;
import io.hybridycsb.cometbft.abci.proto.ExecTxResult;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
import io.hybridycsb.veritas.cluster.ValidatorSet;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.ledger.LedgerBlocks;
import io.hybridycsb.veritas.core.txn.CheckedTransaction;
import io.hybridycsb.veritas.crypto.Hashes;
import io.hybridycsb.veritas.proto.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/**
 * Veritas as the application of a CometBFT chain (VLDB'22 §3.2). The application hash is the hash
 * of the ledger's last header, which holds the state root; so validators sign both.
 *
 * <p>A block is executed before it is committed. If CometBFT alone is restarted in between, it
 * repeats all blocks after the ledger's last.
 *
 * <pre>
 * from        call of CometBFT                                to
 * COMMITTED   finalizeBlock of a block after the ledger's     EXECUTED
 * EXECUTED    commit                                          COMMITTED
 * EXECUTED    finalizeBlock of the executed block             EXECUTED
 * EXECUTED    finalizeBlock of one before, without content    REPEATED
 * REPEATED    commit                                          EXECUTED
 * REPEATED    finalizeBlock                                   as from EXECUTED
 * </pre>
 *
 * Any other call is refused, for CometBFT and the node have then seen different chains.
 */
final class VeritasApplication implements AbciApplication {
  private static final int CODE_INVALID = 1;
  private static final int CODE_KNOWN = 2;
  private static final int ADDRESS_BYTES = 20;
  private static final int PACK_OVERHEAD_BYTES = 32;

  private final String node;
  private final ValidatorSet validators;
  private final byte[] rules;
  private final ChainConsensus consensus;
  private final TurnCaller turns;
  private final StateSync sync;
  private final StateQueries queries;
  private final Map<String, String> names = new HashMap<>();
  private boolean hadCall;
  private boolean hadTransactions;
  private Executed executed;

  private State state = State.COMMITTED;

  /** The state of the blocks that CometBFT has handed over. */
  private enum State {
    /** All are in the ledger, or have no transactions. */
    COMMITTED,
    /** The last block is in memory only. */
    EXECUTED,
    /** As {@link #EXECUTED}, and an empty block before the last one came again. */
    REPEATED
  }

  private record Executed(long height, byte[] hash, ResponseFinalizeBlock result) {}

  /**
   * @param rules hash of what the nodes judge by
   */
  VeritasApplication(
      String node,
      ValidatorSet validators,
      byte[] rules,
      ChainConsensus consensus,
      TurnCaller turns,
      StateSync sync,
      StateQueries queries) {
    this.node = node;
    this.validators = validators;
    this.rules = rules.clone();
    this.consensus = consensus;
    this.turns = turns;
    this.sync = sync;
    this.queries = queries;
    for (ValidatorSet.Validator validator : validators.validators()) {
      byte[] address = Arrays.copyOf(Hashes.sha256(validator.publicKey()), ADDRESS_BYTES);
      names.put(HexFormat.of().formatHex(address), validator.name());
    }
  }

  @Override
  public ResponseInfo info() {
    return ResponseInfo.newBuilder()
        .setData("veritas")
        .setVersion("1")
        .setLastBlockHeight(consensus.committedPosition())
        .setLastBlockAppHash(appHash(consensus.committed()))
        .build();
  }

  private static ByteString appHash(ChainHead head) {
    return head.height() == 0 ? ByteString.EMPTY : ByteString.copyFrom(head.hash());
  }

  /**
   * The first block's header names the rules: a node that has others refuses it, and everything
   * after.
   */
  @Override
  public byte[] initChain(String chainId) {
    if (!chainId.equals(validators.chainId())) {
      throw new IllegalArgumentException(
          "CometBFT's chain is " + chainId + ", that of cluster.json is " + validators.chainId());
    }
    return rules.clone();
  }

  @Override
  public ExecTxResult checkTx(byte[] transaction) {
    if (Transactions.isTurn(transaction)) {
      return accepted();
    }
    if (!Transactions.isPack(transaction)) {
      return AbciApplication.refused(CODE_INVALID, "a pack or a call for turn is expected");
    }
    try {
      List<CheckedTransaction> pack = consensus.read(Transactions.content(transaction));
      for (CheckedTransaction each : pack) {
        if (each.fault() != null) {
          return AbciApplication.refused(CODE_INVALID, each.detail());
        }
      }
      return consensus.isKnown(pack)
          ? AbciApplication.refused(CODE_KNOWN, "its transactions stand in the ledger already")
          : accepted();
    } catch (IllegalArgumentException e) {
      return AbciApplication.refused(CODE_INVALID, e.getMessage());
    }
  }

  private static ExecTxResult accepted() {
    return ExecTxResult.getDefaultInstance();
  }

  /**
   * The transactions that wait here, then packs that others put into the mempool, then all calls. A
   * caller whose transactions didn't all fit calls again.
   */
  @Override
  public List<byte[]> prepareProposal(long bytesMax, List<byte[]> transactions) {
    long left = bytesMax;
    List<byte[]> calls = new ArrayList<>();
    for (byte[] transaction : transactions) {
      long bytes = AbciApplication.bytesInBlock(transaction.length);
      if (Transactions.isTurn(transaction) && bytes <= left) {
        calls.add(transaction);
        left -= bytes;
      }
    }
    List<byte[]> proposed = new ArrayList<>();
    byte[] waiting = consensus.pack((int) Math.min(Integer.MAX_VALUE, left - PACK_OVERHEAD_BYTES));
    if (waiting != null) {
      byte[] pack = Transactions.pack(waiting);
      left -= AbciApplication.bytesInBlock(pack.length);
      proposed.add(pack);
    }
    for (byte[] transaction : transactions) {
      long bytes = AbciApplication.bytesInBlock(transaction.length);
      if (Transactions.isPack(transaction) && bytes <= left) {
        proposed.add(transaction);
        left -= bytes;
      }
    }
    proposed.addAll(calls);
    return proposed;
  }

  /** Whether all packs can be read; a wrong transaction in a readable pack gets an outcome. */
  @Override
  public boolean processProposal(Block block) {
    try {
      read(block);
      return true;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  private List<List<CheckedTransaction>> read(Block block) {
    List<List<CheckedTransaction>> read = new ArrayList<>(block.transactions().size());
    int count = 0;
    for (byte[] transaction : block.transactions()) {
      if (Transactions.isPack(transaction)) {
        read.add(consensus.read(Transactions.content(transaction)));
      } else if (Transactions.isTurn(transaction)) {
        read.add(List.of());
      } else {
        throw new IllegalArgumentException("a transaction of the chain is of no known kind");
      }
      count += read.get(read.size() - 1).size();
      if (count > LedgerBlocks.TRANSACTIONS_MAX) {
        // The place of a further transaction would not fit into its version.
        throw new IllegalArgumentException("the packs of a block hold too many transactions");
      }
    }
    return read;
  }

  @Override
  public ResponseFinalizeBlock finalizeBlock(Block block) {
    if (state != State.COMMITTED) {
      return again(block);
    }
    if (block.height() <= consensus.committedPosition()) {
      throw refused(
          "CometBFT has block " + block.height() + " executed again, which the ledger has already");
    }
    List<List<CheckedTransaction>> packs = read(block);
    List<CheckedTransaction> all = new ArrayList<>();
    packs.forEach(all::addAll);
    String proposer = names.getOrDefault(HexFormat.of().formatHex(block.proposer()), "unknown");
    Outcome[] outcomes = consensus.execute(block.height(), proposer, all);
    ResponseFinalizeBlock.Builder results =
        ResponseFinalizeBlock.newBuilder().setAppHash(appHash(consensus.executed()));
    int next = 0;
    for (List<CheckedTransaction> pack : packs) {
      byte[] data = new byte[pack.size()];
      for (int i = 0; i < data.length; i++) {
        data[i] = (byte) outcomes[next++].getNumber();
      }
      results.addTxResults(ExecTxResult.newBuilder().setData(ByteString.copyFrom(data)));
    }
    hadTransactions = !all.isEmpty();
    hadCall =
        block.transactions().stream()
            .anyMatch(t -> Transactions.isTurn(t) && Transactions.turnNode(t).equals(node));
    executed = new Executed(block.height(), block.hash(), results.build());
    state = State.EXECUTED;
    return executed.result();
  }

  private IllegalStateException refused(String what) {
    return new IllegalStateException(
        "%s; %s is %s, with block %s executed and block %d the ledger's last"
            .formatted(
                what,
                node,
                state,
                executed == null
                    ? "none"
                    : executed.height() + " " + HexFormat.of().formatHex(executed.hash()),
                consensus.committedPosition()));
  }

  /**
   * CometBFT was restarted between a block's execution and its commit. The blocks before the
   * executed one come first. They hold no transactions, so their commit left no trace.
   */
  private ResponseFinalizeBlock again(Block block) {
    if (block.height() > executed.height()) {
      throw refused(
          "CometBFT has decided block %s before it had block %s committed"
              .formatted(block.height(), executed.height()));
    }
    if (block.height() == executed.height()) {
      if (!Arrays.equals(executed.hash(), block.hash())) {
        throw refused(
            "CometBFT has decided two blocks at height %s, now %s"
                .formatted(block.height(), HexFormat.of().formatHex(block.hash())));
      }
      state = State.EXECUTED;
      return executed.result();
    }
    ResponseFinalizeBlock.Builder results =
        ResponseFinalizeBlock.newBuilder().setAppHash(appHash(consensus.committed()));
    for (List<CheckedTransaction> pack : read(block)) {
      if (!pack.isEmpty()) {
        throw refused(
            "CometBFT has transactions at height " + block.height() + " that the ledger lacks");
      }
      results.addTxResults(accepted());
    }
    state = State.REPEATED;
    return results.build();
  }

  @Override
  public long commit() {
    switch (state) {
      case COMMITTED -> throw refused("CometBFT has a block committed that was not executed");
      case REPEATED -> state = State.EXECUTED;
      case EXECUTED -> {
        consensus.commit();
        sync.committed();
        turns.committed(hadCall, hadTransactions);
        executed = null;
        state = State.COMMITTED;
      }
    }
    return 0;
  }

  @Override
  public ResponseQuery query(String path, byte[] data, long height) {
    return queries.answer(path, data, height);
  }

  @Override
  public List<Snapshot> listSnapshots() {
    return sync.list();
  }

  @Override
  public ResponseOfferSnapshot.Result offerSnapshot(Snapshot snapshot, byte[] appHash) {
    return sync.offered(snapshot, appHash);
  }

  @Override
  public byte[] loadSnapshotChunk(long height, int format, int chunk) {
    return sync.chunk(height, format, chunk);
  }

  @Override
  public ResponseApplySnapshotChunk applySnapshotChunk(int index, byte[] chunk, String sender) {
    return sync.chunk(index, chunk, sender);
  }
}
