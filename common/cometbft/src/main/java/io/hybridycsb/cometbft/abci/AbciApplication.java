package io.hybridycsb.cometbft.abci;

import com.google.protobuf.CodedOutputStream;
import io.hybridycsb.cometbft.abci.proto.ExecTxResult;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk.Result;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
import java.util.List;

/**
 * A replicated state machine as CometBFT 0.38 drives it. Source: the ABCI 2.0 specification.
 *
 * <p>{@link #info}, {@link #initChain}, {@link #prepareProposal}, {@link #processProposal}, {@link
 * #finalizeBlock}, {@link #commit}, {@link #offerSnapshot} and {@link #applySnapshotChunk} come one
 * at a time. {@link #checkTx}, {@link #query}, {@link #listSnapshots} and {@link
 * #loadSnapshotChunk} come from other threads meanwhile.
 *
 * <p>An exception stops CometBFT and the node, so an application throws only where going on would
 * be wrong. Arrays that are passed in belong to the application; arrays that it returns are not
 * changed by it afterwards.
 */
@SuppressWarnings("ArrayRecordComponent") // values for one call, never compared
public interface AbciApplication {
  /** The code of a transaction that is accepted. */
  int OK = 0;

  /**
   * A block that is proposed or decided.
   *
   * @param hash of its header, 32 bytes: the same in {@link #processProposal} and {@link
   *     #finalizeBlock}
   * @param proposer the first 20 bytes of SHA-256 of the proposer's public key
   */
  record Block(long height, byte[] hash, List<byte[]> transactions, byte[] proposer) {}

  /**
   * The application's state after its last {@link #commit}, whose height was made durable; 0: none.
   * CometBFT asks for it at its start, and replays later blocks.
   */
  ResponseInfo info();

  /**
   * Begins a chain; called once, at height 0.
   *
   * @return the application hash of the first header; empty: that of the genesis file
   */
  byte[] initChain(String chainId);

  /** Whether a transaction may enter the mempool, or stay there after a block. */
  ExecTxResult checkTx(byte[] transaction);

  /**
   * The transactions of the block that this node proposes.
   *
   * @param bytesMax the most that the result may take, counted by {@link #bytesInBlock}
   * @param transactions what the mempool offers
   */
  List<byte[]> prepareProposal(long bytesMax, List<byte[]> transactions);

  /**
   * Whether this node votes for a proposed block. Must not depend on knowledge of this node alone.
   */
  boolean processProposal(Block block);

  /**
   * Executes a decided block. Its changes are durable only after {@link #commit}.
   *
   * @return the application hash, which stands in the header of the next height, and a result for
   *     each transaction, in their order. A result's code and data are part of the chain's results
   *     hash; its log is for people, and may differ between nodes
   */
  ResponseFinalizeBlock finalizeBlock(Block block);

  /**
   * Makes the changes of {@link #finalizeBlock} durable.
   *
   * @return CometBFT may forget blocks below this height; 0: none
   */
  long commit();

  /**
   * Answers a query made through CometBFT's RPC. A proof leads from the value to the application
   * hash in the header of the height after the answer's, in steps of types that the application
   * defines.
   */
  ResponseQuery query(String path, byte[] data, long height);

  /**
   * The snapshots that this node can hand out; by default it has none, and restores none. Each has
   * at least one chunk, each chunk below 16 MB, and metadata below 4 MB. Its hash is the same on
   * every node.
   */
  default List<Snapshot> listSnapshots() {
    return List.of();
  }

  /**
   * Whether to restore a snapshot found with other nodes.
   *
   * @param appHash the application hash at its height, as more than two thirds have signed it
   */
  default ResponseOfferSnapshot.Result offerSnapshot(Snapshot snapshot, byte[] appHash) {
    return ResponseOfferSnapshot.Result.REJECT;
  }

  /** A chunk of a snapshot, or an empty array if it is no longer there. */
  default byte[] loadSnapshotChunk(long height, int format, int chunk) {
    return new byte[0];
  }

  /** Takes the next chunk of the accepted snapshot; they come in order. */
  default ResponseApplySnapshotChunk applySnapshotChunk(int index, byte[] chunk, String sender) {
    return ResponseApplySnapshotChunk.newBuilder().setResult(Result.ABORT).build();
  }

  /** The result of a transaction that has no effect, with the application's own code. */
  static ExecTxResult refused(int code, String why) {
    return ExecTxResult.newBuilder().setCode(code).setLog(why).build();
  }

  /** How much of a block's limit a transaction of this length takes. */
  static long bytesInBlock(int transactionBytes) {
    return CodedOutputStream.computeTagSize(1)
        + CodedOutputStream.computeUInt32SizeNoTag(transactionBytes)
        + (long) transactionBytes;
  }
}
