package io.hybridycsb.harness.bench.clients;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.Percentiles;
import io.hybridycsb.harness.results.RunResult.Latency;
import io.hybridycsb.harness.results.YcsbReport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The histogram logs that YCSB's processes have written, a file for each process and kind of
 * operation: {@code client1-READ.hdr}. Counts are added bucket by bucket, so the percentiles of
 * several processes are as exact as those of one.
 *
 * <p>YCSB measures unsuccessful operations under separate names, such as READ-NOT_FOUND.
 */
public final class HdrLogs {
  static final String SUFFIX = ".hdr";
  static final String INTENDED = "Intended-";

  /** YCSB's precision; its unit is microseconds. */
  static final int DIGITS = 3;

  private final Part part;
  private final SortedMap<String, Histogram> histograms = new TreeMap<>();
  private final SortedMap<String, Long> wholeCounts = new TreeMap<>();
  private final Timeline timeline = new Timeline();
  private final Optional<Growth> growth;
  private final SortedMap<String, ClientSpan> spans = new TreeMap<>();
  private final BatchEnds ends = new BatchEnds();
  private boolean batched;

  /**
   * The part of a run that counts: the intervals most of which lie between two moments, in
   * milliseconds since the epoch.
   */
  public record Part(long fromMs, long toMs) {
    /** All of a run. */
    public static final Part WHOLE = new Part(Long.MIN_VALUE, Long.MAX_VALUE);

    boolean isWhole() {
      return equals(WHOLE);
    }

    boolean has(long startMs, long endMs) {
      long middle = startMs + (endMs - startMs) / 2;
      return isWhole() || (middle >= fromMs && middle < toMs);
    }
  }

  HdrLogs(Part part) {
    this.part = part;
    this.growth = part.isWhole() ? Optional.empty() : Optional.of(new Growth(part));
  }

  static String prefix(String client) {
    return client + "-";
  }

  /** Reads the logs of these clients, of which the whole counts. */
  public static HdrLogs read(Path directory, List<String> clients) {
    return read(directory, clients, Part.WHOLE, Map.of());
  }

  /**
   * Reads the logs of these clients, of which a part counts.
   *
   * @param aheadMs by how much the clocks of some clients are ahead of the one that the part is of
   */
  public static HdrLogs read(
      Path directory, List<String> clients, Part part, Map<String, Long> aheadMs) {
    HdrLogs logs = new HdrLogs(part);
    for (Path file : Disk.list(directory)) {
      for (String client : clients) {
        String name = file.getFileName().toString();
        if (name.startsWith(prefix(client)) && name.endsWith(SUFFIX)) {
          String measured =
              YcsbReport.measured(
                  name.substring(prefix(client).length(), name.length() - SUFFIX.length()));
          long ahead = aheadMs.getOrDefault(client, 0L);
          Attempt.to("read " + file, () -> logs.add(client, measured, file, ahead));
        }
      }
    }
    return logs;
  }

  /** Has {@link #seconds} count whole batches: operations were handed over together. */
  public void inBatches() {
    batched = true;
  }

  /** The values that count, by what they measure: READ, READ-NOT_FOUND, Intended-READ, ... */
  SortedMap<String, Histogram> histograms() {
    return Collections.unmodifiableSortedMap(histograms);
  }

  /**
   * Adds a file's counts.
   *
   * @param measured what the file measures, such as READ
   * @return the number of its intervals
   * @throws HarnessException if the file is cut off, as on a full disk
   */
  int add(String measured, Path file) throws IOException {
    return add("", measured, file, 0);
  }

  private int add(String client, String measured, Path file, long aheadMs) throws IOException {
    Histogram sum = histograms.computeIfAbsent(measured, unused -> new Histogram(DIGITS));
    AtomicInteger intervals = new AtomicInteger();
    try {
      IntervalLog.read(
          file,
          counts ->
              addInterval(
                  client, measured, sum, counts, intervals.getAndIncrement() == 0, aheadMs));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new HarnessException(
          "%s is damaged, not a whole histogram log; is there room on the disk?".formatted(file),
          e);
    }
    return intervals.get();
  }

