package io.hybridycsb.ycsb.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ScanPagesTest {
  private static final List<String> KEYS =
      IntStream.range(0, 10).mapToObj(i -> "user" + i).toList();

  private final List<Integer> asked = new ArrayList<>();

  /** A system whose answers hold three records, whatever it is asked for. */
  private List<Row> page(String from, int count) {
    asked.add(count);
    return KEYS.stream()
        .filter(key -> key.compareTo(from) >= 0)
        .limit(Math.min(3, count))
        .map(key -> new Row(key, Map.of()))
        .toList();
  }

  private List<String> scan(String from, int count) {
    return Row.byPages(from, count, this::page).stream().map(Row::key).toList();
  }

  @Test
  void aScanIsWholeThoughOneAnswerCannotHoldIt() {
    assertThat(scan("user1", 7)).isEqualTo(KEYS.subList(1, 8));
    assertThat(asked).containsExactly(7, 4, 1);
  }

  @Test
  void aScanEndsWithTheTable() {
    assertThat(scan("user8", 100)).containsExactly("user8", "user9");
    assertThat(scan("z", 100)).isEmpty();
  }

  @Test
  void whatOneAnswerHoldsTakesOneQuestion() {
    assertThat(scan("user4", 3)).containsExactly("user4", "user5", "user6");
    assertThat(asked).containsExactly(3);
    assertThat(scan("user4", 0)).isEmpty();
  }
}
