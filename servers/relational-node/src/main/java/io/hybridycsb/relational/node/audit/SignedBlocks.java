package io.hybridycsb.relational.node.audit;

import io.hybridycsb.commands.Findings;
import io.hybridycsb.commands.Progress;
import io.hybridycsb.relational.node.database.Rules;
import io.hybridycsb.relational.node.database.Snapshot.BlockHash;
import io.hybridycsb.relational.node.database.Snapshot.Page;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongFunction;

/**
 * Compares each block's application hash on all nodes with the one that was signed, by rising
 * height, a page of blocks at a time. Signatures are asked for when no snapshot is open.
 */
final class SignedBlocks {
  private final Snapshots snapshots;
  private final Map<String, Rules> rules;
  private final LongFunction<byte[]> signed;
  private final Findings findings;
  private final Progress progress;
  private long checked = -1;
  private byte[] appHash = new byte[0];

  /**
   * @param rules of each node, by its properties
   * @param signed is asked by rising height
   */
  SignedBlocks(
      Snapshots snapshots,
      Map<String, Rules> rules,
      LongFunction<byte[]> signed,
      Findings findings,
      Progress progress) {
    this.snapshots = snapshots;
    this.rules = rules;
    this.signed = signed;
    this.findings = findings;
    this.progress = progress;
  }

  /** Checks the blocks up to a height that weren't checked before. */
  void check(long upTo) {
    while (checked < upTo) {
      Map<String, Page<BlockHash>> pages =
          snapshots.read(common -> common.ask(snapshot -> snapshot.blocks(checked, upTo)));
      long end =
          pages.values().stream()
              .filter(page -> !page.isLast())
              .mapToLong(page -> page.rows().get(page.rows().size() - 1).height())
              .min()
              .orElse(upTo);
      check(pages, end, upTo);
      checked = end;
    }
  }

  private void check(Map<String, Page<BlockHash>> pages, long end, long upTo) {
    SortedMap<Long, Map<String, byte[]>> hashes = new TreeMap<>();
    pages.forEach(
        (node, page) -> {
          for (BlockHash block : page.rows()) {
            if (block.height() <= end) {
              hashes
                  .computeIfAbsent(block.height(), each -> new LinkedHashMap<>())
                  .put(node, block.appHash());
            }
          }
        });
    hashes.forEach(
        (height, byNode) -> {
          if (height == 0) {
            byNode.forEach(this::checkRules);
          } else {
            checkBlock(height, byNode, pages.keySet());
          }
          progress.say("block %d of %d checked", height, upTo);
        });
  }

  private void checkRules(String node, byte[] hash) {
    if (!Arrays.equals(hash, rules.get(node).hash())) {
      findings.add(
          node,
          "its database began with other rules than those of its properties and cluster.json");
    }
  }

  private void checkBlock(long at, Map<String, byte[]> hashes, Iterable<String> nodes) {
    List<String> missing = new ArrayList<>();
    nodes.forEach(missing::add);
    missing.removeAll(hashes.keySet());
    if (missing.size() > hashes.size()) {
      hashes
          .keySet()
          .forEach(
              node ->
                  findings.add(
                      node,
                      "height %d: the block is too many, compared with %s"
                          .formatted(at, String.join(", ", missing))));
      return;
    }
    missing.forEach(node -> findings.add(node, "height %d: the block is missing".formatted(at)));
    byte[] right;
    try {
      right = signed.apply(at);
    } catch (IllegalStateException e) {
      findings.add(
          "chain",
          "height %d: the application hash is not signed: %s".formatted(at, e.getMessage()));
      return;
    }
    hashes.forEach(
        (node, hash) -> {
          if (!Arrays.equals(hash, right)) {
            findings.add(
                node,
                "height %d: another application hash was signed than its database has"
                    .formatted(at));
          }
        });
    appHash = right;
  }

  /** After the last block that was checked, as it was signed. */
  byte[] appHash() {
    return appHash;
  }
}
