package io.hybridycsb.ycsb.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.ByteIterator;
import site.ycsb.DBException;
import site.ycsb.Status;
import site.ycsb.StringByteIterator;

@SuppressWarnings("JdkObsolete") // YCSB's interface has vectors
class HistoryTest {
  @TempDir private Path dir;
  private final List<String> ends = new CopyOnWriteArrayList<>();
  private final Map<String, Map<String, byte[]>> records = new TreeMap<>();

  @Test
  void eachOperationIsOneLineWithWhatItWroteOrFound() throws Exception {
    Path file = dir.resolve("history.jsonl");
    FakeDb db = open(file);
    long beforeNs = System.nanoTime();
    db.insert("t", "k\"1\"\n", values("a", "abc"));
    db.read("t", "k\"1\"\n", Set.of("absent"), new HashMap<>());
    db.read("t", "nobody", null, new HashMap<>());
    db.scan("t", "k", 5, null, new Vector<>());
    db.delete("t", "k\"1\"\n");
    db.update("t", "!unknown", values("a", "abc"));
    long afterNs = System.nanoTime();
    db.cleanup();

    List<JsonNode> lines = lines(file);
    assertThat(lines.stream().map(line -> line.get("op").asText()))
        .containsExactly("insert", "read", "read", "scan", "delete", "update");
    assertThat(lines.stream().map(line -> line.get("status").asText()))
        .containsExactly("OK", "OK", "NOT_FOUND", "OK", "ABORTED", "UNKNOWN");
    // The first eight bytes of SHA-256("abc"), FIPS 180-2 appendix B.1.
    String digest = "ba7816bf8f01cfea";
    assertThat(lines.get(0).at("/fields/a").asText()).isEqualTo(digest);
    assertThat(lines.get(0).get("key").asText()).isEqualTo("k\"1\"\n");
    assertThat(lines.get(0).get("table").asText()).isEqualTo("t");
    assertThat(lines.get(1).at("/fields/a").asText()).isEqualTo(digest);
    assertThat(lines.get(1).get("asked"))
        .singleElement()
        .matches(name -> name.asText().equals("absent"));
    assertThat(lines.get(2).has("asked")).isFalse();
    assertThat(lines.get(2).get("fields")).isEmpty();
    assertThat(lines.get(3).get("count").asInt()).isEqualTo(5);
    assertThat(lines.get(3).at("/rows/0/fields/a").asText()).isEqualTo(digest);
    long last = beforeNs;
    for (JsonNode line : lines) {
      assertThat(line.get("invoked_ns").asLong()).isBetween(last, afterNs);
      last = line.get("completed_ns").asLong();
      assertThat(last).isBetween(line.get("invoked_ns").asLong(), afterNs);
    }
  }

