package io.hybridycsb.quorum.command;

import io.hybridycsb.quorum.command.ChainAudit.Chain;
import io.hybridycsb.records.StateKey;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Where nodes hold different records after one block. Their headers have the same state root, so
 * the fewer lie, or their data are damaged.
 */
final class Disagreements {
  private static final ByteBuffer NEVER = ByteBuffer.wrap(new byte[] {0});

  private Disagreements() {}

  /** A line for each record of each node in which it differs from most others. */
  static List<String> of(List<Chain> chains) {
    SortedSet<byte[]> keys = new TreeSet<>(Arrays::compareUnsigned);
    chains.forEach(chain -> keys.addAll(chain.records().keySet()));
    List<String> found = new ArrayList<>();
    for (byte[] key : keys) {
      Map<ByteBuffer, Integer> votes = new HashMap<>();
      chains.forEach(chain -> votes.merge(held(chain, key), 1, Integer::sum));
      if (votes.size() > 1) {
        ByteBuffer most =
            votes.entrySet().stream().max(Map.Entry.comparingByValue()).orElseThrow().getKey();
        for (Chain chain : chains) {
          if (!held(chain, key).equals(most)) {
            found.add(
                "%s: %s is another record than in most nodes"
                    .formatted(chain.node(), StateKey.shown(key)));
          }
        }
      }
    }
    return found;
  }

  private static ByteBuffer held(Chain chain, byte[] key) {
    byte[] digest = chain.records().get(key);
    return digest == null ? NEVER : ByteBuffer.wrap(digest);
  }
}
