package io.hybridycsb.harness.records;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** The commands on bindings whose inserts and updates differ as those of our systems do. */
class RecordCommandTest {
  private static final Map<String, Map<String, String>> RECORDS = new TreeMap<>();
  private static final List<String> CALLS = new ArrayList<>();

  @TempDir private Path temp;
  private Path properties;

  @BeforeEach
  void empty() throws Exception {
    RECORDS.clear();
    CALLS.clear();
    properties = Files.createFile(temp.resolve("größe.properties"));
  }

  /** Inserts replace, and updates make records: as of most systems. */
  public static class Lenient extends DB {
    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      CALLS.add("read");
      return Status.NOT_FOUND;
    }

    @Override
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      return Status.NOT_IMPLEMENTED;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      CALLS.add("insert");
      RECORDS.put(key, new TreeMap<>());
      return written(key, values);
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      CALLS.add("update");
      RECORDS.putIfAbsent(key, new TreeMap<>());
      return written(key, values);
    }

    final Status written(String key, Map<String, ByteIterator> values) {
      values.forEach(
          (name, value) -> RECORDS.get(key).put(name, new String(value.toArray(), UTF_8)));
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      CALLS.add("delete");
      return RECORDS.remove(key) == null ? Status.NOT_FOUND : Status.OK;
    }
  }

  /** Each needs the record not to be there, or to be. */
  public static class Strict extends Lenient {
    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      return RECORDS.containsKey(key) ? aborted() : super.insert(table, key, values);
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      return RECORDS.containsKey(key) ? super.update(table, key, values) : Status.NOT_FOUND;
    }

    final Status aborted() {
      CALLS.add("aborted");
      return new Status("ABORTED", "");
    }
  }

  /** Another client makes the record before the first insert. */
  public static final class Raced extends Strict {
    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      if (!CALLS.contains("aborted")) {
        RECORDS.put(key, new TreeMap<>(Map.of("other", "o")));
      }
      return super.insert(table, key, values);
    }
  }

  private int run(Class<? extends DB> binding, String... words) {
    List<String> all = new ArrayList<>(List.of(words[0], "--db", binding.getName()));
    all.addAll(List.of("--properties", properties.toString()));
    if (binding != Lenient.class && words[0].equals("put")) {
      all.add("--insert-is-new");
    }
    all.addAll(List.of(words).subList(1, words.length));
    return RecordCommand.run(all.toArray(String[]::new));
  }

  @ParameterizedTest
  @ValueSource(classes = {Lenient.class, Strict.class})
  void putKeepsOtherFieldsAndWithReplaceTakesThemAway(Class<? extends DB> binding) {
    assertThat(run(binding, "put", "größe", "a=żółw😀", "b=1=2")).isZero();
    assertThat(run(binding, "put", "größe", "b=", "c=3")).isZero();
    assertThat(RECORDS).containsOnly(Map.entry("größe", Map.of("a", "żółw😀", "b", "", "c", "3")));

    assertThat(run(binding, "put", "größe", "--replace", "d=4")).isZero();
    assertThat(run(binding, "put", "new", "d=5", "--replace")).isZero();
    assertThat(RECORDS)
        .containsOnly(Map.entry("größe", Map.of("d", "4")), Map.entry("new", Map.of("d", "5")));
  }

  @Test
  void whereUpdatesAndInsertsTakeAnyRecordPutIsOneStep() {
    run(Lenient.class, "put", "k", "a=1");
    run(Lenient.class, "put", "k", "a=2");
    run(Lenient.class, "put", "k", "a=3", "--replace");

    assertThat(CALLS).containsExactly("update", "update", "insert");
  }

  @Test
  void aRecordThatAnotherClientMakesMeanwhileKeepsItsFields() {
    assertThat(run(Raced.class, "put", "k", "a=1")).isZero();

    assertThat(RECORDS).containsOnly(Map.entry("k", Map.of("a", "1", "other", "o")));
    assertThat(CALLS).containsExactly("aborted", "update");
  }
}
