package io.hybridycsb.veritas.tendermint;

import com.google.protobuf.ByteString;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk;
import io.hybridycsb.cometbft.abci.proto.ResponseApplySnapshotChunk.Result;
import io.hybridycsb.cometbft.abci.proto.ResponseOfferSnapshot;
import io.hybridycsb.cometbft.abci.proto.Snapshot;
import io.hybridycsb.smt.SparseMerkleTree;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.consensus.chain.ChainConsensus;
import io.hybridycsb.veritas.core.ledger.Ledger;
import io.hybridycsb.veritas.core.snapshot.SnapshotDirectory;
import io.hybridycsb.veritas.core.snapshot.SnapshotInfo;
import io.hybridycsb.veritas.core.snapshot.SnapshotRestore;
import io.hybridycsb.veritas.core.snapshot.SnapshotRestore.WrongSnapshot;
import io.hybridycsb.veritas.core.snapshot.Snapshots;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * CometBFT's state sync: serves this node's snapshots, and restores one of another node's while
 * this node is empty.
 */
final class StateSync implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(StateSync.class);

  /** CometBFT restores a snapshot only if the chain has this many more headers. */
  private static final int HEIGHTS_AFTER = 2;

  private final Ledger ledger;
  private final SparseMerkleTree tree;
  private final ChainConsensus consensus;
  private final SnapshotDirectory directory;
  private final Snapshots snapshots;
  private final Set<String> senders = new LinkedHashSet<>();
  private SnapshotRestore restore;

  /**
   * @param interval blocks of the ledger from one snapshot to the next; 0: none are taken
   * @param whenTaken called when there is a new one
   * @param writer runs the writing; {@link Snapshots#thread}, but in simulations
   */
  StateSync(
      NodeContext.Data data,
      ChainConsensus consensus,
      SnapshotDirectory directory,
      long interval,
      Runnable whenTaken,
      ExecutorService writer) {
    ledger = data.ledger();
    tree = data.tree();
    this.consensus = consensus;
    this.directory = directory;
    StateReader store = data.store().forReaders();
    snapshots = new Snapshots(data, store, directory, interval, whenTaken, writer);
  }

  /** Says that a block was committed. */
  void committed() {
    snapshots.committed();
  }

  /** Whether the newest snapshot can't be used before the chain has further blocks. */
  boolean needsBlocks() {
    List<SnapshotInfo> all = directory.list();
    return !all.isEmpty() && !isUsable(all.get(0));
  }

  private boolean isUsable(SnapshotInfo info) {
    return info.position() + HEIGHTS_AFTER <= consensus.lastPosition();
  }

  List<Snapshot> list() {
    return directory.offer().stream()
        .filter(this::isUsable)
        .map(
            info ->
                Snapshot.newBuilder()
                    .setHeight(info.position())
                    .setFormat(SnapshotInfo.FORMAT)
                    .setChunks(info.chunkHashes().size())
                    .setHash(ByteString.copyFrom(info.hash()))
                    .setMetadata(ByteString.copyFrom(info.metadata()))
                    .build())
        .toList();
  }

  byte[] chunk(long height, int format, int chunk) {
    return format == SnapshotInfo.FORMAT
        ? directory.chunk(height, chunk).orElse(new byte[0])
        : new byte[0];
  }

  ResponseOfferSnapshot.Result offered(Snapshot snapshot, byte[] appHash) {
    if (ledger.head().height() > 0) {
      throw new StoreException(
          ledger.store().describe()
              + " has blocks while its CometBFT has none; the node has to start afresh");
    }
    if (snapshot.getFormat() != SnapshotInfo.FORMAT) {
      return ResponseOfferSnapshot.Result.REJECT_FORMAT;
    }
    SnapshotInfo info;
    try {
      info = SnapshotInfo.decode(snapshot.getHeight(), snapshot.getMetadata().toByteArray());
    } catch (IllegalArgumentException e) {
      LOG.warn("a snapshot of height {} is refused: {}", snapshot.getHeight(), e.getMessage());
      return ResponseOfferSnapshot.Result.REJECT_SENDER;
    }
    if (info.chunkHashes().size() != snapshot.getChunks()) {
      return ResponseOfferSnapshot.Result.REJECT_SENDER;
    }
    LOG.info("restoring a snapshot of height {}: {} chunks", info.height(), snapshot.getChunks());
    try {
      restore = new SnapshotRestore(directory, ledger.store(), tree, info, appHash);
    } catch (IOException e) {
      throw failed(e);
    }
    senders.clear();
    return ResponseOfferSnapshot.Result.ACCEPT;
  }

  ResponseApplySnapshotChunk chunk(int index, byte[] chunk, String sender) {
    if (restore == null) {
      return answer(Result.ABORT).build();
    }
    senders.add(sender);
    try {
      if (!restore.take(index, chunk)) {
        LOG.warn("chunk {} from {} isn't the one that was announced", index, sender);
        return answer(Result.RETRY).addRefetchChunks(index).addRejectSenders(sender).build();
      }
      if (restore.isLast(index)) {
        restore.finish();
        consensus.restored();
        restore = null;
        LOG.info("restored; the ledger begins at block {}", ledger.firstHeight());
      }
      return answer(Result.ACCEPT).build();
    } catch (WrongSnapshot e) {
      // Its chunks are as announced, so its senders forged it or passed on a forged one.
      LOG.warn("{}; it is refused", e.getMessage());
      restore = null;
      return answer(Result.REJECT_SNAPSHOT).addAllRejectSenders(senders).build();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private static ResponseApplySnapshotChunk.Builder answer(Result result) {
    return ResponseApplySnapshotChunk.newBuilder().setResult(result);
  }

  private static StoreException failed(IOException cause) {
    return new StoreException("a snapshot can't be restored: " + cause.getMessage(), cause);
  }

  @Override
  public void close() {
    snapshots.close();
  }
}
