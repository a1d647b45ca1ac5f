package io.hybridycsb.it.hosted;

import io.hybridycsb.it.hosted.EndingExporter.EndOfRun;
import io.hybridycsb.ycsb.outcome.Terminator;
import io.hybridycsb.ycsb.support.BindingDb;
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
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import site.ycsb.Client;
import site.ycsb.measurements.Measurements;

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

  /** Runs clients until standard input ends, which ends this process at once. */
  public static void main(String[] none) throws Exception {
    PrintStream answers = System.out;
    SwitchedOutput out = new SwitchedOutput();
    SwitchedOutput err = new SwitchedOutput();
    System.setOut(new PrintStream(out, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(err, true, StandardCharsets.UTF_8));
    BlockingQueue<Path> requests = new LinkedBlockingQueue<>();
    Thread reader = new Thread(() -> read(requests), "requests");
    reader.setDaemon(true);
    reader.start();
    while (true) {
      Path directory = requests.take();
      out.to(new FileOutputStream(directory.resolve("out").toFile()));
      err.to(new FileOutputStream(directory.resolve("err").toFile()));
      try {
        run(Files.readAllLines(directory.resolve("arguments")));
      } catch (Throwable e) {
        // YCSB's process would end with status 1, too.
        e.printStackTrace();
        Runtime.getRuntime().halt(1);
      }
      if (hasFailed()) {
        System.exit(0);
      }
      answers.println("ended " + directory);
      answers.flush();
    }
  }

  private static void read(BlockingQueue<Path> requests) {
    BufferedReader lines =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    try {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        requests.add(Path.of(line));
      }
    } catch (IOException e) {
      e.printStackTrace();
    }
    Runtime.getRuntime().halt(1);
  }

  /** Whether a binding has said why this process must not end with status 0. */
  private static boolean hasFailed() throws ReflectiveOperationException {
    return field(Terminator.EXIT.getClass(), "said").getBoolean(Terminator.EXIT);
  }

  /** Each reason of a failed operation is told once for each process. */
  private static Set<?> toldReasons() throws ReflectiveOperationException {
    Object reasons = field(BindingDb.class, "REASONS").get(null);
    return (Set<?>) field(reasons.getClass(), "told").get(reasons);
  }

  private static Field field(Class<?> owner, String name) throws ReflectiveOperationException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private static void run(List<String> arguments) throws ReflectiveOperationException {
    field(Measurements.class, "singleton").set(null, null);
    toldReasons().clear();
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
