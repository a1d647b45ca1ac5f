package io.hybridycsb.veritas.tendermint.abci;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Counts transactions; its application hash is the number of those committed. */
class CounterApplication implements AbciApplication {
  private final Map<String, Integer> calls = new ConcurrentHashMap<>();
  private volatile long height;
  private volatile long committed;
  private long executed;
  private long executedHeight;

  /** How often a call came. */
  int calls(String name) {
    return calls.getOrDefault(name, 0);
  }

  @Override
  public AppInfo info() {
    called("info");
    return new AppInfo("counter", "1", height, height == 0 ? new byte[0] : hash(committed));
  }

  @Override
  public byte[] initChain(ChainStart start) {
    called("initChain");
    return hash(0);
  }

  @Override
  public TxResult checkTx(byte[] transaction, boolean again) {
    called("checkTx");
    boolean accepted = transaction.length > 0 && transaction[0] != 'x';
    return new TxResult(accepted ? OK : 1, new byte[0], accepted ? "" : "starts with x");
  }

  @Override
  public List<byte[]> prepareProposal(
      long bytesMax, List<byte[]> transactions, long height, Instant time) {
    called("prepareProposal");
    List<byte[]> own = new ArrayList<>(transactions);
    own.add(("own " + height).getBytes(StandardCharsets.UTF_8));
    return own;
  }

  @Override
  public boolean processProposal(Block block) {
    called("processProposal");
    return block.transactions().stream().noneMatch(tx -> tx[0] == 'x');
  }

  @Override
  public BlockResult finalizeBlock(Block block) {
    called("finalizeBlock");
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
    called("commit");
    committed = executed;
    height = executedHeight;
    return 0;
  }

  @Override
  public QueryReply query(String path, byte[] data, long height) {
    called("query");
    return new QueryReply(OK, data, hash(committed), this.height, path, List.of());
  }

  @Override
  public List<Snapshot> listSnapshots() {
    called("listSnapshots");
    return List.of(new Snapshot(height, 1, 1, hash(committed), new byte[0]));
  }

  @Override
  public SnapshotAnswer offerSnapshot(Snapshot snapshot, byte[] appHash) {
    called("offerSnapshot");
    return snapshot.format() == 1 ? SnapshotAnswer.ACCEPT : SnapshotAnswer.REJECT_FORMAT;
  }

  @Override
  public byte[] loadSnapshotChunk(long height, int format, int chunk) {
    called("loadSnapshotChunk");
    return hash(committed);
  }

  @Override
  public ChunkReply applySnapshotChunk(int index, byte[] chunk, String sender) {
    called("applySnapshotChunk");
    return chunk.length == Long.BYTES
        ? ChunkReply.of(ChunkAnswer.ACCEPT)
        : new ChunkReply(ChunkAnswer.RETRY, List.of(index), List.of(sender));
  }

  static byte[] hash(long count) {
    return ByteBuffer.allocate(Long.BYTES).putLong(count).array();
  }

  private void called(String name) {
    calls.merge(name, 1, Integer::sum);
  }
}