  @Test
  void noOperationOfAnyThreadIsMissing() throws Exception {
    Path file = dir.resolve("history.jsonl");
    int threads = 4;
    int operations = 40_000;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> running = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        FakeDb db = open(file);
        running.add(
            executor.submit(
                () -> {
                  IntStream.range(0, operations)
                      .forEach(n -> db.read("t", "k" + n, null, new HashMap<>()));
                  db.cleanup();
                  return null;
                }));
      }
      for (Future<?> thread : running) {
        thread.get(60, TimeUnit.SECONDS);
      }
    } finally {
      executor.shutdownNow();
    }
    Map<String, Integer> perThread = new HashMap<>();
    for (JsonNode line : lines(file)) {
      int count = perThread.merge(line.get("thread").asText(), 1, Integer::sum);
      assertThat(line.get("key").asText()).isEqualTo("k" + (count - 1));
    }
    assertThat(perThread.values()).hasSize(threads).containsOnly(operations);
  }

  @Test
  void noOperationIsMissingThoughEachThreadEndsBeforeTheNextStarts() throws Exception {
    Path file = dir.resolve("history.jsonl");
    for (int i = 0; i < 3; i++) {
      FakeDb db = open(file);
      db.read("t", "k" + i, null, new HashMap<>());
      db.cleanup();
    }
    assertThat(lines(file).stream().map(line -> line.get("key").asText()))
        .containsExactly("k0", "k1", "k2");
  }

  @Test
  void whatAnotherProcessHasRecordedIsKeptAndToldInOneLine() throws Exception {
    Path file = dir.resolve("history.jsonl");
    String other = "{\"key\":\"of another process\"}\n";
    Files.writeString(file, other);
    assertThatExceptionOfType(DBException.class).isThrownBy(() -> open(file));
    assertThat(ends)
        .singleElement()
        .asString()
        .endsWith("history " + file + " is there already: remove it, or name another file");
    assertThat(file).content().isEqualTo(other);
  }

  @Test
  void anEmptyFileIsTaken() throws Exception {
    Path file = Files.createFile(dir.resolve("history.jsonl"));
    FakeDb db = open(file);
    db.read("t", "k", null, new HashMap<>());
    db.cleanup();
    assertThat(lines(file).stream().map(line -> line.get("key").asText())).containsExactly("k");
  }

  @Test
  void theFirstLineNamesTheProcessAndTheLastSaysThatAllIsThere() throws Exception {
    Path file = dir.resolve("history.jsonl");
    long beforeNs = System.nanoTime();
    FakeDb db = open(file);
    db.read("t", "k", null, new HashMap<>());
    db.cleanup();
    List<String> lines = Files.readAllLines(file);
    ObjectMapper json = new ObjectMapper();
    JsonNode first = json.readTree(lines.get(0));
    assertThat(first.get("history").asInt()).isEqualTo(1);
    assertThat(first.get("process").asText())
        .matches(ProcessHandle.current().pid() + "-[0-9a-f]{8}");
    assertThat(first.get("machine").asText()).isNotEmpty();
    assertThat(first.get("deletes").asText()).isEqualTo("marked");
    assertThat(first.get("begun_ns").asLong()).isBetween(beforeNs, System.nanoTime());
    JsonNode last = json.readTree(lines.get(2));
    assertThat(last.get("ended_ns").asLong()).isBetween(beforeNs, System.nanoTime());
    assertThat(lines).hasSize(3);
  }

  @Test
  void aProcessHasAnotherNameInEachFileAndTheSameWhereItGoesOn() throws Exception {
    Path one = dir.resolve("one.jsonl");
    Path another = dir.resolve("another.jsonl");
    for (Path file : List.of(one, another, one)) {
      FakeDb db = open(file);
      db.insert("t", "k", values("a", "abc"));
      db.cleanup();
    }

    assertThat(processes(one)).hasSize(1).doesNotContainAnyElementsOf(processes(another));
    assertThat(lines(one)).hasSize(2);
  }

  /** The names in a file's first lines, of which it must have one. */
  private static List<String> processes(Path file) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<String> processes = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode node = json.readTree(line);
      if (node.has("process")) {
        processes.add(node.get("process").asText());
      }
    }
    return processes;
  }

  @Test
  void anOperationIsInTheFileBeforeItsThreadGetsTheAnswer() throws Exception {
    Path file = dir.resolve("history.jsonl");
    FakeDb db = open(file);
    for (int i = 0; i < 10; i++) {
      db.read("t", "k" + i, null, new HashMap<>());
      assertThat(Files.readString(file)).endsWith("}\n").contains("\"k" + i + "\"");
    }
    db.cleanup();
  }

  @Test
  void theFirstLineCountsTheThreadsIfYcsbDoes() throws Exception {
    Path file = dir.resolve("history.jsonl");
    FakeDb counted = new FakeDb(records, ends::add);
    counted.setProperties(properties(file));
    counted.getProperties().setProperty("threadcount", "16");
    counted.init();
    counted.cleanup();
    Path other = dir.resolve("other.jsonl");
    open(other).cleanup();

    assertThat(first(file).get("threads").asInt()).isEqualTo(16);
    assertThat(first(other).has("threads")).isFalse();
  }

  private static JsonNode first(Path file) throws IOException {
    return new ObjectMapper().readTree(Files.readAllLines(file).get(0));
  }

  @Test
  void aWriteThatIsOnlyAcceptedIsRecordedAsSuchAndCountedAsDone() throws Exception {
    Path file = dir.resolve("history.jsonl");
    FakeDb db = open(file);
    assertThat(db.insert("t", FakeDb.ACCEPTED, values("a", "1"))).isEqualTo(Status.OK);
    assertThat(db.update("t", FakeDb.ACCEPTED, values("a", "2"))).isEqualTo(Status.OK);
    assertThat(db.delete("t", FakeDb.ACCEPTED)).isEqualTo(Status.OK);
    db.cleanup();

    assertThat(lines(file))
        .extracting(line -> line.get("status").asText())
        .containsExactly("BATCHED_OK", "BATCHED_OK", "BATCHED_OK");
  }

  @Test
  void noOperationOfAnInterruptedThreadIsMissing() throws Exception {
    Path file = dir.resolve("history.jsonl");
    FakeDb db = open(file);
    Thread.currentThread().interrupt();
    db.read("t", "k", null, new HashMap<>());
    db.cleanup();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(ends).isEmpty();
    assertThat(lines(file)).hasSize(1);
    assertThat(Files.readString(file)).contains("ended_ns");
  }

  @Test
  void aFileThatCannotBeMadeFailsInit() {
    Path file = dir.resolve("absent").resolve("history.jsonl");
    assertThatExceptionOfType(DBException.class).isThrownBy(() -> open(file));
    assertThat(ends).containsExactly("fake: history " + file + ": no such directory");
  }

  @Test
  void aFileThatCannotBeWrittenAnyLongerEndsTheProcess() throws Exception {
    OutputStream full =
        new OutputStream() {
          private int left = 1;

          @Override
          public void write(int b) {
            throw new UnsupportedOperationException("a line is written at once");
          }

          @Override
          public void write(byte[] bytes) throws IOException {
            if (left-- <= 0) {
              throw new IOException("No space left on device");
            }
          }
        };
    try (History history = History.begin(Path.of("f"), OptionalInt.empty(), full, ends::add)) {
      history.record("{\"operation\":1}");
      assertThat(ends).containsExactly("can't write history f: No space left on device");
      history.record("{\"operation\":2}");
    }
    assertThat(ends).hasSize(1);
  }

  @Test
  void aLineAfterTheLastOneIsIgnored() throws Exception {
    Path file = dir.resolve("history.jsonl");
    History history = History.open(file, OptionalInt.empty(), ends::add);
    history.close();
    history.record("{\"op\":\"decided\"}");

    assertThat(ends).isEmpty();
    assertThat(lines(file)).isEmpty();
  }

  @Test
  void twoThatWriteOneFileKeepEachOthersLines() throws Exception {
    Path file = dir.resolve("history.jsonl");
    try (History one = History.open(file, OptionalInt.empty(), ends::add);
        History other = History.open(file, OptionalInt.empty(), ends::add)) {
      one.record("{\"op\":1}");
      other.record("{\"op\":2}");
      one.record("{\"op\":3}");
    }
    assertThat(lines(file)).extracting(line -> line.get("op").asInt()).containsExactly(1, 2, 3);
  }

  @Test
  void aFullDiskFailsInit() {
    assumeTrue(Files.exists(Path.of("/dev/full")));
    assertThatExceptionOfType(DBException.class).isThrownBy(() -> open(Path.of("/dev/full")));
    assertThat(ends).singleElement().asString().contains("can't write history /dev/full: ");
  }

  private FakeDb open(Path file) throws DBException {
    FakeDb db = new FakeDb(records, ends::add);
    db.setProperties(properties(file));
    db.init();
    return db;
  }

  private static Properties properties(Path file) {
    Properties properties = new Properties();
    properties.setProperty("hybrid.history", file.toString());
    return properties;
  }

  private static List<JsonNode> lines(Path file) throws IOException {
    ObjectMapper json = new ObjectMapper();
    List<JsonNode> lines = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      JsonNode node = json.readTree(line);
      if (node.has("op")) {
        lines.add(node);
      }
    }
    return lines;
  }

  private static Map<String, ByteIterator> values(String name, String value) {
    return StringByteIterator.getByteIteratorMap(Map.of(name, value));
  }
}
