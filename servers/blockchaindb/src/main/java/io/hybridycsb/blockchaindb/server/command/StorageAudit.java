package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.server.eth.EthChain;
import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.ethereum.chain.Layout;
import io.hybridycsb.ethereum.rpc.EthRpc.Refused;
import io.hybridycsb.ethereum.rpc.EthRpc.Unreachable;
import io.hybridycsb.records.StateKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Compares what events tell with what the contract's storage holds. */
final class StorageAudit {
  /** Keys in one exchange, whose answer holds their values. */
  private static final int BATCH = 64;

  private final String where;
  private final EthChain chain;
  private final Layout layout;
  private final Progress progress;
  private final Findings findings;

  /**
   * @param where the node and shard, for people
   */
  StorageAudit(String where, EthChain chain, Layout layout, Progress progress, Findings findings) {
    this.where = where;
    this.chain = chain;
    this.layout = layout;
    this.progress = progress;
    this.findings = findings;
  }

  /**
   * Looks up every key that was ever written.
   *
   * @param derived the hash of each record; empty where it was removed
   * @param block the hash of the block up to which that was derived
   */
  void compare(Map<byte[], byte[]> derived, String block)
      throws Unreachable, Refused, InterruptedException {
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
      throws Unreachable, Refused, InterruptedException {
    List<Optional<byte[]>> stored = chain.digests(layout, keys, block);
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
