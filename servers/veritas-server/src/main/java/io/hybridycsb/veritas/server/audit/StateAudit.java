package io.hybridycsb.veritas.server.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.veritas.core.txn.ByteKey;
import io.hybridycsb.veritas.model.StateValue;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.proto.StatusReply;
import io.hybridycsb.veritas.server.audit.StateScan.StoredEntry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/**
 * Compares the nodes' state stores with the replayed state, while the nodes may be at work.
 *
 * <p>The replay stands at a height; each node that has reached it is scanned. A node reads nothing
 * older than what it had decided when it was asked, and it writes to its ledger before it writes to
 * its state store. So what a scan saw is right if and only if it is the replayed value, or one that
 * the ledger gives the key afterwards. The ledgers are opened again, the blocks that came meanwhile
 * are replayed, and what they explain is dropped. Of the rest, a value that the ledger never gave
 * is a finding. A record that is absent or old is read twice more, since a state store that is
 * being rebuilt shows less for a while.
 */
final class StateAudit {
  private static final int ROUNDS = 3;
  private static final long PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

  private final LedgerAudit ledgers;
  private final Chain chain;
  private final StateReplay replay;
  private final Findings findings;
  private final Progress progress;
  private final long catchUpMs;

  private final Map<NodeState, Map<ByteKey, StoredEntry>> suspects = new LinkedHashMap<>();
  private final Map<NodeState, StatusReply> statuses = new HashMap<>();

  /**
   * @param catchUpMs how long to wait for a node that is behind the others, or whose disk is behind
   */
  StateAudit(
      LedgerAudit ledgers,
      Chain chain,
      StateReplay replay,
      Findings findings,
      Progress progress,
      long catchUpMs) {
    this.ledgers = ledgers;
    this.chain = chain;
    this.replay = replay;
    this.findings = findings;
    this.progress = progress;
    this.catchUpMs = catchUpMs;
  }

  void run(List<NodeState> nodes) {
    List<NodeState> remaining = new ArrayList<>(nodes);
    for (int round = 1; round <= ROUNDS && !remaining.isEmpty(); round++) {
      scanAll(remaining);
      replayWhatCameMeanwhile();
      remaining.removeIf(node -> !suspects.containsKey(node));
      remaining.forEach(this::dropExplained);
      remaining.forEach(node -> report(node, seen -> !seen.mayBeOld()));
      remaining.removeIf(node -> suspects.get(node).isEmpty());
      if (!remaining.isEmpty() && round < ROUNDS) {
        LockSupport.parkNanos(PAUSE_NANOS);
        ledgers.advance();
      }
    }
    remaining.forEach(node -> report(node, seen -> true));
    statuses.forEach(this::checkStatus);
  }

  private void scanAll(List<NodeState> nodes) {
    ByteKey[] keys = replay.sortedKeys();
    for (NodeState node : nodes) {
      suspects.remove(node);
      try {
        if (!hasReached(node, chain.height())) {
          findings.add(
              node.name(),
              "it stays behind height %s of the others; its state store was not checked"
                  .formatted(chain.height()));
          continue;
        }
        progress.say("comparing the state store of %s", node.name());
        StateScan scan = new StateScan(replay, keys, StateScan.ADDITIONAL_MAX);
        node.forEachEntry(scan::take);
        suspects.put(node, scan.end());
      } catch (VeritasException e) {
        findings.add(
            node.name(), "its state store can't be read, so it was not checked: " + e.getMessage());
      }
    }
  }

  private boolean hasReached(NodeState node, long height) {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(catchUpMs);
    while (true) {
      StatusReply status = node.status();
      statuses.put(node, status);
      if (status.getDecidedHeight() >= height) {
        return true;
      }
      if (System.nanoTime() - deadline >= 0) {
        return false;
      }
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  /** Replays at least up to the heights that the nodes reported, once those are on disk. */
  private void replayWhatCameMeanwhile() {
    Set<ByteKey> keys = new HashSet<>();
    suspects.values().forEach(differing -> keys.addAll(differing.keySet()));
    replay.watch(keys);
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(catchUpMs);
    if (!keys.isEmpty()) {
      ledgers.advance();
    }
    while (statuses.entrySet().stream().anyMatch(e -> isDiskBehind(e.getKey(), e.getValue()))
        && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(PAUSE_NANOS);
      ledgers.advance();
    }
  }

  private boolean isDiskBehind(NodeState node, StatusReply status) {
    return ledgers.heightOnDisk(node.name()) < status.getDecidedHeight();
  }

  private void dropExplained(NodeState node) {
    suspects
        .get(node)
        .entrySet()
        .removeIf(entry -> replay.hasTaken(entry.getKey(), entry.getValue().valueHash()));
  }

  private void report(NodeState node, Predicate<StoredEntry> which) {
    suspects
        .get(node)
        .entrySet()
        .removeIf(
            entry -> {
              boolean isReported = which.test(entry.getValue());
              if (isReported) {
                findings.add(node.name(), text(entry.getKey(), entry.getValue()));
              }
              return isReported;
            });
  }

  private String text(ByteKey key, StoredEntry seen) {
    byte[] expected = replay.value(key);
    long version = StateValue.version(expected);
    if (seen.isNothing()) {
      return key + ": the state store has no such record, the ledger has version " + version;
    }
    if (expected == null) {
      return key + ": the state store holds version " + seen.version() + ", the ledger has none";
    }
    return seen.version() == version
        ? key + ": the state store holds version " + version + " with another content"
        : "%s: the state store holds version %s, the ledger says %s"
            .formatted(key, seen.version(), version);
  }

  /** Checks that the head that a node reported is the one on the disks. */
  private void checkStatus(NodeState node, StatusReply status) {
    long height = status.getDecidedHeight();
    if (isDiskBehind(node, status)) {
      findings.add(
          node.name(),
          "it says that it has height %s, but its ledger on disk ends at %s"
              .formatted(height, ledgers.heightOnDisk(node.name())));
    }
    byte[] hash = chain.hash(height);
    if (hash != null && !Arrays.equals(hash, status.getDecidedHash().toByteArray())) {
      findings.atHeight(
          node.name(), height, "the node's own chain isn't that of its ledger on disk");
    }
  }
}