  private void addInterval(
      String client,
      String measured,
      Histogram sum,
      Histogram counts,
      boolean isFirst,
      long aheadMs) {
    long startMs = counts.getStartTimeStamp() - aheadMs;
    long endMs = counts.getEndTimeStamp() - aheadMs;
    wholeCounts.merge(measured, counts.getTotalCount(), Long::sum);
    if (part.has(startMs, endMs)) {
      sum.add(counts);
      if (measured.startsWith(INTENDED) && isAcknowledged(measured.substring(INTENDED.length()))) {
        growth.ifPresent(thirds -> thirds.add(startMs, endMs, counts));
      }
      if (isWork(measured)) {
        ends.add(endMs, isAcknowledged(measured) ? counts.getTotalCount() : 0);
        // A log begins when its first operation ends, which began earlier.
        long beforeMs = isFirst && part.isWhole() ? counts.getMaxValue() / 1000 : 0;
        spans
            .computeIfAbsent(client, unused -> new ClientSpan())
            .add(startMs - beforeMs, endMs, isAcknowledged(measured) ? counts.getTotalCount() : 0);
      }
    }
    if (YcsbReport.isOperation(measured) && counts.getTotalCount() > 0) {
      timeline.add(measured, startMs, endMs, counts.getTotalCount());
    }
  }

  /** Whether this name measures operations on records, with any outcome. */
  private static boolean isWork(String measured) {
    return YcsbReport.isOperation(measured.replaceFirst("-.*", ""));
  }

  /** Whether this name measures operations that were acknowledged: READ, READ-NOT_FOUND, ... */
  private static boolean isAcknowledged(String measured) {
    String[] parts = measured.split("-", 2);
    return YcsbReport.isOperation(parts[0])
        && YcsbReport.isCommitted(parts[0], parts.length == 1 ? YcsbReport.OK : parts[1]);
  }

  /**
   * The time that throughputs are of, without the time that clients took to connect; 0 if there was
   * no operation.
   *
   * <p>Of a whole run it goes from the first operation's begin, or a little earlier, to the end of
   * the last client's log. The own rates of clients that begin or end apart were never reached
   * together.
   *
   * <p>Of a part it is the mean of the clients' own times, each weighted with the client's rate. So
   * the acknowledged operations of all, divided by it, are the sum of the clients' own rates. All
   * intervals together take longer: clients' seconds begin at different times, and what a client
   * did before and after its own intervals isn't counted. A client that was at work in only some of
   * the part has the whole part's time.
   *
   * <p>Where operations were handed over together, it is as {@link BatchEnds} has it.
   */
  double seconds() {
    if (batched && ends.seconds() > 0) {
      return ends.seconds();
    }
    if (part.isWhole()) {
      return spans.isEmpty() ? 0 : (lastMs() - firstMs()) / 1000.0;
    }
    long acknowledged = spans.values().stream().mapToLong(ClientSpan::acknowledged).sum();
    long partMs = part.toMs() - part.fromMs();
    double perSecond = spans.values().stream().mapToDouble(span -> span.perSecond(partMs)).sum();
    return perSecond > 0
        ? acknowledged / perSecond
        : spans.values().stream().mapToDouble(span -> span.seconds(partMs)).average().orElse(0);
  }

  private long firstMs() {
    return spans.values().stream().mapToLong(ClientSpan::firstMs).min().orElseThrow();
  }

  private long lastMs() {
    return spans.values().stream().mapToLong(ClientSpan::lastMs).max().orElseThrow();
  }

  /**
   * Tells the timeline until when clients began operations, if the whole of their run counts.
   *
   * @param seconds from the clients' start to their end
   * @param limitSeconds after which they began no more operations, and waited for those under way;
   *     0: no limit
   */
  public void ended(double seconds, long limitSeconds) {
    double waited = limitSeconds > 0 ? Math.max(0, seconds - limitSeconds) : 0;
    if (!spans.isEmpty()) {
      timeline.until(lastMs() - Math.round(waited * 1000));
    }
  }

  /** Of the whole run, whatever part of it counts. */
  public Timeline timeline() {
    return timeline;
  }

  /** The kinds that have counted values: READ, READ-MODIFY-WRITE, VERIFY, ... */
  List<String> measured() {
    return histograms.keySet().stream()
        .filter(name -> !name.startsWith(INTENDED))
        .filter(name -> histograms.get(name).getTotalCount() > 0)
        .toList();
  }

