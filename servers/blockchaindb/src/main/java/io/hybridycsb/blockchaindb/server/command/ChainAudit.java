package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ethereum.chain.ProofException;
import io.hybridycsb.ethereum.chain.SealedHeader;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.ethereum.rpc.Hex;
import io.hybridycsb.records.StateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Reads one node's chain of one shard from its first block on, and compares what events tell with
 * what the contract's storage holds.
 */
final class ChainAudit {
  /** The newest blocks may differ between nodes, until this many more have come. */
  private static final int UNSETTLED_BLOCKS = 8;

  /** Keys in one exchange, whose answer holds their values. */
  private static final int BATCH = 64;

  /** The node and shard, for people. */
  private final String where;

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
    this.where = "%s, shard %d".formatted(node, shard + 1);
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
      throws RpcFailure, InterruptedException {
    long newest = chain.newest();
    long writes = 0;
    long gas = 0;
    String parent = "";
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
      gas += block.gas().used();
      block.writes().forEach(write -> own.put(write.key(), AuditCommand.digest(write.value())));
      progress.say("%s: %d of %d blocks read", where, number, newest);
    }
    compareStorage(own, parent);
    records.putAll(own);
    return new Totals(newest + 1, writes, gas);
  }

  private void check(Block block, String parent) {
    String at = "shard %d, block %d: ".formatted(shard + 1, block.number());
    if (!block.parent().equals(parent)) {
      findings.add(at + "does not follow the block before it");
    }
    try {
      ClusterFile.Shard sealed = cluster.shards().get(shard);
      SealedHeader header = SealedHeader.read(sealed.consensus(), block.header());
      header.requireSealed(sealed.consensus(), sealed.authorities());
      if (!Hex.of(header.hash()).equals(block.hash())) {
        findings.add(at + "its header does not have its hash");
      }
    } catch (ProofException e) {
      findings.add(at + e.getMessage());
    }
  }

  /**
   * Looks up every key that was ever written.
   *
   * @param derived the hash of each record; empty where it was removed
   * @param block the hash of the block up to which that was derived
   */
  void compareStorage(Map<byte[], byte[]> derived, String block)
      throws RpcFailure, InterruptedException {
    List<byte[]> keys = new ArrayList<>();
    long compared = 0;
    for (byte[] key : derived.keySet()) {
      keys.add(key);
      compared++;
      if (keys.size() == BATCH || compared == derived.size()) {
        compare(derived, keys, block);
        keys.clear();
        progress.say(
            "%s: %d of %d keys compared with the storage", where, compared, derived.size());
      }
    }
  }

  private void compare(Map<byte[], byte[]> derived, List<byte[]> keys, String block)
      throws RpcFailure, InterruptedException {
    List<Optional<byte[]>> stored = chain.digests(cluster.layout(), keys, block);
    for (int i = 0; i < keys.size(); i++) {
      byte[] told = derived.get(keys.get(i));
      if (!Arrays.equals(told, stored.get(i).orElse(new byte[0]))) {
        String key = StateKey.shown(keys.get(i));
        findings.add(where + ": " + difference(key, told, stored.get(i)));
      }
    }
  }

  private static String difference(String key, byte[] told, Optional<byte[]> stored) {
    if (stored.isEmpty()) {
      return key + " is in the events and not in the contract's storage";
    }
    return told.length == 0
        ? key + " is in the contract's storage, though the events tell that it was removed"
        : key + " has another value in the contract's storage than in the events";
  }
}
