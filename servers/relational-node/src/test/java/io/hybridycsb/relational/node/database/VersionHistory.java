package io.hybridycsb.relational.node.database;

import static io.hybridycsb.relational.node.database.fixtures.Txns.calling;
import static io.hybridycsb.relational.node.database.fixtures.Txns.delete;
import static io.hybridycsb.relational.node.database.fixtures.Txns.ifVersion;
import static io.hybridycsb.relational.node.database.fixtures.Txns.merge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.put;
import static io.hybridycsb.relational.node.database.fixtures.Txns.table;
import static io.hybridycsb.relational.node.database.fixtures.Txns.tooLarge;
import static io.hybridycsb.relational.node.database.fixtures.Txns.transaction;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Record;
import io.hybridycsb.relational.proto.RecordWrite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;

/**
 * A random history of few keys, and what it must come to. Here a state is known by a number of its
 * own, never by its version. A call on a version that was read or told before must have an effect
 * if and only if the record still is in the state that it was in then.
 */
final class VersionHistory {
  static final int BLOCKS = 25;
  private static final int CALLS = 8;
  private static final List<String> KEYS = List.of("k", "l", "m");
  private static final int ABSENT = 0;

  /** What the versions of a key have named, all that were ever seen. */
  private final Map<String, TreeMap<Long, Integer>> seen = new HashMap<>();

  private final List<List<BlockTransaction>> blocks = new ArrayList<>();
  private final String name;
  private final Random random;
  private final Rules.Failure failure;
  private Map<String, Integer> states = new HashMap<>();
  private int lastState;
  private long lastNumber;

  VersionHistory(int seed, Rules.Failure failure) {
    this.name = "seed %d, failure %s, block ".formatted(seed, failure);
    this.random = new Random(seed);
    this.failure = failure;
    KEYS.forEach(key -> seen.put(key, new TreeMap<>(Map.of(0L, ABSENT))));
  }

  /** Executes one more block. */
  void next(DatabaseContract on) throws Exception {
    long height = 2L * blocks.size() + 1;
    if (blocks.isEmpty()) {
      execute(
          on,
          height,
          transaction(
              ++lastNumber,
              table("t", "a"),
              VersionsContract.doing(
                  "change", "UPDATE t SET a = convert_to('p', 'UTF8') WHERE ycsb_key = p_key"),
              VersionsContract.doing(
                  "again", "DELETE FROM t WHERE ycsb_key = p_key; " + VersionsContract.INSERT)));
      return;
    }
    Map<String, Integer> before = new HashMap<>(states);
    BlockTransaction[] transactions = new BlockTransaction[CALLS];
    Outcome[] expected = new Outcome[CALLS];
    String[] keys = new String[CALLS];
    int[] after = new int[CALLS];
    for (int i = 0; i < CALLS; i++) {
      keys[i] = KEYS.get(random.nextInt(KEYS.size()));
      transactions[i] = transaction(++lastNumber, call(keys[i], i, expected));
      after[i] = states.getOrDefault(keys[i], ABSENT);
    }
    int failed = Arrays.asList(expected).indexOf(Outcome.FAILED);
    if (failure == Rules.Failure.BLOCK && failed >= 0) {
      Arrays.fill(expected, Outcome.ROLLED_BACK);
      expected[failed] = Outcome.FAILED;
      states = before;
    }
    ExecutedBlock block = execute(on, height, transactions);
    assertThat(DatabaseContract.outcomes(block)).as(name + height).containsExactly(expected);
    for (int i = 0; i < CALLS; i++) {
      long told = block.results().get(i).values().get(0);
      if (told != 0) {
        see(height, keys[i], after[i] == ABSENT ? 0 : told, after[i]);
      }
    }
    for (String key : KEYS) {
      long version =
          on.reads.read("t", key, 0).getRecordsList().stream()
              .mapToLong(Record::getVersion)
              .findFirst()
              .orElse(0);
      see(height, key, version, states.getOrDefault(key, ABSENT));
    }
  }

  private ExecutedBlock execute(
      DatabaseContract on, long height, BlockTransaction... transactions) {
    blocks.add(List.of(transactions));
    return on.block(height, transactions);
  }

  /** A version is greater than all that the key has had, or it names what it named before. */
  private void see(long height, String key, long version, int state) {
    TreeMap<Long, Integer> versions = seen.get(key);
    Integer other = versions.put(version, state);
    if (other == null) {
      assertThat(version).as(name + height).isEqualTo(versions.lastKey());
    } else {
      assertThat(state).as("%s%d: version %d of %s", name, height, version, key).isEqualTo(other);
    }
  }

  private Call call(String key, int place, Outcome[] expected) {
    int kind = random.nextInt(8);
    boolean isThere = states.getOrDefault(key, ABSENT) != ABSENT;
    if (kind == 0 || kind == 1) {
      expected[place] = Outcome.OK;
      if (isThere || kind == 1) {
        states.put(key, ++lastState);
      }
      return calling(kind == 0 ? "change" : "again", key, 0L);
    }
    RecordWrite write =
        switch (kind) {
          case 2 -> tooLarge("t", key, "a");
          case 3, 4 -> delete("t", key);
          case 5 -> put("t", key, "a", "same");
          default -> merge("t", key, "a", "same");
        };
    List<Long> versions = List.copyOf(seen.get(key).keySet());
    long read = versions.get(Math.max(0, versions.size() - 1 - random.nextInt(4)));
    if (!seen.get(key).get(read).equals(states.getOrDefault(key, ABSENT))) {
      expected[place] = Outcome.ABORTED;
    } else if (kind == 2) {
      expected[place] = Outcome.FAILED;
    } else if (kind < 5 && !isThere) {
      expected[place] = Outcome.NOT_FOUND;
    } else {
      expected[place] = Outcome.OK;
      states.put(key, kind < 5 ? ABSENT : ++lastState);
    }
    return ifVersion("t", key, read, write);
  }

  /** Executes the same blocks elsewhere. */
  void replay(DatabaseContract on) {
    for (int i = 0; i < blocks.size(); i++) {
      on.block(2L * i + 1, blocks.get(i).toArray(BlockTransaction[]::new));
    }
  }
}
