package io.hybridycsb.sharedlog;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What every {@link SharedLog} keeps to. */
@Timeout(SharedLogContract.PATIENCE_SECONDS)
public abstract class SharedLogContract {
  static final int PATIENCE_SECONDS = 120;
  private static final int POLL_MS = 100;

  /** Longer than a test may take. */
  private static final int FOREVER_MS = 2_000 * PATIENCE_SECONDS;

  private final List<SharedLog> opened = new ArrayList<>();
  private SharedLog log;

  /** Opens the log of this test as another node would; the first time in a test it is empty. */
  protected abstract SharedLog open() throws Exception;

  @BeforeEach
  final void openLog() throws Exception {
    log = opened();
  }

  @AfterEach
  final void closeLogs() {
    opened.forEach(SharedLog::close);
  }

  private SharedLog opened() throws Exception {
    SharedLog another = open();
    opened.add(another);
    another.seek(0);
    return another;
  }

  @Test
  void aNewLogIsEmptyAndEndsAtZero() {
    assertThat(log.end()).isZero();
    assertThat(log.poll(1)).isEmpty();
  }

  @Test
  void aRecordComesBackByteForByte() throws Exception {
    byte[] allBytes = new byte[256];
    for (int i = 0; i < allBytes.length; i++) {
      allBytes[i] = (byte) i;
    }
    List<byte[]> records = List.of(allBytes, new byte[0], new byte[5], bytes("\r\n"), allBytes);
    for (byte[] record : records) {
      append(log, record);
    }
    assertThat(read(log, 5))
        .extracting(LogEntry::record)
        .usingElementComparator(Arrays::compare)
        .containsExactlyElementsOf(records);
  }

  @Test
  void aRecordMayBeAsLongAsTheLogSaysAndIsWholeOrRefused() throws Exception {
    byte[] longest = new byte[log.recordBytesMax()];
    Arrays.fill(longest, (byte) 0xa5);
    append(log, longest);
    CompletableFuture<Void> tooLong = log.append(Arrays.copyOf(longest, 2 * longest.length));
    assertThatThrownBy(() -> await(tooLong)).isInstanceOf(ExecutionException.class);
    append(log, bytes("next"));
    List<LogEntry> entries = read(log, 2);
    assertThat(entries.get(0).record()).isEqualTo(longest);
    assertThat(entries.get(1).record()).isEqualTo(bytes("next"));
  }

  @Test
  void recordsAreReadOnceEachInTheOrderInWhichTheyWereAppended() throws Exception {
    List<String> records = IntStream.range(0, 700).mapToObj(i -> "record " + i).toList();
    appendAll(log, records);
    assertThat(read(log, 700)).extracting(SharedLogContract::text).isEqualTo(records);
    assertThat(log.poll(1)).isEmpty();
  }

  @Test
  void whoeverAppendsEachKeepsItsOrderAndAllReadersFindTheSame() throws Exception {
    int threads = 4;
    int recordsOfEach = 150;
    SharedLog another = opened();
    ExecutorService appenders = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> appending = new ArrayList<>();
      for (String name : List.of("a", "b", "c", "d")) {
        SharedLog itsLog = name.compareTo("c") < 0 ? log : another;
        appending.add(appenders.submit(() -> appendAll(itsLog, named(name, recordsOfEach))));
      }
      List<LogEntry> entries = read(log, threads * recordsOfEach);
      for (Future<?> each : appending) {
        each.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
      List<String> records = entries.stream().map(SharedLogContract::text).toList();
      for (String name : List.of("a", "b", "c", "d")) {
        assertThat(records.stream().filter(record -> record.startsWith(name)))
            .isEqualTo(named(name, recordsOfEach));
      }
      assertThat(entries).extracting(LogEntry::position).isSorted().doesNotHaveDuplicates();
      List<String> placed = placed(entries);
      assertThat(placed(read(another, entries.size()))).isEqualTo(placed);
      assertThat(placed(read(opened(), entries.size()))).isEqualTo(placed);
    } finally {
      appenders.shutdownNow();
    }
  }

  private static List<String> named(String name, int count) {
    return IntStream.range(0, count).mapToObj(i -> name + i).toList();
  }

  /** Waits for no record before it appends the next. */
  private static Void appendAll(SharedLog log, List<String> records) throws Exception {
    List<CompletableFuture<Void>> appended =
        records.stream().map(record -> log.append(bytes(record))).toList();
    for (CompletableFuture<Void> each : appended) {
      await(each);
    }
    return null;
  }

  @Test
  void whatIsAppendedStandsBeforeTheEndThatAnybodySees() throws Exception {
    SharedLog another = opened();
    for (int i = 0; i < 20; i++) {
      append(log, bytes("record " + i));
      long end = another.end();
      LogEntry entry = read(another, 1).get(0);
      assertThat(text(entry)).isEqualTo("record " + i);
      assertThat(end).isEqualTo(entry.position() + 1);
      assertThat(log.end()).isEqualTo(end);
    }
  }

