package io.hybridycsb.veritas.core.snapshot;

import io.hybridycsb.verification.Threads;
import io.hybridycsb.veritas.core.consensus.NodeContext;
import io.hybridycsb.veritas.core.ledger.ChainHead;
import io.hybridycsb.veritas.core.spi.StateReader;
import io.hybridycsb.veritas.core.spi.StoreException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a snapshot whenever the ledger's height is a multiple of an interval, so that all nodes
 * take the same ones. One is written at a time, by a thread of its own; a node that is still
 * writing the last one skips the next.
 */
public final class Snapshots implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Snapshots.class);
  private static final long OVERLAY_BYTES_MAX = 64L << 20;
  private static final long STOP_MS = 5_000;

  private final NodeContext.Data data;
  private final StateReader store;
  private final SnapshotDirectory directory;
  private final long interval;
  private final Runnable whenTaken;
  private final ExecutorService writer;
  private volatile boolean writing;

  /**
   * @param data whose state reports overwritten values
   * @param store may be read by any thread
   * @param interval blocks of the ledger from one snapshot to the next; 0: none are taken
   * @param whenTaken called by the writing thread when there is a new one
   * @param writer runs the writing; {@link #thread}, but in simulations
   */
  public Snapshots(
      NodeContext.Data data,
      StateReader store,
      SnapshotDirectory directory,
      long interval,
      Runnable whenTaken,
      ExecutorService writer) {
    this.data = data;
    this.store = store;
    this.directory = directory;
    this.interval = interval;
    this.whenTaken = whenTaken;
    this.writer = writer;
  }

  /** A thread of its own, begun when it is needed. */
  public static ExecutorService thread() {
    return Executors.newSingleThreadExecutor(task -> Threads.daemon("snapshot", task));
  }

  /**
   * Begins a snapshot if it is time for one. To be called by the state's writer after each block
   * that it has written, before it executes the next.
   */
  public void committed() {
    ChainHead head = data.ledger().head();
    if (interval == 0 || writing || head.height() == 0 || head.height() % interval != 0) {
      return;
    }
    if (directory.list().stream().anyMatch(info -> info.height() >= head.height())) {
      return;
    }
    long begun = System.nanoTime();
    writing = true;
    Overlay overlay = new Overlay(OVERLAY_BYTES_MAX);
    data.state().beforeChange(overlay::keep);
    SnapshotTaker taker =
        new SnapshotTaker(
            data.ledger(), store, directory, head, data.tree().at(head.height()), overlay);
    writer.execute(() -> write(taker, overlay, head.height()));
    LOG.debug("beginning a snapshot took {} us", (System.nanoTime() - begun) / 1_000);
  }

  private void write(SnapshotTaker taker, Overlay overlay, long height) {
    long start = System.nanoTime();
    try {
      SnapshotInfo info = taker.take();
      LOG.info(
          "took a snapshot of height {}: {} chunks in {} ms",
          height,
          info.chunkHashes().size(),
          TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
    } catch (StoreException e) {
      LOG.warn("no snapshot of height {}: {}", height, e.getMessage());
      return;
    } catch (RuntimeException e) {
      LOG.error("no snapshot of height {}, because of a defect", height, e);
      return;
    } finally {
      overlay.close();
      writing = false;
    }
    whenTaken.run();
  }

  @Override
  public void close() {
    writer.shutdownNow();
    try {
      if (!writer.awaitTermination(STOP_MS, TimeUnit.MILLISECONDS)) {
        LOG.warn("the writing of a snapshot doesn't end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
