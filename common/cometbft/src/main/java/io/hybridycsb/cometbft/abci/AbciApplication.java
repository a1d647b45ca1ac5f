package io.hybridycsb.cometbft.abci;

import com.google.protobuf.CodedOutputStream;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
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
   * The application's state. CometBFT asks for it at its start, and replays later blocks.
   *
   * @param height the last height that {@link #commit} made durable; 0: none
   * @param appHash the application hash after it
   */
  record AppInfo(String name, String version, long height, byte[] appHash) {}

  /**
   * A block that is proposed or decided.
   *
   * @param hash of its header, 32 bytes: the same in {@link #processProposal} and {@link
   *     #finalizeBlock}
   * @param proposer the first 20 bytes of SHA-256 of the proposer's public key
   */
  record Block(long height, byte[] hash, List<byte[]> transactions, byte[] proposer) {}

  /**
   * What became of a transaction.
   *
   * @param code {@link #OK}, or the application's own code; part of the chain's results hash
   * @param data part of the chain's results hash
   * @param log for people; may differ between nodes
   */
  record TxResult(int code, byte[] data, String log) {}

  /**
   * What became of a block.
   *
   * @param appHash stands in the header of the next height
   * @param results one for each transaction, in their order
   */
  record BlockResult(byte[] appHash, List<TxResult> results) {}

  /**
   * The answer to a query.
   *
   * @param height the proof leads to the application hash in the header of the height after it
   * @param proof from the value to the application hash; empty: none
   */
  record QueryReply(
      int code, byte[] key, byte[] value, long height, String log, List<ProofOp> proof) {}

  /** A step of a proof, of a type that its application defines. */
  record ProofOp(String type, byte[] key, byte[] data) {}

  /**
   * A snapshot that this node can hand to others.
   *
   * @param format the application's own number
   * @param chunks how many parts it has, at least one, each below 16 MB
   * @param hash the same for the same snapshot on every node
   * @param metadata the application's own; below 4 MB
   */
  record Snapshot(long height, int format, int chunks, byte[] hash, byte[] metadata) {}

  /**
   * The answer to a chunk.
   *
   * @param refetch the numbers of chunks to fetch again
   * @param rejectSenders peers that sent something wrong
   */
  record ChunkReply(
      ResponseApplySnapshotChunk.Result answer, List<Integer> refetch, List<String> rejectSenders) {
    public static ChunkReply of(ResponseApplySnapshotChunk.Result answer) {
      return new ChunkReply(answer, List.of(), List.of());
    }
  }

  /** The application's state after its last {@link #commit}. */
  AppInfo info();

  /**
   * Begins a chain; called once, at height 0.
   *
   * @return the application hash of the first header; empty: that of the genesis file
   */
  byte[] initChain(String chainId);

  /** Whether a transaction may enter the mempool, or stay there after a block. */
  TxResult checkTx(byte[] transaction);

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

  /** Executes a decided block. Its changes are durable only after {@link #commit}. */
  BlockResult finalizeBlock(Block block);

  /**
   * Makes the changes of {@link #finalizeBlock} durable.
   *
   * @return CometBFT may forget blocks below this height; 0: none
   */
  long commit();

  /** Answers a query made through CometBFT's RPC. */
  QueryReply query(String path, byte[] data, long height);

  /** The snapshots that this node can hand out; by default it has none, and restores none. */
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
  default ChunkReply applySnapshotChunk(int index, byte[] chunk, String sender) {
    return ChunkReply.of(ResponseApplySnapshotChunk.Result.ABORT);
  }

  /** How much of a block's limit a transaction of this length takes. */
  static long bytesInBlock(int transactionBytes) {
    return CodedOutputStream.computeTagSize(1)
        + CodedOutputStream.computeUInt32SizeNoTag(transactionBytes)
        + (long) transactionBytes;
  }
}