  /** The counted operations of a kind, such as READ, by status. */
  SortedMap<String, Long> statuses(String kind) {
    SortedMap<String, Long> statuses = new TreeMap<>();
    histograms.forEach(
        (name, values) ->
            status(kind, name)
                .filter(status -> values.getTotalCount() > 0)
                .ifPresent(status -> statuses.put(status, values.getTotalCount())));
    return statuses;
  }

  /** The operations of a kind in the whole run, with any status, counted or not. */
  long wholeCount(String kind) {
    return wholeCounts.entrySet().stream()
        .filter(entry -> status(kind, entry.getKey()).isPresent())
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** The status of a kind that a log's name tells; empty if the log is of something else. */
  private static Optional<String> status(String kind, String name) {
    if (name.equals(kind)) {
      return Optional.of(YcsbReport.OK);
    }
    return name.startsWith(kind + "-") && !name.startsWith(Phases.PAIR)
        ? Optional.of(name.substring(kind.length() + 1))
        : Optional.empty();
  }

  /** The latency of these kinds together, from the actual start; empty if there were none. */
  Optional<Latency> latency(String... kinds) {
    return latency(Arrays.stream(kinds));
  }

  /** As {@link #latency}, from the intended start. */
  Optional<Latency> intendedLatency(String... kinds) {
    return latency(Arrays.stream(kinds).map(INTENDED::concat));
  }

  /**
   * The median latencies from the intended start, of the first and the last third of the counted
   * part, by the counters' names. None unless both thirds have operations with an intended start.
   */
  public SortedMap<String, Double> mediansOfThirds() {
    return growth.map(Growth::mediansMs).orElseGet(TreeMap::new);
  }

  private Optional<Latency> latency(Stream<String> names) {
    Histogram sum = new Histogram(DIGITS);
    names.map(histograms::get).filter(found -> found != null).forEach(sum::add);
    return sum.getTotalCount() == 0 ? Optional.empty() : Optional.of(latency(sum));
  }

  private static Latency latency(Histogram us) {
    Map<String, Double> percentilesMs = new LinkedHashMap<>();
    for (String name : Percentiles.NAMES) {
      double percentile = Double.parseDouble(name);
      if (Percentiles.isTold(percentile, us.getTotalCount())) {
        percentilesMs.put(name, ms(us.getValueAtPercentile(percentile)));
      }
    }
    return new Latency(
        us.getTotalCount(),
        us.getMean() / 1000,
        ms(us.getMinValue()),
        ms(us.getMaxValue()),
        percentilesMs,
        encoded(us));
  }

  private static double ms(long us) {
    return us / 1000.0;
  }

  private static String encoded(Histogram histogram) {
    ByteBuffer buffer = ByteBuffer.allocate(histogram.getNeededByteBufferCapacity());
    int length = histogram.encodeIntoCompressedByteBuffer(buffer);
    return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
  }

  /** How latencies have changed from the first third of a part of a run to its last third. */
  private static final class Growth {
    private static final double MEDIAN = 50;
    private static final double US_PER_MS = 1000;

    private final long fromMs;
    private final long toMs;
    private final Histogram first = new Histogram(DIGITS);
    private final Histogram last = new Histogram(DIGITS);

    /**
     * @param part not the whole of a run, which has no thirds
     */
    Growth(Part part) {
      this.fromMs = part.fromMs();
      this.toMs = part.toMs();
    }

    /** Adds an interval, which belongs where its middle lies. */
    void add(long startMs, long endMs, Histogram us) {
      double thirds = 3 * ((startMs + endMs) / 2.0 - fromMs) / (toMs - fromMs);
      if (thirds < 1) {
        first.add(us);
      } else if (thirds >= 2) {
        last.add(us);
      }
    }

    /**
     * The median latencies of both thirds, in milliseconds, by the counters' names; none unless
     * both have operations.
     */
    SortedMap<String, Double> mediansMs() {
      SortedMap<String, Double> medians = new TreeMap<>();
      if (first.getTotalCount() > 0 && last.getTotalCount() > 0) {
        medians.put(Counters.FIRST_THIRD, first.getValueAtPercentile(MEDIAN) / US_PER_MS);
        medians.put(Counters.LAST_THIRD, last.getValueAtPercentile(MEDIAN) / US_PER_MS);
      }
      return medians;
    }
  }
}
