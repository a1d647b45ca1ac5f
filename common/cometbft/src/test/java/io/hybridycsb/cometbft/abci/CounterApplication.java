package io.hybridycsb.cometbft.abci;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.proto.ExecTxResult;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseFinalizeBlock;
import io.hybridycsb.cometbft.abci.proto.ResponseInfo;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.ResponseQuery;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
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
  public ResponseInfo info() {
    return ResponseInfo.newBuilder()
        .setData("counter")
        .setVersion("1")
        .setLastBlockHeight(height)
        .setLastBlockAppHash(height == 0 ? ByteString.EMPTY : bytes(committed))
        .build();
  }

  @Override
  public byte[] initChain(String chainId) {
    return chainId.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public ExecTxResult checkTx(byte[] transaction) {
    boolean accepted = transaction.length > 0 && transaction[0] != 'x';
    return accepted
        ? ExecTxResult.getDefaultInstance()
        : AbciApplication.refused(1, "starts with x");
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
  public ResponseFinalizeBlock finalizeBlock(Block block) {
    executed = committed + block.transactions().size();
    executedHeight = block.height();
    ResponseFinalizeBlock.Builder results =
        ResponseFinalizeBlock.newBuilder().setAppHash(bytes(executed));
    for (byte[] each : block.transactions()) {
      results.addTxResults(ExecTxResult.newBuilder().setData(bytes(each.length)).setLog("counted"));
    }
    return results.build();
  }

  @Override
  public long commit() {
    committed = executed;
    height = executedHeight;
    return 0;
  }

  @Override
  public ResponseQuery query(String path, byte[] data, long height) {
    return ResponseQuery.newBuilder()
        .setKey(ByteString.copyFrom(data))
        .setValue(bytes(committed))
        .setHeight(this.height)
        .setLog(path)
        .build();
  }

  @Override
  public List<Snapshot> listSnapshots() {
    return List.of(
        Snapshot.newBuilder()
            .setHeight(height)
            .setFormat(1)
            .setChunks(1)
            .setHash(bytes(committed))
            .build());
  }

  @Override
  public ResponseOfferSnapshot.Result offerSnapshot(Snapshot snapshot, byte[] appHash) {
    return snapshot.getFormat() == 1
        ? ResponseOfferSnapshot.Result.ACCEPT
        : ResponseOfferSnapshot.Result.REJECT_FORMAT;
  }

  @Override
  public byte[] loadSnapshotChunk(long height, int format, int chunk) {
    return hash(committed);
  }

  @Override
  public ResponseApplySnapshotChunk applySnapshotChunk(int index, byte[] chunk, String sender) {
    ResponseApplySnapshotChunk.Builder answer = ResponseApplySnapshotChunk.newBuilder();
    return chunk.length == Long.BYTES
        ? answer.setResult(ResponseApplySnapshotChunk.Result.ACCEPT).build()
        : answer
            .setResult(ResponseApplySnapshotChunk.Result.RETRY)
            .addRefetchChunks(index)
            .addRejectSenders(sender)
            .build();
  }

  private static ByteString bytes(long count) {
    return ByteString.copyFrom(hash(count));
  }

  static byte[] hash(long count) {
    return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
  }
}
