package io.hybridycsb.ycsb.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import site.ycsb.measurements.Measurements;
import site.ycsb.measurements.exporter.TextMeasurementsExporter;

/**
 * A run of bin/ycsb's client in this process, on {@link CountingDb}.
 *
 * @param status with which its process would exit
 * @param operations how many the system was asked for
 * @param results on standard output
 * @param errors on standard error
 */
record ClientRun(int status, long operations, String results, String errors) {
  private static final List<String> USUAL =
      List.of(
          "-db",
          CountingDb.class.getName(),
          "-p",
          "workload=site.ycsb.workloads.CoreWorkload",
          "-p",
          "fieldcount=2",
          "-p",
          "exporter=" + LastExporter.class.getName());

  /** Says that the results are told; YCSB's client would exit the process now. */
  private static final class Exit extends Exception {}

  /** The usual results. */
  public static final class LastExporter extends TextMeasurementsExporter {
    /** For YCSB. */
    public LastExporter(OutputStream out) {
      super(uncloseable(out));
    }

    private static OutputStream uncloseable(OutputStream out) {
      return new PrintStream(out, true, StandardCharsets.UTF_8) {
        @Override
        public void close() {
          flush();
        }
      };
    }

    @Override
    public void close() throws IOException {
      super.close();
      ClientRun.<RuntimeException>thrown(new Exit());
    }
  }

  /** YCSB's client expects other exceptions. */
  @SuppressWarnings("unchecked")
  private static <E extends Exception> void thrown(Exception e) throws E {
    throw (E) e;
  }

  /** Runs it to its end. */
  static ClientRun of(List<String> given) throws Exception {
    List<String> arguments = new ArrayList<>(USUAL);
    arguments.addAll(given);
    // It is made once in a process.
    var made = Measurements.class.getDeclaredField("singleton");
    made.setAccessible(true);
    made.set(null, null);
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream results = new ByteArrayOutputStream();
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    AtomicInteger atEnd = new AtomicInteger();
    CountingDb.OPERATIONS.reset();
    int status;
    System.setOut(new PrintStream(results, true, StandardCharsets.UTF_8));
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      status = ClientMain.run(atEnd::set, arguments.toArray(String[]::new));
    } catch (Exception e) {
      if (!(e instanceof Exit)) {
        throw e;
      }
      status = atEnd.get();
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    return new ClientRun(
        status,
        CountingDb.OPERATIONS.sum(),
        results.toString(StandardCharsets.UTF_8),
        errors.toString(StandardCharsets.UTF_8));
  }

  /** The same, of words with blanks between. */
  static ClientRun of(String words) throws Exception {
    return of(List.of(words.split(" ")));
  }

  /** Lines of ours that aren't warnings. */
  List<String> complaints() {
    return lines().filter(line -> !line.startsWith("ycsb: warning: ")).toList();
  }

  /** Our warnings. */
  List<String> warnings() {
    return lines().filter(line -> line.startsWith("ycsb: warning: ")).toList();
  }

  private Stream<String> lines() {
    return errors.lines().filter(line -> line.startsWith("ycsb: "));
  }

  /** Whether a stack trace was printed anywhere. */
  boolean hasTrace() {
    return (results + errors).contains("\tat ");
  }
}
