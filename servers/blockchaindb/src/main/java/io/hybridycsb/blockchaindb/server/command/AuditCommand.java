package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.Session;
import io.hybridycsb.blockchaindb.proto.Entry;
import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.commands.AuditFrame;
import io.hybridycsb.ethereum.chain.Hashes;
import io.hybridycsb.ethereum.rpc.EthRpc;
import io.hybridycsb.ethereum.rpc.EthRpc.RpcFailure;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.settings.Settings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Derives all records from the events of each node's chain. Compares the chains with one another,
 * each header's sealer with the authorities, and the records with the contract's storage and with
 * those that the node serves. The cluster must be idle.
 */
@Command(
    description = {
      "Derives all records from the chains' events and compares them with the contracts' storage",
      "and with what nodes serve.",
      "Stop the load first: what changes meanwhile is taken for a difference."
    })
final class AuditCommand extends AuditFrame {
  private static final long TIMEOUT_MS = 30_000;
  private static final int PAGE = 1_000;

  @Option(names = "--cluster", required = true, paramLabel = "FILE")
  private Path clusterFile;

  @Option(
      names = "--node-config",
      required = true,
      paramLabel = "FILE",
      description = "Each node's properties, in the order of the cluster file.")
  private List<Path> configs;

  @Override
  protected List<String> audit() throws RpcFailure, InterruptedException {
    ClusterFile cluster = ClusterFile.read(clusterFile);
    try (BlockchainDb db = new BlockchainDb(cluster, TIMEOUT_MS, 1)) {
      Map<String, String> hashes = new HashMap<>();
      List<SortedMap<String, Long>> writes =
          cluster.shards().stream()
              .map(shard -> (SortedMap<String, Long>) new TreeMap<String, Long>())
              .toList();
      for (int node = 0; node < configs.size(); node++) {
        String name = cluster.nodes().get(node).name();
        Settings settings = NodeConfig.read(configs.get(node));
        SortedMap<byte[], byte[]> derived = new TreeMap<>(Arrays::compareUnsigned);
        ChainAudit.Totals totals = ChainAudit.Totals.NONE;
        for (int shard : cluster.heldBy(node)) {
          String rpc = NodeConfig.get(settings, NodeConfig.SHARD_RPC, shard + 1);
          EthChain chain = new EthChain(new EthRpc(rpc), cluster.shards().get(shard));
          ChainAudit.Totals found =
              new ChainAudit(name, cluster, shard, chain, progress, findings).read(derived, hashes);
          writes.get(shard).put(name, found.writes());
          totals = totals.plus(found);
        }
        derived.values().removeIf(digest -> digest.length == 0);
        compare(name, derived, served(db.sessionAt(node), cluster.heldBy(node)));
        System.out.printf(
            "%s: %d blocks, %d records, %d writes of %d gas on average%n",
            name,
            totals.blocks(),
            derived.size(),
            totals.writes(),
            totals.gas() / Math.max(1, totals.writes()));
      }
      tell(writes);
    }
    return List.of("audit passed");
  }

  /**
   * Tells how many writes all shards have together, if the nodes agree on that.
   *
   * @param writes for each shard, its writes in the chain of each node that holds it
   */
  private void tell(List<SortedMap<String, Long>> writes) {
    long all = 0;
    boolean agreed = true;
    for (int shard = 0; shard < writes.size(); shard++) {
      SortedMap<String, Long> found = writes.get(shard);
      Set<Long> counts = Set.copyOf(found.values());
      if (counts.size() == 1) {
        all += counts.iterator().next();
      } else {
        agreed = false;
        findings.add(
            "shard %d: nodes' chains have different numbers of writes: %s"
                .formatted(shard + 1, found));
      }
    }
    if (agreed) {
      System.out.println("committed writes: " + all);
    }
  }

  private static SortedMap<byte[], byte[]> served(Session session, List<Integer> shards) {
    SortedMap<byte[], byte[]> served = new TreeMap<>(Arrays::compareUnsigned);
    shards.forEach(shard -> addServed(session, shard, served));
    return served;
  }

  private static void addServed(Session session, int shard, SortedMap<byte[], byte[]> served) {
    byte[] from = new byte[0];
    while (true) {
      List<Entry> page =
          session.scan(shard, from, new byte[0], PAGE, BlockchainDb.Freshness.EVENTUAL);
      page.forEach(
          entry ->
              served.put(entry.getKey().toByteArray(), digest(entry.getRecord().toByteArray())));
      if (page.isEmpty()) {
        return;
      }
      byte[] last = page.get(page.size() - 1).getKey().toByteArray();
      from = Arrays.copyOf(last, last.length + 1);
    }
  }

  private void compare(
      String node, SortedMap<byte[], byte[]> derived, SortedMap<byte[], byte[]> served) {
    derived.forEach(
        (key, value) -> {
          byte[] other = served.get(key);
          if (other == null) {
            findings.add(node + ": " + StateKey.shown(key) + " is in the chain and not served");
          } else if (!Arrays.equals(value, other)) {
            findings.add(node + ": " + StateKey.shown(key) + " is served with another value");
          }
        });
    served.keySet().stream()
        .filter(key -> !derived.containsKey(key))
        .forEach(key -> findings.add(node + ": " + StateKey.shown(key) + " is not in the chain"));
  }

  /** What stands for a record, so that the records need not fit into memory; empty for none. */
  static byte[] digest(byte[] record) {
    return record.length == 0 ? record : Hashes.keccak(record);
  }
}
