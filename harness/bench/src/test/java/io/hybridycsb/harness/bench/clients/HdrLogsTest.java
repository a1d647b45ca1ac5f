package io.hybridycsb.harness.bench.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.RunResult.Phase;
import io.hybridycsb.harness.results.YcsbReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.zip.Deflater;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HdrLogsTest {
  @TempDir Path directory;

  @Test
  void latenciesOfSeveralProcessesAndIntervalsAreThoseOfAllTheirOperations() throws Exception {
    write("client1-READ.hdr", 100, 200, 300);
    write("client2-READ.hdr", 400_000, 50);
    write("warmup1-READ.hdr", 1);
    Histogram all = histogram(100, 200, 300, 400_000, 50);

    Latency latency =
        HdrLogs.read(directory, List.of("client1", "client2"))
            .latency("READ", "READ-NOT_FOUND")
            .orElseThrow();

    assertThat(latency.count()).isEqualTo(5);
    assertThat(latency.minMs()).isEqualTo(0.05);
    assertThat(latency.percentilesMs()).containsExactly(Map.entry("50", 0.2));
    assertThat(latency.meanMs()).isEqualTo(all.getMean() / 1000);
    ByteBuffer encoded = ByteBuffer.wrap(Base64.getDecoder().decode(latency.histogram()));
    assertThat(Histogram.decodeFromCompressedByteBuffer(encoded, 0)).isEqualTo(all);
  }

  @Test
  void anAnswerThatThereIsNoRecordCountsAsARead() throws Exception {
    write("client1-READ.hdr", 100);
    write("client1-READ-NOT_FOUND.hdr", 200);
    write("client1-READ-FAILED.hdr", 300);

    HdrLogs logs = HdrLogs.read(directory, List.of("client1"));

    assertThat(logs.latency("READ", "READ-NOT_FOUND").orElseThrow().count()).isEqualTo(2);
    assertThat(logs.latency("UPDATE")).isEmpty();
  }

  @Test
  void intendedLatenciesStandApart() throws Exception {
    write("client1-READ.hdr", 100);
    write("client1-Intended-READ.hdr", 900);

    HdrLogs logs = HdrLogs.read(directory, List.of("client1"));

    assertThat(logs.measured()).containsExactly("READ");
    assertThat(logs.latency("READ").orElseThrow().maxMs()).isEqualTo(0.1);
    assertThat(logs.intendedLatency("READ").orElseThrow().maxMs()).isEqualTo(0.9);
  }

  @Test
  void theTimeOfOperationsGoesFromTheFirstOnesBeginToTheEndOfTheLastFailedOnesIncluded()
      throws Exception {
    log("client1-READ.hdr", interval(20_000, 21_000, 500_000), interval(21_000, 22_000, 900_000));
    log("client2-UPDATE-FAILED.hdr", interval(22_500, 23_500, 1_000));
    log("client1-CLEANUP.hdr", interval(23_000, 29_000, 1_000));

    HdrLogs logs = HdrLogs.read(directory, List.of("client1", "client2"));

    assertThat(logs.seconds()).isCloseTo(4.0, within(0.01));
    assertThat(HdrLogs.read(directory, List.of("client3")).seconds()).isZero();
  }

  /** Three seconds of operations, then two of waiting for the last, which began in time. */
  @Test
  void theTimelineEndsWithTheTimeInWhichClientsBeginOperations() throws Exception {
    log("client1-READ.hdr", interval(20_000, 21_000, 500), interval(21_000, 25_000));

    HdrLogs logs = HdrLogs.read(directory, List.of("client1"));
    logs.ended(6, 4);

    assertThat(logs.timeline().longestPauseMs(21_000)).isEqualTo(2_000);
  }

  @Test
  void whatWasBeforeAndAfterTheCountedPartCountsForNothingButTheTimeline() throws Exception {
    log(
        "client1-READ.hdr",
        interval(20_000, 21_000, 700),
        interval(21_010, 22_010, 100, 200),
        interval(22_010, 23_000, 300));
    log("client1-READ-NOT_FOUND.hdr", interval(21_500, 22_010, 400), interval(22_010, 23_000));
    log("client1-UPDATE-ABORTED.hdr", interval(20_500, 21_000, 1), interval(21_010, 22_010, 2));

    HdrLogs logs =
        HdrLogs.read(directory, List.of("client1"), new HdrLogs.Part(21_000, 22_000), Map.of());

    assertThat(logs.statuses("READ")).isEqualTo(Map.of("OK", 2L, "NOT_FOUND", 1L));
    assertThat(logs.statuses("UPDATE")).isEqualTo(Map.of("ABORTED", 1L));
    assertThat(logs.seconds()).isCloseTo(1.0, within(1e-9));
    assertThat(logs.latency("READ", "READ-NOT_FOUND").orElseThrow().maxMs()).isEqualTo(0.4);
    assertThat(logs.wholeCount("READ")).isEqualTo(5);
    assertThat(logs.wholeCount("UPDATE")).isEqualTo(2);
    assertThat(logs.timeline().perSecond(20_000, 23_000)).hasValueCloseTo(1.33, within(0.01));
  }

  @Test
  void intervalsOfAClockThatIsAheadAreThoseOfTheSameRealTime() throws Exception {
    log("client1-READ.hdr", interval(20_000, 21_000, 1), interval(21_000, 22_000, 100, 200));
    log("client2-READ.hdr", interval(20_400, 21_400, 2), interval(21_400, 22_400, 300));
    HdrLogs.Part part = new HdrLogs.Part(21_000, 22_000);

    HdrLogs shifted =
        HdrLogs.read(directory, List.of("client1", "client2"), part, Map.of("client2", 400L));
    HdrLogs behind = HdrLogs.read(directory, List.of("client2"), part, Map.of("client2", -1_000L));

    assertThat(shifted.statuses("READ")).isEqualTo(Map.of("OK", 3L));
    assertThat(shifted.seconds()).isCloseTo(1.0, within(1e-9));
    assertThat(shifted.timeline().perSecond(21_000, 22_000)).hasValueCloseTo(3.0, within(1e-9));
    assertThat(behind.latency("READ").orElseThrow().maxMs()).isEqualTo(0.002);
  }

  /** Clients' seconds begin at different times, so that the intervals of all take longer. */
  @ParameterizedTest
  @CsvSource({"1, 5", "2, 5", "4, 5", "2, 30", "4, 30"})
  void theThroughputOfSeveralProcessesIsTheSumOfTheirOwn(int processes, int seconds)
      throws Exception {
    long[] offsetsMs = {0, 450, -450, 200};
    List<String> clients = new ArrayList<>();
    for (int i = 0; i < processes; i++) {
      clients.add("client" + i);
      Histogram[] intervals = new Histogram[seconds + 4];
      for (int second = 0; second < intervals.length; second++) {
        long startMs = (second + 8) * 1000L + offsetsMs[i];
        intervals[second] = interval(startMs, startMs + 1000);
        intervals[second].recordValueWithCount(500, 1000);
      }
      log("client%d-READ.hdr".formatted(i), intervals);
    }
    HdrLogs.Part part = new HdrLogs.Part(10_000, 10_000 + 1000L * seconds);
    Clients.Outcome outcome =
        new Clients.Outcome(
            List.of(
                YcsbReport.parse(
                    "[OVERALL], RunTime(ms), 99000\n[READ], Return=OK, %d\n"
                        .formatted(processes * 1000 * (seconds + 4)))),
            99,
            new TreeMap<>());

    Phase phase = Phases.of(outcome, HdrLogs.read(directory, clients, part, Map.of()));

    assertThat(phase.committedPerSecond()).isCloseTo(1000.0 * processes, within(1e-6));
    assertThat(phase.acknowledgedPerSecond()).isCloseTo(1000.0 * processes, within(1e-6));
    assertThat(Phases.committedPerSecond(phase)).isCloseTo(1000.0 * processes, within(1e-6));
    assertThat(phase.seconds()).isCloseTo(seconds, within(1e-6));
  }

  @Test
  void aSlowClientOfAnotherLengthWeighsAsMuchAsItDoes() throws Exception {
    log("client1-READ.hdr", interval(10_000, 14_000, new long[400]));
    log("client2-READ.hdr", interval(10_500, 15_500, new long[5]));

    HdrLogs logs =
        HdrLogs.read(
            directory, List.of("client1", "client2"), new HdrLogs.Part(10_000, 15_000), Map.of());

    assertThat(405 / logs.seconds()).isCloseTo(100 + 1, within(1e-9));
  }

  /** Its 1,000 a second were done in ten seconds, not in thirty. */
  @Test
  void aClientThatEndsEarlyOrBeginsLateHasTheWholePartsTime() throws Exception {
    log("client1-READ.hdr", seconds(30, 0));
    log("client2-READ.hdr", seconds(10, 0));
    log("client3-READ.hdr", seconds(10, 20));
    HdrLogs.Part part = new HdrLogs.Part(10_000, 40_000);

    for (String partly : List.of("client2", "client3")) {
      HdrLogs logs = HdrLogs.read(directory, List.of("client1", partly), part, Map.of());

      assertThat(400 / logs.seconds()).as(partly).isCloseTo(10 + 10 / 3.0, within(1e-9));
    }
  }

  /** Ten operations in each. */
  private static Histogram[] seconds(int count, int from) {
    return LongStream.range(from, from + count)
        .map(second -> 10_000 + second * 1000)
        .mapToObj(startMs -> interval(startMs, startMs + 1000, new long[10]))
        .toArray(Histogram[]::new);
  }

  /** 200 operations a second were never done: one client had ended when the other began. */
  @Test
  void clientsOfAWholeRunThatWereNotAtWorkTogetherHaveNoThroughputOfBothAtOnce() throws Exception {
    log("client1-READ.hdr", interval(10_000, 12_000, new long[200]));
    log("client2-READ.hdr", interval(12_000, 14_000, new long[200]));

    HdrLogs logs = HdrLogs.read(directory, List.of("client1", "client2"));

    assertThat(400 / logs.seconds()).isCloseTo(100, within(1e-9));
  }

  @Test
  void theMediansOfTheFirstAndLastThirdAreOfCommittedOperationsFromTheIntendedStart()
      throws Exception {
    log(
        "client1-Intended-READ.hdr",
        interval(9_000, 10_000, 90_000),
        interval(10_000, 11_000, 1_000, 2_000, 3_000),
        interval(11_000, 12_000, 50_000),
        interval(12_000, 13_000, 4_000),
        interval(13_000, 14_000, 90_000));
    log("client1-Intended-READ-FAILED.hdr", interval(12_000, 13_000, 70_000, 70_000));
    log("client1-READ.hdr", interval(10_000, 11_000, 9), interval(12_000, 13_000, 9, 9, 9));
    HdrLogs.Part part = new HdrLogs.Part(10_000, 13_000);

    assertThat(HdrLogs.read(directory, List.of("client1"), part, Map.of()).mediansOfThirds())
        .isEqualTo(Map.of(Counters.FIRST_THIRD, 2.0, Counters.LAST_THIRD, 4.001));
    assertThat(HdrLogs.read(directory, List.of("client1")).mediansOfThirds()).isEmpty();
  }

  @Test
  void percentilesThatTooFewOperationsTellAreLeftOut() throws Exception {
    log("client1-READ.hdr", interval(10_000, 11_000, new long[10_000]));
    log("client1-UPDATE.hdr", interval(10_000, 11_000, new long[9_999]));
    log("client1-INSERT.hdr", interval(10_000, 11_000, new long[99]));
    log("client1-DELETE.hdr", interval(10_000, 11_000, 7));
    HdrLogs logs = HdrLogs.read(directory, List.of("client1"));

    assertThat(logs.latency("READ").orElseThrow().percentilesMs())
        .containsOnlyKeys("50", "90", "95", "99", "99.9", "99.99");
    assertThat(logs.latency("UPDATE").orElseThrow().percentilesMs())
        .containsOnlyKeys("50", "90", "95", "99", "99.9");
    assertThat(logs.latency("INSERT").orElseThrow().percentilesMs())
        .containsOnlyKeys("50", "90", "95");
    assertThat(logs.latency("DELETE").orElseThrow().percentilesMs()).isEmpty();
    assertThat(logs.latency("DELETE").orElseThrow().maxMs()).isEqualTo(0.007);
  }

  /** YCSB calls them so where it prints raw latencies, too. */
  @Test
  void histogramsBesideRawLatenciesAreOfTheSameKinds() throws Exception {
    write("client1-HdrREAD.hdr", 100);
    write("client1-HdrIntended-READ.hdr", 900);

    HdrLogs logs = HdrLogs.read(directory, List.of("client1"));

    assertThat(logs.measured()).containsExactly("READ");
    assertThat(logs.intendedLatency("READ").orElseThrow().maxMs()).isEqualTo(0.9);
    assertThat(YcsbReport.parse("[OVERALL], RunTime(ms), 1\n[HdrREAD], Return=OK, 5\n").committed())
        .isEqualTo(5);
  }

  @Test
  void writesThatAreOnlyAcceptedAreNotCommittedButReadsAre() throws Exception {
    write("client1-READ.hdr", 100, 200, 300);
    write("client1-UPDATE.hdr", 100, 200);
    Clients.Outcome outcome =
        new Clients.Outcome(
            List.of(
                YcsbReport.parse(
                    "[OVERALL], RunTime(ms), 2000\n[READ], Return=OK, 3\n[UPDATE], Return=OK, 2\n")),
            2,
            new TreeMap<>());

    Phase phase = Phases.of(outcome, HdrLogs.read(directory, List.of("client1")), true);

    assertThat(phase.committed()).isEqualTo(3);
    assertThat(phase.accepted()).isEqualTo(2);
    assertThat(Phases.attempted(phase)).isEqualTo(5);
  }

  @Test
  void attemptsAtTransactionsAreKeptAndAreNoOperations() throws Exception {
    write("client1-TRANSACTION.hdr", 100, 200);
    write("client1-ATTEMPT.hdr", 100, 200);
    write("client1-ATTEMPT-ABORTED.hdr", 100, 200, 300);
    Clients.Outcome outcome =
        new Clients.Outcome(
            List.of(
                YcsbReport.parse(
                    "[OVERALL], RunTime(ms), 2000\n[TRANSACTION], Return=OK, 2\n"
                        + "[ATTEMPT], Return=OK, 2\n[ATTEMPT], Return=ABORTED, 3\n")),
            2,
            new TreeMap<>());

    Phase phase = Phases.of(outcome, HdrLogs.read(directory, List.of("client1")));

    assertThat(phase.operations().get("ATTEMPT").statuses())
        .isEqualTo(Map.of("OK", 2L, "ABORTED", 3L));
    assertThat(phase.operations().get("ATTEMPT").latency()).isEmpty();
    assertThat(Phases.attempted(phase)).isEqualTo(2);
    assertThat(Phases.uncommitted(phase)).isEmpty();
  }

  @Test
  void aReadModifyWriteIsNotTakenForAReadOfThatStatus() throws Exception {
    write("client1-READ.hdr", 100);
    write("client1-READ-MODIFY-WRITE.hdr", 300);

    HdrLogs logs = HdrLogs.read(directory, List.of("client1"));

    assertThat(logs.statuses("READ")).isEqualTo(Map.of("OK", 1L));
    assertThat(logs.measured()).containsExactly("READ", "READ-MODIFY-WRITE");
  }

  /** YCSB's recorder writes such ones if two threads let a histogram grow at once. */
  @Test
  void anIntervalThatNamesALesserGreatestValueThanItHoldsIsReadWhole() throws Exception {
    write("client1-READ.hdr", 100, 44_000);
    Path log = directory.resolve("client1-READ.hdr");
    String whole = Files.readString(log).strip();
    String interval = whole.substring(whole.lastIndexOf(',') + 1);
    Files.writeString(log, whole.replace(interval, withGreatestValue(32_767, interval)));

    Latency latency = HdrLogs.read(directory, List.of("client1")).latency("READ").orElseThrow();

    assertThat(latency.count()).isEqualTo(2);
    assertThat(latency.maxMs()).isEqualTo(44.031);
  }

  private static String withGreatestValue(long greatest, String interval) throws Exception {
    byte[] compressed = Base64.getDecoder().decode(interval);
    Histogram counts =
        Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(compressed), Long.MIN_VALUE);
    ByteBuffer plain = ByteBuffer.allocate(counts.getNeededByteBufferCapacity());
    int length = counts.encodeIntoByteBuffer(plain);
    // After four ints, and the least value.
    plain.putLong(24, greatest);
    Deflater deflater = new Deflater();
    deflater.setInput(plain.array(), 0, length);
    deflater.finish();
    byte[] deflated = new byte[length + 64];
    int deflatedLength = deflater.deflate(deflated);
    deflater.end();
    ByteBuffer patched = ByteBuffer.allocate(8 + deflatedLength);
    patched.put(compressed, 0, 4).putInt(deflatedLength).put(deflated, 0, deflatedLength);
    return Base64.getEncoder().encodeToString(patched.array());
  }

  @Test
  void aLogThatWasCutOffIsDamagedAndNotTakenForWhole() throws Exception {
    write("client1-READ.hdr", 100, 200);
    Path log = directory.resolve("client1-READ.hdr");
    String whole = Files.readString(log);
    Files.writeString(log, whole.substring(0, whole.length() - 20));

    assertThatThrownBy(() -> HdrLogs.read(directory, List.of("client1")))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("client1-READ.hdr is damaged");
  }

  private static Histogram histogram(long... valuesUs) {
    Histogram histogram = new Histogram(3);
    LongStream.of(valuesUs).forEach(histogram::recordValue);
    return histogram;
  }

  private static Histogram interval(long startMs, long endMs, long... valuesUs) {
    Histogram interval = histogram(valuesUs);
    interval.setStartTimeStamp(startMs);
    interval.setEndTimeStamp(endMs);
    return interval;
  }

  /** An interval for each value, as YCSB writes one each second. */
  private void write(String name, long... valuesUs) throws IOException {
    log(name, LongStream.of(valuesUs).mapToObj(HdrLogsTest::histogram).toArray(Histogram[]::new));
  }

  private void log(String name, Histogram... intervals) throws IOException {
    HistogramLogWriter log = new HistogramLogWriter(directory.resolve(name).toFile());
    log.outputComment("[Logging for: READ]");
    log.outputLogFormatVersion();
    log.outputLegend();
    for (Histogram interval : intervals) {
      log.outputIntervalHistogram(interval);
    }
    log.close();
  }
}
