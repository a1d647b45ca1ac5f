package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.record.Digests;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.Row;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import site.ycsb.Status;

/**
 * Writes operations as JSON, one line each:
 *
 * <pre>{@code
 * {"thread":0,"invoked_ns":1,"completed_ns":2,"op":"update","table":"usertable",
 *  "key":"user1","status":"OK","fields":{"field0":"9f86d081884c7d65"}}
 * }</pre>
 *
 * <p>Times are of {@link System#nanoTime}, on Linux the same clock for all processes of a machine.
 * Values are given as the first eight bytes of their SHA-256. A read or scan says what it found,
 * and in {@code "asked":["field0"]} what it asked for if that is not all; a scan has {@code
 * "count":10,"rows":[{"key":...,"fields":{...}}]}. A transaction over several records is a line of
 * another kind, with the versions that it has read and written. What becomes of it later is one
 * more, which names it.
 */
final class HistoryLine {
  private static final int DIGEST_BYTES = 8;

  private final StringBuilder line = new StringBuilder(256);
  private final int thread;
  private final MessageDigest sha256;

  /**
   * What a transaction's write has made.
   *
   * @param version 0 if it isn't known
   * @param isDelete whether there is no record in this version
   */
  record Made(long version, boolean isDelete) {}

  HistoryLine(int thread) {
    this.thread = thread;
    sha256 = Digests.sha256();
  }

  /** Begins a line. */
  HistoryLine begin(
      long invokedNs, long completedNs, String op, String table, String key, Status status) {
    line.setLength(0);
    line.append("{\"thread\":").append(thread);
    line.append(",\"invoked_ns\":").append(invokedNs);
    line.append(",\"completed_ns\":").append(completedNs);
    line.append(",\"op\":\"").append(op).append("\",\"table\":");
    appendText(table);
    line.append(",\"key\":");
    appendText(key);
    line.append(",\"status\":");
    appendText(status.getName());
    return this;
  }

  /**
   * Begins the line of a transaction.
   *
   * @param reads the version of each record that was read; 0 if there was none
   */
  HistoryLine transaction(
      long invokedNs,
      long completedNs,
      String id,
      Status status,
      Map<RecordName, Long> reads,
      Map<RecordName, Made> writes) {
    line.setLength(0);
    line.append("{\"thread\":").append(thread);
    line.append(",\"invoked_ns\":").append(invokedNs);
    line.append(",\"completed_ns\":").append(completedNs);
    line.append(",\"op\":\"transaction\",\"id\":");
    appendText(id);
    line.append(",\"status\":");
    appendText(status.getName());
    line.append(",\"reads\":[");
    String separator = "";
    for (Map.Entry<RecordName, Long> read : reads.entrySet()) {
      line.append(separator);
      appendName(read.getKey());
      line.append(",\"version\":").append(read.getValue()).append('}');
      separator = ",";
    }
    line.append(']');
    return writes(writes);
  }

  /**
   * Begins the line that tells what has become of a transaction.
   *
   * @param completedNs when that was known
   */
  HistoryLine decided(long completedNs, String id, Status status, Map<RecordName, Made> writes) {
    line.setLength(0);
    line.append("{\"thread\":").append(thread);
    line.append(",\"completed_ns\":").append(completedNs);
    line.append(",\"op\":\"decided\",\"id\":");
    appendText(id);
    line.append(",\"status\":");
    appendText(status.getName());
    return writes(writes);
  }

  private HistoryLine writes(Map<RecordName, Made> writes) {
    line.append(",\"writes\":[");
    String separator = "";
    for (Map.Entry<RecordName, Made> write : writes.entrySet()) {
      line.append(separator);
      appendName(write.getKey());
      Made made = write.getValue();
      if (made.version() != 0) {
        line.append(",\"version\":").append(made.version());
      }
      line.append(made.isDelete() ? ",\"deleted\":true}" : "}");
      separator = ",";
    }
    line.append(']');
    return this;
  }

  private void appendName(RecordName name) {
    line.append("{\"table\":");
    appendText(name.table());
    line.append(",\"key\":");
    appendText(name.key());
  }

  /**
   * @param names which fields were asked for; null for all
   */
  HistoryLine asked(Set<String> names) {
    if (names != null) {
      line.append(",\"asked\":[");
      String separator = "";
      for (String name : names) {
        line.append(separator);
        appendText(name);
        separator = ",";
      }
      line.append(']');
    }
    return this;
  }

  HistoryLine fields(Map<String, byte[]> fields) {
    line.append(",\"fields\":{");
    String separator = "";
    for (Map.Entry<String, byte[]> field : fields.entrySet()) {
      line.append(separator);
      appendText(field.getKey());
      line.append(":\"");
      byte[] digest = sha256.digest(field.getValue());
      line.append(HexFormat.of().formatHex(digest, 0, DIGEST_BYTES)).append('"');
      separator = ",";
    }
    line.append('}');
    return this;
  }

  /**
   * @param count how many were asked for
   */
  HistoryLine rows(int count, List<Row> rows) {
    line.append(",\"count\":").append(count).append(",\"rows\":[");
    String separator = "";
    for (Row row : rows) {
      line.append(separator).append("{\"key\":");
      appendText(row.key());
      fields(row.fields());
      line.append('}');
      separator = ",";
    }
    line.append(']');
    return this;
  }

  String end() {
    return line.append('}').toString();
  }

  /** The first line: whose history this is, and what its times can be compared with. */
  static String first(
      String process, String machine, OptionalInt threads, long begunNs, long wallClockMs) {
    StringBuilder line = new StringBuilder("{\"history\":1,\"process\":");
    appendText(process, line);
    line.append(",\"machine\":");
    appendText(machine, line);
    threads.ifPresent(count -> line.append(",\"threads\":").append(count));
    line.append(",\"begun_ns\":").append(begunNs);
    line.append(",\"wall_clock_ms\":").append(wallClockMs);
    return line.append(",\"deletes\":\"marked\"}").toString();
  }

  /** The last line: nothing is missing. */
  static String last(long endedNs) {
    return "{\"ended_ns\":" + endedNs + "}";
  }

  private void appendText(String text) {
    appendText(text, line);
  }

  private static void appendText(String text, StringBuilder line) {
    line.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        line.append('\\').append(c);
      } else if (c < ' ') {
        line.append("\\u00").append(HexFormat.of().toHexDigits((byte) c));
      } else {
        line.append(c);
      }
    }
    line.append('"');
  }
}
