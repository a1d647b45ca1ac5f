package io.hybridycsb.cometbft.abci;

import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Counts transactions; its application hash is the number of those committed. */
class CounterApplication implements AbciApplication {
  private volatile long height;
  private volatile long committed;
  private long executed;
  private long executedHeight;

  @Override
  public AppInfo info() {
    return new AppInfo("counter", "1", height, height == 0 ? new byte[0] : hash(committed));
  }

  @Override
  public byte[] initChain(String chainId) {
    return chainId.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public TxResult checkTx(byte[] transaction) {
    boolean accepted = transaction.length > 0 && transaction[0] != 'x';
    return new TxResult(accepted ? OK : 1, new byte[0], accepted ? "" : "starts with x");
  }

  @Override
  public List<byte[]> prepareProposal(long bytesMax, List<byte[]> transactions) {
    List<byte[]> own = new ArrayList<>(transactions);
    own.add("own".getBytes(StandardCharsets.UTF_8));
    return own;
  }

  @Override
  public boolean processProposal(Block block) {
    return block.transactions().stream().noneMatch(tx -> tx[0] == 'x');
  }

  @Override
  public BlockResult finalizeBlock(Block block) {
    executed = committed + block.transactions().size();
    executedHeight = block.height();
    List<TxResult> results =
        block.transactions().stream()
            .map(tx -> new TxResult(OK, hash(tx.length), "counted"))
            .toList();
    return new BlockResult(hash(executed), results);
  }

  @Override
  public long commit() {
    committed = executed;
    height = executedHeight;
    return 0;
  }

  @Override
  public QueryReply query(String path, byte[] data, long height) {
    return new QueryReply(OK, data, hash(committed), this.height, path, List.of());
  }

  @Override
  public List<Snapshot> listSnapshots() {
    return List.of(new Snapshot(height, 1, 1, hash(committed), new byte[0]));
  }

  @Override
  public ResponseOfferSnapshot.Result offerSnapshot(Snapshot snapshot, byte[] appHash) {
    return snapshot.format() == 1
        ? ResponseOfferSnapshot.Result.ACCEPT
        : ResponseOfferSnapshot.Result.REJECT_FORMAT;
  }

  @Override
  public byte[] loadSnapshotChunk(long height, int format, int chunk) {
    return hash(committed);
  }

  @Override
  public ChunkReply applySnapshotChunk(int index, byte[] chunk, String sender) {
    return chunk.length == Long.BYTES
        ? ChunkReply.of(ResponseApplySnapshotChunk.Result.ACCEPT)
        : new ChunkReply(ResponseApplySnapshotChunk.Result.RETRY, List.of(index), List.of(sender));
  }

  static byte[] hash(long count) {
    return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
  }
}
