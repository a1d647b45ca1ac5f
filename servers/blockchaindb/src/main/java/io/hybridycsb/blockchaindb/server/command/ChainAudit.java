package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.ethereum.rpc.Hex;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads one node's chain of one shard from its first block on. */
final class ChainAudit {
  /** The newest blocks may differ between nodes, until this many more have come. */
  private static final int UNSETTLED_BLOCKS = 8;

  private final String node;
  private final ClusterFile cluster;
  private final int shard;
  private final EthChain chain;
  private final Progress progress;
  private final Findings findings;

  ChainAudit(
      String node,
      ClusterFile cluster,
      int shard,
      EthChain chain,
      Progress progress,
      Findings findings) {
    this.node = node;
    this.cluster = cluster;
    this.shard = shard;
    this.chain = chain;
    this.progress = progress;
    this.findings = findings;
  }

  /**
   * The totals of a chain.
   *
   * @param gas that its transactions have used
   */
  record Totals(long blocks, long writes, long gas) {
    static final Totals NONE = new Totals(0, 0, 0);

    Totals plus(Totals other) {
      return new Totals(blocks + other.blocks, writes + other.writes, gas + other.gas);
    }
  }

  /**
   * Reads the chain, and compares what it tells with the contract's storage.
   *
   * @param records to which its writes are added: each record's hash, empty if it was removed
   * @param hashes of blocks, by shard and number, in the chains of the nodes audited before
   * @return the chain's totals
   */
  Totals read(Map<byte[], byte[]> records, Map<String, String> hashes)
      throws Unreachable, Refused, InterruptedException {
    long newest = chain.newest();
    long writes = 0;
    long gas = 0;
    String parent = "";
    String where = "%s, shard %d".formatted(node, shard + 1);
    SortedMap<byte[], byte[]> own = new TreeMap<>(Arrays::compareUnsigned);
    for (long number = 0; number <= newest; number++) {
      Optional<Block> found = chain.block(number);
      if (found.isEmpty()) {
        findings.add("shard %d: block %d is not there".formatted(shard + 1, number));
        return new Totals(number, writes, gas);
      }
      Block block = found.get();
      if (number > 0) {
        check(block, parent);
      }
      parent = block.hash();
      if (number <= newest - UNSETTLED_BLOCKS) {
        String other = hashes.putIfAbsent(shard + "/" + number, block.hash());
        if (other != null && !other.equals(block.hash())) {
          findings.add("shard %d: nodes have different blocks %d".formatted(shard + 1, number));
        }
      }
      writes += block.writes().size();
      gas += block.gasUsed();
      block.writes().forEach(write -> own.put(write.key(), AuditCommand.digest(write.value())));
      progress.say("%s: %d of %d blocks read", where, number, newest);
    }
    new StorageAudit(where, chain, cluster.layout(), progress, findings).compare(own, parent);
    records.putAll(own);
    return new Totals(newest + 1, writes, gas);
  }

  private void check(Block block, String parent) {
    String where = "shard %d, block %d: ".formatted(shard + 1, block.number());
    if (!block.parent().equals(parent)) {
      findings.add(where + "does not follow the block before it");
    }
    try {
      ClusterFile.Shard sealed = cluster.shards().get(shard);
      SealedHeader header = SealedHeader.read(sealed.consensus(), block.header());
      header.requireSealed(sealed.consensus(), sealed.authorities());
      if (!Hex.of(header.hash()).equals(block.hash())) {
        findings.add(where + "its header does not have its hash");
      }
    } catch (ProofException e) {
      findings.add(where + e.getMessage());
    }
  }
}
