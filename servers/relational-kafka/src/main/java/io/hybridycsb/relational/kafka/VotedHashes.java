package io.hybridycsb.relational.kafka;

import io.hybridycsb.relational.node.RelationalSystem;
import io.hybridycsb.sharedlog.LogEntry;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.sharedlog.SharedLog;
import io.hybridycsb.verification.Hash;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * The application hashes that more than half of the nodes have signed, block by block, from the
 * log, which is read as far as is needed. A node's first vote for a block counts.
 */
final class VotedHashes implements RelationalSystem.SignedHashes {
  private static final long PATIENCE_NS = TimeUnit.SECONDS.toNanos(5);
  private static final long POLL_MS = 100;

  private final SharedLog log;
  private final LogCodec codec;
  private final int needed;
  private final TreeMap<Long, Map<String, Hash>> open = new TreeMap<>();
  private final TreeMap<Long, Hash> voted = new TreeMap<>();

  /** How much of the log is read. */
  private long position;

  /** How much of it was read when a hash was waited for in vain. */
  private long gaveUpAt = -1;

  /**
   * @param log is closed with this
   */
  VotedHashes(ClusterConfig cluster, SharedLog log) {
    this.log = log;
    codec = new LogCodec(cluster);
    needed = VoteTally.majority(cluster.nodes().size());
    log.seek(0);
  }

  /** The votes for the newest blocks come a moment later. What was asked before is forgotten. */
  @Override
  public byte[] apply(long height) {
    open.headMap(height).clear();
    voted.headMap(height).clear();
    try {
      readFor(height);
    } catch (LogException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
    Hash hash = voted.get(height);
    if (hash == null) {
      gaveUpAt = position;
      throw new IllegalStateException(
          "no %d nodes have voted for the same, but %d for something"
              .formatted(needed, open.getOrDefault(height, Map.of()).size()));
    }
    return hash.bytes();
  }

  /** Until there is nothing new for a while of what the log has now. */
  private void readFor(long height) {
    if (voted.containsKey(height)) {
      return;
    }
    long end = log.end();
    if (end == gaveUpAt) {
      return;
    }
    long ends = System.nanoTime() + PATIENCE_NS;
    while (!voted.containsKey(height) && System.nanoTime() - ends < 0) {
      for (LogEntry entry : log.poll(POLL_MS)) {
        read(entry);
        position = entry.position() + 1;
        if (position <= end) {
          ends = System.nanoTime() + PATIENCE_NS;
        }
      }
    }
  }

  private void read(LogEntry entry) {
    if (codec.decode(entry) instanceof LogItem.Votes votes) {
      for (BlockHash block : votes.blocks()) {
        if (block.height() <= votes.position() && !voted.containsKey(block.height())) {
          add(votes.node(), block);
        }
      }
    }
  }

  private void add(String node, BlockHash block) {
    Map<String, Hash> cast = open.computeIfAbsent(block.height(), each -> new HashMap<>());
    cast.putIfAbsent(node, block.hash());
    if (Collections.frequency(cast.values(), block.hash()) >= needed) {
      voted.put(block.height(), block.hash());
      open.remove(block.height());
    }
  }

  @Override
  public void close() {
    log.close();
  }
}
