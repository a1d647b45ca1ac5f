package io.hybridycsb.ycsb.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.ycsb.workload.load.MemoryDb.Sent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import site.ycsb.Workload;
import site.ycsb.WorkloadException;
import site.ycsb.measurements.Measurements;

class LoadWorkloadsTest {
  private static final int THREADS = 4;
  private static final int DEADLINE_SECONDS = 60;

  @TempDir private Path directory;
  private final List<String> ends = new CopyOnWriteArrayList<>();

  /** YCSB reads the number of operations after a workload's init, and starts no thread for 0. */
  private static Properties properties(Map<String, String> given) {
    Properties properties = new Properties();
    properties.putAll(given);
    properties.setProperty("recordcount", "100");
    properties.setProperty("threadcount", Integer.toString(THREADS));
    properties.setProperty("measurement.interval", "both");
    Measurements.setProperties(properties);
    return properties;
  }

  /** Runs a workload as YCSB's threads do; returns what it has printed. */
  private static String run(Workload workload, Properties properties, MemoryDb db)
      throws Exception {
    workload.init(properties);
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    List<Future<?>> running = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Object state = workload.initThread(properties, i, THREADS);
      running.add(
          threads.submit(
              () -> {
                while (!workload.isStopRequested() && workload.doTransaction(db, state)) {
                  // The next one.
                }
              }));
    }
    for (Future<?> thread : running) {
      thread.get(DEADLINE_SECONDS, TimeUnit.SECONDS);
    }
    threads.shutdown();
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      workload.cleanup();
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  private CurvedWorkload curved() {
    CurvedWorkload workload = new CurvedWorkload();
    workload.endBy(ends::add);
    return workload;
  }

  private TraceWorkload trace() {
    TraceWorkload workload = new TraceWorkload();
    workload.endBy(ends::add);
    return workload;
  }

  private Path file(String text) throws Exception {
    return Files.writeString(directory.resolve("file"), text);
  }

  @Test
  void anyWorkloadOffersWhatTheCurveAsksFor() throws Exception {
    MemoryDb db = new MemoryDb();

    Properties properties = properties(Map.of("load.points", "0:100 1:300 1:50 2:50"));

    String printed = run(curved(), properties, db);

    assertThat(db.sent()).hasSize(250);
    assertThat(properties).containsEntry("operationcount", "2147483647");
    assertThat(printed)
        .containsPattern("\\[OFFERED], StartMs, [0-9]{13}\n")
        .contains("[OFFERED], Due=0, 200\n", "[OFFERED], Due=1, 50\n");
    assertThat(ends).isEmpty();
  }

  @Test
  void theConstantOfZipfianKeysCountsInACurve() throws Exception {
    MemoryDb db = new MemoryDb();

    run(
        curved(),
        properties(
            Map.of(
                "load.points",
                "0:1000 1:1000",
                "requestdistribution",
                "zipfian",
                "zipfian.constant",
                "0.99")),
        db);

    Map<String, Integer> counts = new HashMap<>();
    db.sent().forEach(sent -> counts.merge(sent.key(), 1, Integer::sum));
    assertThat(counts.values().stream().mapToInt(Integer::intValue).max().orElseThrow())
        .as("of 1000; YCSB's own zipfian has some 50")
        .isBetween(130, 260);

    Properties wrong =
        properties(
            Map.of(
                "load.points",
                "0:1000 1:1000",
                "requestdistribution",
                "latest",
                "zipfian.constant",
                "0.99"));
    assertThatThrownBy(() -> curved().init(wrong)).isInstanceOf(WorkloadException.class);
    assertThat(ends)
        .containsExactly("zipfian.constant goes with requestdistribution=zipfian, not latest");
  }

  /** What is late is so by the clock, of which so much has to pass. */
  private static CompletableFuture<Void> lateBy(long ms) {
    return CompletableFuture.runAsync(
        () -> {}, CompletableFuture.delayedExecutor(ms, TimeUnit.MILLISECONDS));
  }

  @Test
  void whatIsDueWhileAllThreadsWaitIsLate() throws Exception {
    MemoryDb db = new MemoryDb();
    db.answerAfter(lateBy(1_500));

    String printed =
        run(curved(), properties(Map.of("load.points", "0:100 2:100", "operationcount", "0")), db);

    assertThat(printed).contains("[OFFERED], Due=0, 100\n").contains("[OFFERED], Late=0, ");
  }

  @Test
  void aCurveOfAWrongFileEndsTheProcess() throws Exception {
    Path csv = file("second,rate\n0,x\n");

    assertThatThrownBy(() -> curved().init(properties(Map.of("load.curve", csv.toString()))))
        .isInstanceOf(WorkloadException.class);
    assertThat(ends)
        .containsExactly("load.curve: %s, line 2: expected two numbers, not '0,x'".formatted(csv));
  }

  @Test
  void aCurveTakesNeitherATargetNorBursts() {
    Map<String, String> curve = Map.of("load.points", "0:1 1:1");
    for (String other :
        List.of("target=5", "bursts=true", "transaction.batch=8", "load.curve=x.csv")) {
      Properties properties = properties(curve);
      properties.setProperty(other.split("=")[0], other.split("=")[1]);

      assertThatThrownBy(() -> curved().init(properties)).isInstanceOf(WorkloadException.class);
    }
    assertThat(ends)
        .containsExactly(
            "load.curve: the curve is the target: leave out target",
            "load.curve: bursts have no rate: leave out the curve, or bursts",
            "load.curve: a batch is sent when it is full, not when it is due: leave out the curve,"
                + " or transaction.batch",
            "load.curve: give one of load.curve and load.points");
  }

