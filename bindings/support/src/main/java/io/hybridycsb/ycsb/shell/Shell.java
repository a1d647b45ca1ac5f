package io.hybridycsb.ycsb.shell;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.hybridycsb.ycsb.outcome.FailureReasons;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

/** Does commands, one on a line. The words are those of YCSB, in the answers, too. */
final class Shell {
  private static final String LINE = "-".repeat(32);

  private static final String HELP =
      """
      Commands:
        read key [field1 field2 ...] - Read a record
        scan key recordcount [field1 field2 ...] - Scan starting at key
        insert key name1=value1 [name2=value2 ...] - Insert a new record
        update key name1=value1 [name2=value2 ...] - Update a record
        delete key - Delete a record
        table [tablename] - Get or [set] the name of the table
        quit - Quit
      """;

  /** Why a command isn't done, in one line. */
  private static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String line) {
      super(line);
    }
  }

  private final DB database;
  private final PrintStream out;
  private String table;
  private boolean failed;

  Shell(DB database, String table, PrintStream out) {
    this.database = database;
    this.table = table;
    this.out = out;
  }

  /** Whether a command was refused, or its answer was another than OK. */
  boolean hasFailed() {
    return failed;
  }

  /** Does the commands until {@code quit}, or the input's end. */
  void run(BufferedReader in) throws IOException {
    while (true) {
      out.print("> ");
      out.flush();
      String line = in.readLine();
      if (line == null) {
        out.println();
        return;
      }
      String command = line.strip();
      if (command.equals("quit")) {
        return;
      }
      if (command.equals("help")) {
        out.print(HELP);
      } else if (!command.isEmpty()) {
        timed(List.of(command.split("\\s+")));
      }
    }
  }

  private void timed(List<String> words) {
    long begin = System.nanoTime();
    try {
      execute(words);
    } catch (Refused e) {
      fail(e.getMessage());
    } catch (RuntimeException e) {
      fail(FailureReasons.of(e));
    }
    out.println((System.nanoTime() - begin) / 1_000_000 + " ms");
  }

  private void fail(String reason) {
    failed = true;
    out.println("Error: " + reason);
  }

  private void execute(List<String> words) {
    switch (words.get(0)) {
      case "table" -> table(words);
      case "read" -> read(words);
      case "scan" -> scan(words);
      case "insert" -> {
        Map<String, ByteIterator> fields = fields(words, "insert");
        tell("Result: ", database.insert(table, words.get(1), fields));
      }
      case "update" -> {
        Map<String, ByteIterator> fields = fields(words, "update");
        tell("Result: ", database.update(table, words.get(1), fields));
      }
      case "delete" -> {
        require(words.size() == 2, "delete keyname");
        tell("Return result: ", database.delete(table, words.get(1)));
      }
      default -> throw new Refused("unknown command \"%s\"".formatted(words.get(0)));
    }
  }

  private static void require(boolean followed, String syntax) {
    if (!followed) {
      throw new Refused("syntax is \"%s\"".formatted(syntax));
    }
  }

  private void tell(String what, Status status) {
    failed |= !status.isOk();
    out.println(what + status.getName());
  }

  private void table(List<String> words) {
    require(words.size() <= 2, "table tablename");
    if (words.size() == 2) {
      table = words.get(1);
    }
    out.println("Using table \"" + table + "\"");
  }

  private void read(List<String> words) {
    require(words.size() >= 2, "read keyname [field1 field2 ...]");
    Map<String, ByteIterator> found = new HashMap<>();
    tell("Return code: ", database.read(table, words.get(1), selected(words, 2), found));
    show(found);
  }

  private void scan(List<String> words) {
    require(words.size() >= 3, "scan keyname scanlength [field1 field2 ...]");
    int count = count(words.get(2));
    Vector<HashMap<String, ByteIterator>> found = new Vector<>();
    tell("Result: ", database.scan(table, words.get(1), count, selected(words, 3), found));
    out.println(found.isEmpty() ? "0 records" : LINE);
    for (int i = 0; i < found.size(); i++) {
      out.println("Record " + i);
      show(found.get(i));
      out.println(LINE);
    }
  }

  private static int count(String text) {
    if (!text.matches("[0-9]{1,9}")) {
      throw new Refused("scanlength is a whole number, not '%s'".formatted(text));
    }
    return Integer.parseInt(text);
  }

  /** The fields that are asked for; null for all. */
  private static Set<String> selected(List<String> words, int from) {
    return words.size() == from ? null : Set.copyOf(words.subList(from, words.size()));
  }

  /** A value may be empty, and have equals signs. */
  private static Map<String, ByteIterator> fields(List<String> words, String command) {
    String syntax = command + " keyname name1=value1 [name2=value2 ...]";
    require(words.size() >= 3, syntax);
    Map<String, ByteIterator> fields = new HashMap<>();
    for (String word : words.subList(2, words.size())) {
      int end = word.indexOf('=');
      require(end > 0, syntax);
      fields.put(word.substring(0, end), new Text(word.substring(end + 1)));
    }
    return fields;
  }

  private void show(Map<String, ByteIterator> fields) {
    new TreeMap<>(fields).forEach((name, value) -> out.println(name + "=" + shown(value)));
  }

  /** One line, whatever bytes there are. */
  private static String shown(ByteIterator value) {
    StringBuilder text = new StringBuilder();
    for (char c : new String(value.toArray(), UTF_8).toCharArray()) {
      text.append(Character.isISOControl(c) ? '.' : c);
    }
    return text.toString();
  }
}
