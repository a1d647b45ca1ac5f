package io.hybridycsb.harness.check.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.check.history.HistoryFile.Head;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongConsumer;

/** Reads a history line by line. */
final class HistoryReader {
  private static final int FORMAT = 1;
  private static final String BEGIN = "{\"history\":";
  private static final int THREADS_MAX = 1_000_000;
  private static final String TRANSACTION = "transaction";
  private static final String DECIDED = "decided";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Path file;
  private final LongConsumer progress;
  private final Set<String> ops;
  private final List<RecordedCall> calls = new ArrayList<>();
  private final List<RecordedTransaction> transactions = new ArrayList<>();
  private final Map<String, Integer> undecided = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final Map<Long, Long> answeredNs = new HashMap<>();
  private Head head;
  private long number;
  private boolean whole;

  HistoryReader(Path file, Set<String> ops, LongConsumer progress) {
    this.file = file;
    this.ops = ops;
    this.progress = progress;
  }

  HistoryFile read() {
    // A lenient reader: the last line may end within a character.
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(new EndsOnce(Files.newInputStream(file)), UTF_8))) {
      return read(lines);
    } catch (NoSuchFileException e) {
      throw new UsageException(file + ": no such file", e);
    } catch (IOException e) {
      throw new UsageException(file + ": can't be read: " + e, e);
    }
  }

  private HistoryFile read(BufferedReader lines) throws IOException {
    long damaged = 0;
    String line = lines.readLine();
    while (line != null) {
      number++;
      String next = lines.readLine();
      if (!addOrFail(line, next == null)) {
        damaged = number;
        whole = false;
      }
      progress.accept(number);
      line = next;
    }
    if (head == null && damaged > 0) {
      return HistoryFile.empty(file);
    }
    if (head == null) {
      throw new UsageException(file + ": no history, the file is empty");
    }
    return new HistoryFile(file, head, threadsNs(), calls, transactions, whole, damaged);
  }

  /** One for each thread that the first line counts, and at least for those that have a line. */
  private List<Long> threadsNs() {
    List<Long> all = new ArrayList<>(answeredNs.values());
    while (all.size() < head.threads()) {
      all.add(head.begunNs());
    }
    return all;
  }

  /** Adds a line; returns false if it is the last one and incomplete. */
  private boolean addOrFail(String line, boolean isLast) {
    JsonNode json;
    try {
      json = JSON.readTree(line);
    } catch (JacksonException e) {
      if (isLast && (head != null || line.startsWith(BEGIN) || BEGIN.startsWith(line))) {
        return false;
      }
      throw damaged(head == null ? "no history: the first line is not JSON" : "not JSON");
    }
    if (!json.isObject()) {
      throw damaged("not a JSON object");
    }
    if (head == null) {
      head = head(json);
    } else if (json.has("ended_ns")) {
      whole = true;
    } else {
      whole = false;
      call(json).ifPresent(calls::add);
    }
    return true;
  }

  private Head head(JsonNode first) {
    if (!first.has("history")) {
      throw damaged("no history: the first line doesn't say \"history\"");
    }
    if (number(first, "history") != FORMAT) {
      throw damaged(
          "format %d, but this release reads format %d"
              .formatted(number(first, "history"), FORMAT));
    }
    long threads = first.has("threads") ? number(first, "threads") : 1;
    if (threads < 1 || threads > THREADS_MAX) {
      throw damaged("threads is not from 1 to " + THREADS_MAX);
    }
    return new Head(
        text(first, "process"),
        text(first, "machine"),
        number(first, "begun_ns"),
        first.has("wall_clock_ms")
            ? OptionalLong.of(number(first, "wall_clock_ms"))
            : OptionalLong.empty(),
        threads,
        first.path("deletes").asText().equals("marked"));
  }

  /** The call; empty if its operation isn't kept, and if the line is of a transaction. */
  private Optional<RecordedCall> call(JsonNode json) {
    String op = text(json, "op");
    if (op.equals(DECIDED)) {
      decide(json);
      return Optional.empty();
    }
    if (!HistoryFile.OPS.contains(op) && !op.equals(TRANSACTION)) {
      throw damaged("unknown op '" + op + "'");
    }
    long invoked = number(json, "invoked_ns");
    long completed = number(json, "completed_ns");
    if (completed < invoked) {
      throw damaged("completed_ns is before invoked_ns");
    }
    answeredNs.merge(number(json, "thread"), completed, Math::max);
    if (op.equals(TRANSACTION)) {
      add(transaction(json, invoked, completed));
      return Optional.empty();
    }
    if (!ops.contains(op)) {
      return Optional.empty();
    }
    return Optional.of(
        new RecordedCall(
            client(json),
            new RecordId(name(text(json, "table")), name(text(json, "key"))),
            name(op),
            name(text(json, "status")),
            new Contents(true, fields(json), asked(json)),
            invoked,
            completed,
            scan(json, op)));
  }

  /** What a scan has found; null if it failed, and of other operations. */
  private RecordedScan scan(JsonNode json, String op) {
    if (!op.equals("scan") || !text(json, "status").equals("OK")) {
      return null;
    }
    List<RecordedScan.Row> rows = new ArrayList<>();
    for (JsonNode row : json.path("rows")) {
      rows.add(new RecordedScan.Row(name(text(row, "key")), fields(row)));
    }
    return new RecordedScan(json.has("count") ? number(json, "count") : 0, rows);
  }

  private String client(JsonNode json) {
    return name(head.process() + "/" + number(json, "thread"));
  }

  private RecordedTransaction transaction(JsonNode json, long invoked, long completed) {
    List<RecordedTransaction.Scan> scans = new ArrayList<>();
    for (JsonNode scan : json.path("scans")) {
      String table = name(text(scan, "table"));
      String to = scan.hasNonNull("to") ? text(scan, "to") : null;
      scans.add(
          new RecordedTransaction.Scan(
              table, text(scan, "from"), to, versions(scan.path("rows"), table)));
    }
    return new RecordedTransaction(
        client(json),
        text(json, "id"),
        name(text(json, "status")),
        versions(json.path("reads"), null),
        versions(json.path("writes"), null),
        scans,
        invoked,
        completed);
  }

  private void add(RecordedTransaction transaction) {
    requireVersions(transaction);
    if (transaction.isUndecided()) {
      undecided.put(transaction.id(), transactions.size());
    }
    transactions.add(transaction);
  }

  private void decide(JsonNode json) {
    String id = text(json, "id");
    Integer place = undecided.remove(id);
    if (place == null) {
      throw damaged("decides '%s', but no undecided transaction of this id is above".formatted(id));
    }
    RecordedTransaction before = transactions.get(place);
    long completed = number(json, "completed_ns");
    if (completed < before.completedNs()) {
      throw damaged("completed_ns is before that of the transaction");
    }
    RecordedTransaction after =
        before.decided(
            name(text(json, "status")),
            Optional.ofNullable(json.get("writes")).map(writes -> versions(writes, null)),
            completed);
    requireVersions(after);
    transactions.set(place, after);
    if (after.isUndecided()) {
      undecided.put(id, place);
    }
  }

  private void requireVersions(RecordedTransaction transaction) {
    for (RecordedTransaction.Version write : transaction.writes()) {
      // A delete of what was not there makes no version.
      boolean isMissing =
          write.number() == RecordedTransaction.Version.UNKNOWN && !write.isDeleted();
      if (write.number() == 0 || (isMissing && transaction.isCommitted())) {
        throw damaged("a write without its version, which is greater than 0");
      }
    }
  }

  private List<RecordedTransaction.Version> versions(JsonNode list, String table) {
    List<RecordedTransaction.Version> versions = new ArrayList<>();
    for (JsonNode one : list) {
      long number = RecordedTransaction.Version.UNKNOWN;
      if (one.hasNonNull("version")) {
        number = number(one, "version");
        if (number < 0) {
          throw damaged("a version is below 0");
        }
      }
      versions.add(
          new RecordedTransaction.Version(
              table == null ? name(text(one, "table")) : table,
              name(text(one, "key")),
              number,
              one.path("deleted").asBoolean()));
    }
    return versions;
  }

  private Set<String> asked(JsonNode json) {
    if (!json.has("asked")) {
      return null;
    }
    Set<String> asked = new TreeSet<>();
    json.get("asked").forEach(name -> asked.add(name(name.asText())));
    return asked;
  }

  private Map<String, String> fields(JsonNode json) {
    Map<String, String> fields = new HashMap<>();
    json.path("fields")
        .properties()
        .forEach(field -> fields.put(name(field.getKey()), name(field.getValue().asText())));
    return fields;
  }

  /** One instance of each text, since most occur often. */
  private String name(String text) {
    return names.computeIfAbsent(text, same -> same);
  }

  private String text(JsonNode json, String name) {
    JsonNode value = json.get(name);
    if (value == null || !value.isTextual()) {
      throw damaged("no text \"" + name + "\"");
    }
    return value.asText();
  }

  private long number(JsonNode json, String name) {
    JsonNode value = json.get(name);
    if (value == null || !value.isIntegralNumber()) {
      throw damaged("no number \"" + name + "\"");
    }
    return value.asLong();
  }

  private HarnessException damaged(String what) {
    return new UsageException("%s, line %d: %s".formatted(file, number, what));
  }

  /**
   * Stops at the first end of a file that is still written to. Otherwise, the second half of a line
   * could be taken for a line.
   */
  private static final class EndsOnce extends FilterInputStream {
    private boolean ended;

    EndsOnce(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      int one = ended ? -1 : super.read();
      ended = one < 0;
      return one;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int count = ended ? -1 : super.read(bytes, offset, length);
      ended = count < 0;
      return count;
    }
  }
}
