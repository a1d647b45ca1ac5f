package io.hybridycsb.quorum.command;

import io.hybridycsb.commands.AuditFrame;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.quorum.client.ClusterFile;
import io.hybridycsb.quorum.client.QuorumNode;
import io.hybridycsb.verification.Hash;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Reads each node's chain from its first block on. Compares the chains and records with one
 * another, each header's seals with the validators, and the events with the contract's storage.
 */
@Command(
    description = {
      "Reads each node's chain: its headers' hashes and seals, and the events from which all records",
      "follow. Compares the nodes' chains with one another and the records with the storage."
    })
final class AuditCommand extends AuditFrame {
  private static final long TIMEOUT_MS = 30_000;
  private static final long CATCH_UP_MS = 30_000;
  private static final long PAUSE_MS = 200;

  @Option(names = "--cluster", required = true, paramLabel = "FILE")
  private Path clusterFile;

  @Override
  protected List<String> audit() throws RpcFailure, InterruptedException {
    ClusterFile cluster = ClusterFile.read(clusterFile);
    SortedMap<Long, Hash> hashes = new TreeMap<>();
    List<ChainAudit.Chain> chains = new ArrayList<>();
    List<QuorumNode> nodes =
        cluster.nodes().stream().map(node -> QuorumNode.of(cluster, node, TIMEOUT_MS)).toList();
    long last = 0;
    for (QuorumNode node : nodes) {
      last = Math.max(last, newest(node));
    }
    // All are asked for the same. One that was just started again may be behind.
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(CATCH_UP_MS);
    for (QuorumNode node : nodes) {
      last = Math.min(last, caughtUp(node, last, deadline));
    }
    for (QuorumNode node : nodes) {
      ChainAudit.Chain chain = new ChainAudit(node, last, hashes, progress, findings).read();
      chains.add(chain);
      System.out.printf(
          "%s: %d blocks, %d records, %d writes%n",
          node.name(), last + 1, chain.recordCount(), chain.writes());
    }
    Disagreements.of(chains).forEach(findings::add);
    if (chains.stream().map(ChainAudit.Chain::writes).distinct().count() > 1) {
      findings.add("nodes' chains have different numbers of writes");
    }
    return List.of("committed writes: " + chains.get(0).writes(), "audit passed");
  }

  private static long newest(QuorumNode node) throws Refused, InterruptedException {
    try {
      return node.newest();
    } catch (Unreachable e) {
      throw new IllegalStateException(
          "%s; all nodes are audited together, so start %s first"
              .formatted(e.getMessage(), node.name()));
    }
  }

  /** The block that a node has reached in time, at most the one wanted. */
  private long caughtUp(QuorumNode node, long wanted, long deadline)
      throws RpcFailure, InterruptedException {
    long newest = node.newest();
    while (newest < wanted && System.nanoTime() < deadline) {
      progress.say("%s: waiting for block %d, of which it has %d", node.name(), wanted, newest);
      TimeUnit.MILLISECONDS.sleep(PAUSE_MS);
      newest = node.newest();
    }
    if (newest < wanted) {
      findings.add(
          "%s: it has %d blocks, another node %d; the others' further ones weren't audited"
              .formatted(node.name(), newest + 1, wanted + 1));
    }
    return Math.min(newest, wanted);
  }
}