  @Test
  void aTraceIsReplayedFasterAndInEachKeysOrder() throws Exception {
    StringBuilder csv = new StringBuilder("second,operation,key,size\n");
    for (int i = 0; i < 400; i++) {
      csv.append(i / 100.0).append(i % 4 == 3 ? ",read,k" : ",update,k").append(i % 7);
      csv.append(',').append(i + 1).append('\n');
    }
    MemoryDb db = new MemoryDb();

    String printed =
        run(
            trace(),
            properties(Map.of("trace.file", file(csv.toString()).toString(), "trace.speed", "10")),
            db);

    assertThat(db.sent()).hasSize(400);
    for (int key = 0; key < 7; key++) {
      String name = "k" + key;
      List<Sent> ofKey = db.sent().stream().filter(sent -> sent.key().equals(name)).toList();
      assertThat(ofKey.stream().filter(Sent::writes).map(Sent::size).toList())
          .isSortedAccordingTo(Comparator.naturalOrder());
    }
    assertThat(db.overlapped()).isFalse();
    assertThat(printed).contains("[OFFERED], Due=0, 400\n");
  }

  /** A run of a second whose threads can send no more than the first of twenty operations. */
  @Test
  void whatATraceHasDueAndNoThreadSendsBeforeTheEndIsOffered() throws Exception {
    StringBuilder csv = new StringBuilder("second,operation,key,size\n");
    for (int i = 0; i < 20; i++) {
      csv.append("0,read,k").append(i).append(",\n");
    }
    csv.append("1000,read,k,\n");
    MemoryDb db = new MemoryDb();
    TraceWorkload workload = trace();
    db.answerAfter(lateBy(1_000).thenRun(workload::requestStop));

    String printed =
        run(workload, properties(Map.of("trace.file", file(csv.toString()).toString())), db);

    assertThat(printed)
        .contains("[OFFERED], Due=0, 20\n", "[OFFERED], Late=0, ")
        .doesNotContain("Due=1000");
  }

  /** {@code bin/ycsb} refuses a run of no operations before it asks the workload. */
  @Test
  void theWorkloadFileStartsAndSendsTheWholeTrace() throws Exception {
    Properties properties = properties(Map.of());
    try (Reader reader = Files.newBufferedReader(Path.of("../../workloads/trace"))) {
      properties.load(reader);
    }
    assertThat(properties.getProperty("workload")).isEqualTo(TraceWorkload.class.getName());
    assertThat(properties.getProperty("operationcount")).isEqualTo("1");
    String csv = "second,operation,key,size\n0,read,a,\n0,read,b,\n0,read,c,\n";
    properties.setProperty("trace.file", file(csv).toString());
    MemoryDb db = new MemoryDb();

    run(trace(), properties, db);

    assertThat(db.sent()).hasSize(3);
    assertThat(properties.getProperty("operationcount")).isEqualTo("2147483647");
  }

  @Test
  void whatWaitsForItsKeyIsLateToo() throws Exception {
    String csv = "second,operation,key,size\n0,update,k,1\n0.1,read,k,\n0.2,read,other,\n";
    MemoryDb db = new MemoryDb();
    db.answerAfter(lateBy(1_500));

    String printed = run(trace(), properties(Map.of("trace.file", file(csv).toString())), db);

    assertThat(printed).contains("[OFFERED], Due=0, 3\n", "[OFFERED], Late=0, 1\n");
  }

  @Test
  void whatATraceHasLeftAtARequestedEndIsLate() throws Exception {
    StringBuilder csv = new StringBuilder("second,operation,key,size\n");
    for (int i = 0; i < 40; i++) {
      csv.append("0,read,k").append(i).append(",\n");
    }
    csv.append("900,read,k,\n");
    TraceWorkload workload = trace();
    MemoryDb db = new MemoryDb();
    CompletableFuture<Void> stopped = new CompletableFuture<>();
    db.answerAfter(stopped);
    Thread end =
        new Thread(
            () -> {
              while (db.sent().size() < THREADS) {
                Thread.onSpinWait();
              }
              workload.requestStop();
              stopped.complete(null);
            });
    end.start();

    String printed =
        run(workload, properties(Map.of("trace.file", file(csv.toString()).toString())), db);

    end.join();
    assertThat(db.sent()).hasSize(THREADS);
    assertThat(printed).contains("[OFFERED], Due=0, 40\n", "[OFFERED], Late=0, 36\n");
  }

  @Test
  void severalProcessesShareATraceByItsKeys() throws Exception {
    StringBuilder csv = new StringBuilder("second,operation,key,size\n");
    for (int i = 0; i < 100; i++) {
      csv.append("0,read,k").append(i).append(",\n");
    }
    String trace = file(csv.toString()).toString();
    List<String> keys = new ArrayList<>();
    for (String part : List.of("0", "1", "2")) {
      MemoryDb db = new MemoryDb();
      run(
          trace(),
          properties(Map.of("trace.file", trace, "trace.part", part, "trace.parts", "3")),
          db);
      db.sent().forEach(sent -> keys.add(sent.key()));
    }

    assertThat(keys).hasSize(100).doesNotHaveDuplicates();
  }

  @Test
  void aTraceWithAWrongLineEndsTheProcess() throws Exception {
    String trace = file("second,operation,key,size\n0,read,a,\n0,read\n").toString();

    run(trace(), properties(Map.of("trace.file", trace)), new MemoryDb());

    assertThat(ends)
        .isNotEmpty()
        .allSatisfy(
            end -> assertThat(end).startsWith("trace: %s, line 3: expected".formatted(trace)));
  }
}
