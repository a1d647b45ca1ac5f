package io.hybridycsb.ycsb.shell;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.record.Records;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.Vector;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.Status;

class ShellTest {
  private static final String WORDS =
      "syntax is \"insert keyname name1=value1 [name2=value2 ...]\"";

  /** Keeps the bytes that it is given. */
  private static final class Kept extends DB {
    final TreeMap<String, Map<String, byte[]>> records = new TreeMap<>();

    @Override
    public Status read(
        String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
      Map<String, byte[]> record = records.get(table + "/" + key);
      if (record == null) {
        return Status.NOT_FOUND;
      }
      Records.copySelected(record, fields, result);
      return Status.OK;
    }

    @Override
    public Status scan(
        String table,
        String key,
        int count,
        Set<String> fields,
        Vector<HashMap<String, ByteIterator>> result) {
      records.tailMap(table + "/" + key).values().stream()
          .limit(count)
          .forEach(
              record -> {
                HashMap<String, ByteIterator> one = new HashMap<>();
                Records.copySelected(record, fields, one);
                result.add(one);
              });
      return Status.OK;
    }

    @Override
    public Status update(String table, String key, Map<String, ByteIterator> values) {
      records.get(table + "/" + key).putAll(Records.toBytes(values));
      return Status.OK;
    }

    @Override
    public Status insert(String table, String key, Map<String, ByteIterator> values) {
      records.put(table + "/" + key, Records.toBytes(values));
      return Status.OK;
    }

    @Override
    public Status delete(String table, String key) {
      return records.remove(table + "/" + key) == null ? Status.NOT_FOUND : Status.OK;
    }
  }

  private final Kept database = new Kept();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final Shell shell = new Shell(database, "usertable", new PrintStream(out, true, UTF_8));

  /** What is answered to these lines, without prompts and times. */
  private List<String> answers(String... lines) throws Exception {
    out.reset();
    shell.run(new BufferedReader(new StringReader(String.join("\n", lines))));
    List<String> answers = new ArrayList<>();
    for (String line : out.toString(UTF_8).split("\n")) {
      String answer = line.replaceFirst("^(> )+", "");
      if (!answer.isBlank() && !answer.matches("[0-9]+ ms")) {
        answers.add(answer);
      }
    }
    return answers;
  }

  @Test
  void recordsAreWrittenReadScannedAndDeletedInTheWordsOfYcsb() throws Exception {
    assertThat(answers("insert k a=1 b=2", "update k b=3", "read k", "read k b"))
        .containsExactly(
            "Result: OK", "Result: OK", "Return code: OK", "a=1", "b=3", "Return code: OK", "b=3");
    String line = "--------------------------------";
    assertThat(answers("insert l a=4", "scan k 5 a", "delete l", "scan l 5"))
        .containsExactly(
            "Result: OK",
            "Result: OK",
            line,
            "Record 0",
            "a=1",
            line,
            "Record 1",
            "a=4",
            line,
            "Return result: OK",
            "Result: OK",
            "0 records");
    assertThat(shell.hasFailed()).isFalse();
    assertThat(answers("help")).hasSize(8).contains("  quit - Quit");
  }

  @Test
  void allCommandsUseTheTableThatIsNamed() throws Exception {
    assertThat(answers("table", "table other", "table", "insert k a=1", "read k", "scan k 1"))
        .startsWith("Using table \"usertable\"", "Using table \"other\"", "Using table \"other\"")
        .contains("a=1");
    assertThat(database.records).containsOnlyKeys("other/k");
    answers("update k a=2", "table usertable", "delete k");
    assertThat(database.records).containsOnlyKeys("other/k");
    assertThat(shell.hasFailed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"a=1=2, 1=2", "a=, ''", "a==, =", "a=żółw😀, żółw😀"})
  void aValueIsWhatFollowsTheFirstEqualsSign(String field, String value) throws Exception {
    assertThat(answers("insert größe " + field, "read größe", "update größe " + field))
        .containsExactly("Result: OK", "Return code: OK", "a=" + value, "Result: OK");
    assertThat(database.records.get("usertable/größe").get("a")).isEqualTo(value.getBytes(UTF_8));
  }

  @Test
  void aValueIsShownInOneLine() throws Exception {
    database.records.put("usertable/k", Map.of("a", "1\n\u001b[2".getBytes(UTF_8)));
    assertThat(answers("read k")).containsExactly("Return code: OK", "a=1..[2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fly|unknown command \"fly\"",
        "insert k|" + WORDS,
        "insert k a|" + WORDS,
        "insert k =1|" + WORDS,
        "read|syntax is \"read keyname [field1 field2 ...]\"",
        "scan k|syntax is \"scan keyname scanlength [field1 field2 ...]\"",
        "scan k -1|scanlength is a whole number, not '-1'",
        "delete|syntax is \"delete keyname\"",
        "table a b|syntax is \"table tablename\""
      })
  void aMistakeIsOneLineAndTheShellGoesOn(String line, String error) throws Exception {
    assertThat(answers(line, "table"))
        .containsExactly("Error: " + error, "Using table \"usertable\"");
    assertThat(shell.hasFailed()).isTrue();
  }

  @Test
  void aFailureOfTheDatabaseIsOneLineAndTheShellGoesOn() throws Exception {
    assertThat(answers("update none a=1", "table"))
        .hasSize(2)
        .element(0)
        .asString()
        .startsWith("Error: ");
    assertThat(shell.hasFailed()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n \n", "quit", "quit\nfly", "table\n  quit  "})
  void itEndsWithItsInputOrByQuit(String lines) throws Exception {
    answers(lines);
    assertThat(shell.hasFailed()).isFalse();
  }

  private record Ended(int status, String out) {}

  /** In a process of its own, whose locale knows ASCII only. */
  private static Ended process(String input, String... options) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    Stream.of(options).filter(option -> option.startsWith("-D")).forEach(command::add);
    command.add(ShellMain.class.getName());
    Stream.of(options).filter(option -> !option.startsWith("-D")).forEach(command::add);
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("LC_ALL", "C");
    Process process = builder.start();
    try (var in = process.getOutputStream()) {
      in.write(input.getBytes(StandardCharsets.UTF_8));
    }
    String out = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    return new Ended(process.exitValue(), out);
  }

  @Test
  void aProcessSpeaksUtf8WhateverItsLocaleIs() throws Exception {
    Ended ended = process("insert größe a=żółw😀\ntable żółw\n", "-p", "basicdb.verbose=true");

    assertThat(ended.status()).isZero();
    assertThat(ended.out())
        .contains("Connected.\n> INSERT usertable größe [ a=żółw😀 ]\nResult: OK\n")
        .contains("Using table \"żółw\"")
        .endsWith("\n> \n");
  }

  @Test
  void aFailedCommandFailsAProcessUnlessSomebodyTypesThem() throws Exception {
    String[] quiet = {"-p", "basicdb.verbose=false"};
    assertThat(process("fly\nquit\n", quiet).status()).isEqualTo(1);
    assertThat(process("fly\nquit\n", "-Dhybrid.shell.terminal=true").status()).isZero();
    assertThat(process("", "-x")).isEqualTo(new Ended(2, "ycsb: the shell has no option '-x'\n"));
    assertThat(process("", "-db", "none.Such"))
        .extracting(Ended::status, ended -> ended.out().lines().reduce((a, b) -> b).get())
        .containsExactly(2, "ycsb: there is no database 'none.Such' on the class path");
  }
}
