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
        number, branch + number, "", 1, 0, true, new byte[0], Map.of(), List.of(writes), List.of());
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
  void aBlockOfARecentHashHasItsRecordsAndARemovedOneIsRemembered() {
    state.replace(0, List.of(block(1, "a", write("k", "1")), block(2, "a", write("k", "2"))));
    state.replace(1, List.of(block(2, "b"), block(3, "b", write("k", ""), write("l", "3"))));
    List<byte[]> keys = List.of("k".getBytes(UTF_8), "l".getBytes(UTF_8));

    ShardState.AsOf at = state.get(keys, "b2").orElseThrow();

    assertThat(at.block().number()).isEqualTo(2);
    assertThat(at.records().get(0)).contains("1".getBytes(UTF_8));
    assertThat(at.records().get(1)).isEmpty();
    assertThat(state.get(keys, "a2")).isEmpty();
    assertThat(state.removed("a2").orElseThrow().number()).isEqualTo(2);
    assertThat(state.removed("b2")).isEmpty();
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
