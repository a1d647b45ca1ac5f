package io.hybridycsb.blockchaindb.server.shard;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.server.eth.Block;
import io.hybridycsb.ethereum.contract.Written;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class ShardStateTest {
  private final ShardState state = new ShardState();

  private static Written write(String key, String value) {
    return new Written(key.getBytes(UTF_8), value.getBytes(UTF_8));
  }

  private static Block block(long number, String branch, Written... writes) {
    return new Block(
        number,
        branch + number,
        "",
        new Block.Gas(1, 0),
        true,
        new byte[0],
        Map.of(),
        new Block.Changes(List.of(writes), List.of()));
  }

  /** A block behind another. */
  private static Block block(String branch, long number, String parent, Written... writes) {
    return new Block(
        number,
        branch + number,
        parent,
        new Block.Gas(1, 0),
        true,
        new byte[0],
        Map.of(),
        new Block.Changes(List.of(writes), List.of()));
  }

  private List<String> values(String hash, String... keys) {
    List<byte[]> asked = Stream.of(keys).map(key -> key.getBytes(UTF_8)).toList();
    ShardState.AsOf found = state.get(asked, hash).orElseThrow();
    assertThat(found.block().hash()).isEqualTo(hash);
    return found.records().stream()
        .map(record -> record.map(bytes -> new String(bytes, UTF_8)).orElse("-"))
        .toList();
  }

  private Optional<String> value(String key, int depth) {
    return state
        .get(List.of(key.getBytes(UTF_8)), depth)
        .flatMap(asOf -> asOf.records().get(0))
        .map(bytes -> new String(bytes, UTF_8));
  }

  @Test
  void whatAReorganisationRemovedIsNotReadAgain() {
    state.replace(0, List.of(block(1, "a", write("k", "old"))));
    state.replace(
        0, List.of(block(2, "a", write("k", "gone"), write("new", "gone"), write("k", "gone2"))));
    assertThat(value("k", 0)).contains("gone2");

    state.replace(1, List.of(block(2, "b", write("other", "x"))));

    assertThat(value("k", 0)).contains("old");
    assertThat(value("new", 0)).isEmpty();
    assertThat(value("other", 0)).contains("x");
    assertThat(state.newest().orElseThrow().hash()).isEqualTo("b2");
  }

  @Test
  void writesAreCountedAsLongAsTheirBlocksAreOfTheChain() {
    state.replace(0, List.of(block(1, "a", write("k", "1")), block(2, "a", write("k", "2"))));
    assertThat(state.writes()).isEqualTo(2);

    state.replace(1, List.of(block(2, "b", write("l", "1"), write("k", ""), write("l", "2"))));
    assertThat(state.writes()).isEqualTo(4);

    ShardState afresh = new ShardState();
    afresh.replace(0, List.of(block(1, "c", write("m", "1"))));
    state.become(afresh);
    assertThat(state.writes()).isEqualTo(1);
  }

  @Test
  void anOlderBlocksValuesAreThoseFromBeforeTheNewerOnes() {
    state.replace(
        0,
        List.of(
            block(1, "a", write("k", "1")),
            block(2, "a", write("k", "2")),
            block(3, "a", write("k", ""))));

    assertThat(value("k", 0)).isEmpty();
    assertThat(value("k", 1)).contains("2");
    assertThat(value("k", 2)).contains("1");
  }

  @Test
  void aBlockOfARecentHashHasItsRecords() {
    state.replace(0, List.of(block(1, "a", write("k", "1")), block(2, "a", write("k", "2"))));
    state.replace(1, List.of(block(2, "b"), block(3, "b", write("k", ""), write("l", "3"))));

    assertThat(values("b2", "k", "l")).containsExactly("1", "-");
    assertThat(values("b3", "k", "l")).containsExactly("-", "3");
  }

  /** Clients ask for the proof of what they have read there. */
  @Test
  void aBlockThatWasUndoneLatelyStillHasItsRecords() {
    state.replace(
        0,
        List.of(
            block("a", 1, "", write("k", "1"), write("l", "1"), write("m", "1")),
            block("a", 2, "a1", write("k", "2")),
            block("a", 3, "a2", write("l", ""), write("new", "3"), write("new", "3b"))));
    state.replace(2, List.of(block("b", 2, "a1", write("m", "b"))));
    state.replace(1, List.of(block("c", 2, "a1"), block("c", 3, "c2", write("k", "c"))));

    assertThat(values("a3", "k", "l", "m", "new")).containsExactly("2", "-", "1", "3b");
    assertThat(values("a2", "k", "l", "m", "new")).containsExactly("2", "1", "1", "-");
    assertThat(values("b2", "k", "l", "m", "new")).containsExactly("1", "1", "b", "-");
    assertThat(values("c3", "k", "l", "m", "new")).containsExactly("c", "1", "1", "-");
  }

  @Test
  void aBlockThatWasUndoneAndCameBackHasTheRecordsOfTheChain() {
    Block first = block("a", 1, "", write("k", "1"));
    Block second = block("a", 2, "a1", write("k", "2"));
    state.replace(0, List.of(first, second));
    state.replace(1, List.of(block("b", 2, "a1", write("k", "b"))));
    state.replace(1, List.of(second, block("a", 3, "a2", write("k", "3"))));

    assertThat(values("a2", "k")).containsExactly("2");
    assertThat(values("b2", "k")).containsExactly("b");
    assertThat(values("a3", "k")).containsExactly("3");
  }

  @Test
  void nothingIsSaidOfABranchWhoseRootIsNotKnown() {
    state.replace(0, List.of(block("a", 1, "", write("k", "1")), block("a", 2, "a1")));
    ShardState afresh = new ShardState();
    afresh.replace(0, List.of(block("b", 1, "", write("k", "b"))));
    state.become(afresh);
    state.replace(1, List.of(block("c", 1, "elsewhere")));

    for (String hash : List.of("a1", "a2", "b1", "unknown")) {
      assertThat(state.get(List.of(new byte[] {1}), hash)).as(hash).isEmpty();
    }
  }

  @Property(tries = 200)
  void takingBlocksBackRestoresExactlyWhatWasThere(
      @ForAll @Size(max = 12) List<@Size(max = 6) List<@IntRange(max = 8) Integer>> blocks,
      @ForAll @IntRange(max = 12) int kept) {
    ShardState changed = new ShardState();
    Map<String, String> expected = new TreeMap<>();
    List<Block> all = new ArrayList<>();
    for (int number = 0; number < blocks.size(); number++) {
      List<Written> writes = new ArrayList<>();
      for (int i = 0; i < blocks.get(number).size(); i++) {
        int choice = blocks.get(number).get(i);
        String key = "k" + choice % 4;
        String value = choice % 3 == 0 ? "" : number + "." + i;
        writes.add(write(key, value));
        if (number < kept) {
          expected.put(key, value);
        }
      }
      all.add(block(number, "a", writes.toArray(Written[]::new)));
    }
    expected.values().removeIf(String::isEmpty);
    changed.replace(0, all);

    changed.replace(Math.max(0, all.size() - kept), List.of());

    Map<String, String> found = new TreeMap<>();
    changed
        .scan(new byte[0], new byte[0], 100)
        .forEach(w -> found.put(new String(w.key(), UTF_8), new String(w.value(), UTF_8)));
    assertThat(found).isEqualTo(expected);
  }
}
