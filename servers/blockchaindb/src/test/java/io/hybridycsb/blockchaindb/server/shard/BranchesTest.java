package io.hybridycsb.blockchaindb.server.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.ethereum.contract.Written;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.lifecycle.BeforeTry;

/** A shard's state beside a model that keeps the records after each block. */
class BranchesTest {
  private static final List<String> KEYS = List.of("k0", "k1", "k2", "k3");

  /** The first block's parent. */
  private static final String ROOT = "";

  private final Map<String, Block> blocks = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> recordsAfter = new HashMap<>();

  /** The hashes of the chain's blocks, behind the root. */
  private final List<String> chain = new ArrayList<>();

  @BeforeTry
  void begin() {
    blocks.clear();
    recordsAfter.clear();
    recordsAfter.put(ROOT, Map.of());
    chain.clear();
    chain.add(ROOT);
  }

  @Property(tries = 200)
  void everyBlockHasItsOwnRecordsHoweverBranchesTakeTurns(@ForAll long seed) {
    Random random = new Random(seed);
    ShardState state = new ShardState();
    for (int step = 0; step < 12; step++) {
      int undone = random.nextInt(Math.min(chain.size(), 6));
      chain.subList(chain.size() - undone, chain.size()).clear();
      List<Block> applied = new ArrayList<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        applied.add(next(random));
        chain.add(applied.get(applied.size() - 1).hash());
      }

      state.replace(undone, applied);

      blocks.keySet().forEach(hash -> requireRecords(state, hash));
    }
  }

  /** A block behind the chain's newest: one that was there before, or a new one. */
  private Block next(Random random) {
    String parent = chain.get(chain.size() - 1);
    List<Block> known = blocks.values().stream().filter(b -> b.parent().equals(parent)).toList();
    if (!known.isEmpty() && random.nextBoolean()) {
      return known.get(random.nextInt(known.size()));
    }
    Map<String, String> records = new TreeMap<>(recordsAfter.get(parent));
    List<Written> writes = new ArrayList<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      String key = KEYS.get(random.nextInt(KEYS.size()));
      String value = random.nextInt(3) == 0 ? "" : "v" + random.nextInt(1_000);
      writes.add(new Written(key.getBytes(UTF_8), value.getBytes(UTF_8)));
      records.put(key, value);
    }
    records.values().removeIf(String::isEmpty);
    String hash = "h" + blocks.size();
    Block block =
        new Block(
            chain.size(),
            hash,
            parent,
            new Block.Gas(1, 0),
            true,
            new byte[0],
            Map.of(),
            new Block.Changes(writes, List.of()));
    blocks.put(hash, block);
    recordsAfter.put(hash, records);
    return block;
  }

  private void requireRecords(ShardState state, String hash) {
    List<byte[]> keys = KEYS.stream().map(key -> key.getBytes(UTF_8)).toList();
    ShardState.AsOf found = state.get(keys, hash).orElse(null);
    if (found == null) {
      assertThat(isBehindTheChain(hash)).as(hash).isFalse();
      return;
    }
    Stream<String> records =
        found.records().stream()
            .map(record -> record.map(bytes -> new String(bytes, UTF_8)).orElse("-"));
    assertThat(found.block().hash()).isEqualTo(hash);
    assertThat(records)
        .as(hash)
        .containsExactlyElementsOf(
            KEYS.stream().map(key -> recordsAfter.get(hash).getOrDefault(key, "-")).toList());
  }

  /**
   * Whether it is of the chain, or of a branch that leaves it behind a block and not at the root.
   */
  private boolean isBehindTheChain(String hash) {
    String at = hash;
    while (!chain.contains(at)) {
      at = blocks.get(at).parent();
    }
    return !at.equals(ROOT);
  }
}
