package io.hybridycsb.it.hosted;

import io.hybridycsb.it.hosted.EndingExporter.EndOfRun;
import io.hybridycsb.ycsb.support.Terminator;
import java.io.BufferedReader;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import site.ycsb.Client;

/**
 * Runs YCSB's client time and again in one JVM, since most of a short client's work is its start.
 * Reads a directory's name from each line of standard input: the client's arguments are in its file
 * {@code arguments}, a line each; what it says goes to the files {@code out} and {@code err}.
 * Answers with a line at the end of each run.
 *
 * <p>The bindings end a process to report a failure, or change the status of its end. After such a
 * run this process ends as YCSB's would.
 */
public final class YcsbHost {
  private YcsbHost() {}

  /** Runs clients until standard input ends. */
  public static void main(String[] none) throws IOException, ReflectiveOperationException {
    PrintStream answers = System.out;
    SwitchedOutput out = new SwitchedOutput();
    SwitchedOutput err = new SwitchedOutput();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      Path directory = Path.of(line);
      out.to(new FileOutputStream(directory.resolve("out").toFile()));
      err.to(new FileOutputStream(directory.resolve("err").toFile()));
      run(Files.readAllLines(directory.resolve("arguments")));
      if (hasFailed()) {
        System.exit(0);
      }
      answers.println("ended");
      answers.flush();
    }
  }

  /** Whether a binding has said why this process must not end with status 0. */
  private static boolean hasFailed() throws ReflectiveOperationException {
    Field said = Terminator.EXIT.getClass().getDeclaredField("said");
    said.setAccessible(true);
    return said.getBoolean(Terminator.EXIT);
  }

  private static void run(List<String> arguments) throws ReflectiveOperationException {
    EndingExporter.forgetMeasurements();
    List<String> all = new ArrayList<>(arguments);
    all.addAll(List.of("-p", "exporter=" + EndingExporter.class.getName()));
    try {
      Client.main(all.toArray(String[]::new));
    } catch (EndOfRun e) {
      return;
    }
    throw new IllegalStateException("YCSB's client has returned without an end");
  }
}