  @Test
  void readingStartsAtTheFirstRecordAtOrAfterAPosition() throws Exception {
    appendAll(log, named("a", 10));
    List<LogEntry> entries = read(log, 10);
    long middle = entries.get(4).position();
    for (long position : List.of(middle + 1, middle, 0L)) {
      List<LogEntry> expected =
          entries.stream().filter(entry -> entry.position() >= position).toList();
      log.seek(position);
      assertThat(placed(read(log, expected.size()))).isEqualTo(placed(expected));
    }
    log.seek(log.end());
    assertThat(log.poll(1)).isEmpty();
    append(log, bytes("later"));
    assertThat(read(log, 1)).extracting(SharedLogContract::text).containsExactly("later");
  }

  @Test
  void aLogThatEndsBeforeThePositionIsNotRead() throws Exception {
    append(log, bytes("a"));
    log.seek(log.end() + 100);
    assertThatThrownBy(() -> log.poll(FOREVER_MS)).isInstanceOf(LogException.class);
  }

  @Test
  void whoeverWaitsGetsWhatIsAppendedMeanwhile() throws Exception {
    SharedLog another = opened();
    ExecutorService appender = Executors.newSingleThreadExecutor();
    try {
      for (int i = 0; i < 5; i++) {
        byte[] record = bytes("record " + i);
        Future<?> appending = appender.submit(() -> await(another.append(record)));
        List<LogEntry> entries = log.poll(FOREVER_MS);
        assertThat(entries).extracting(LogEntry::record).containsExactly(record);
        appending.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
      }
    } finally {
      appender.shutdownNow();
    }
  }

  @Test
  void whoeverIsInterruptedWaitsNoLongerAndIsStillInterrupted() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    Thread reader =
        new Thread(
            () -> {
              reading.countDown();
              while (!Thread.currentThread().isInterrupted()) {
                log.poll(FOREVER_MS);
              }
            });
    reader.start();
    reading.await();
    reader.interrupt();
    reader.join();
  }

  @Test
  void nothingIsLostToWhoeverWasInterrupted() throws Exception {
    appendAll(log, named("a", 10));
    Thread.currentThread().interrupt();
    List<LogEntry> entries = new ArrayList<>(log.poll(FOREVER_MS));
    assertThat(Thread.interrupted()).isTrue();
    entries.addAll(read(log, 10 - entries.size()));
    assertThat(entries).extracting(SharedLogContract::text).isEqualTo(named("a", 10));
  }

  @Test
  void allThatWasAppendedIsThereForWhoeverOpensTheLogLater() throws Exception {
    SharedLog another = opened();
    append(another, bytes("a"));
    append(log, bytes("b"));
    another.close();
    append(log, bytes("c"));
    log.close();
    SharedLog later = opened();
    assertThat(read(later, 3)).extracting(SharedLogContract::text).containsExactly("a", "b", "c");
    append(later, bytes("d"));
    assertThat(read(later, 1)).extracting(SharedLogContract::text).containsExactly("d");
  }

  @Test
  void aClosedLogSaysSo() {
    log.close();
    log.close();
    assertThatThrownBy(() -> log.poll(FOREVER_MS)).isInstanceOf(LogException.class);
    assertThatThrownBy(log::end).isInstanceOf(LogException.class);
    CompletableFuture<Void> appended = log.append(bytes("a"));
    assertThatThrownBy(() -> await(appended)).isInstanceOf(ExecutionException.class);
  }

  private static void append(SharedLog log, byte[] record) throws Exception {
    await(log.append(record));
  }

  private static Void await(CompletableFuture<Void> appended) throws Exception {
    return appended.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  /** The next records; whatever comes with them. */
  private static List<LogEntry> read(SharedLog log, int count) {
    List<LogEntry> entries = new ArrayList<>();
    while (entries.size() < count && !Thread.currentThread().isInterrupted()) {
      entries.addAll(log.poll(POLL_MS));
    }
    assertThat(entries).hasSize(count);
    return entries;
  }

  private static List<String> placed(List<LogEntry> entries) {
    return entries.stream().map(entry -> entry.position() + " " + text(entry)).toList();
  }

  private static String text(LogEntry entry) {
    return new String(entry.record(), UTF_8);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }

  @Test
  void aPollThatIsWokenReturnsAndLosesNoRecord() throws Exception {
    ExecutorService reader = Executors.newSingleThreadExecutor();
    try {
      Future<List<LogEntry>> waiting = reader.submit(() -> log.poll(FOREVER_MS));
      log.wakeUp();
      assertThat(waiting.get()).isEmpty();
      append(log, bytes("a"));
      log.wakeUp();
      List<LogEntry> read = new ArrayList<>(log.poll(POLL_MS));
      while (read.isEmpty()) {
        read.addAll(log.poll(POLL_MS));
      }
      assertThat(read).hasSize(1);
    } finally {
      reader.shutdownNow();
    }
  }
}
