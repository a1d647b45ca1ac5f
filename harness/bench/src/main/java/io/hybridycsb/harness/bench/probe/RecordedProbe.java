package io.hybridycsb.harness.bench.probe;

import io.hybridycsb.harness.recorded.RecordedWrites;
import io.hybridycsb.harness.results.Counters;
import io.hybridycsb.harness.results.RunWarning.Kind;
import java.io.IOException;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/**
 * How many writes servers have recorded, where clients aren't told what is committed, and when. The
 * servers answer some time after a look has begun, so a rate is of the time between the answers.
 */
public record RecordedProbe(RecordedWrites servers, LongSupplier nanoTime) implements Probe {
  public RecordedProbe(RecordedWrites servers) {
    this(servers, System::nanoTime);
  }

  @Override
  public SortedMap<String, Double> read() throws IOException, InterruptedException {
    SortedMap<String, Double> counts = new TreeMap<>();
    counts.put(Counters.RECORDED, (double) recorded());
    counts.put(Counters.RECORDED_SECONDS, nanoTime.getAsLong() / 1e9);
    return counts;
  }

  /** By all of them: what the slowest has, or their sum where each has only its own writes. */
  private long recorded() throws IOException, InterruptedException {
    LongStream counts = servers.read().values().stream().mapToLong(Long::longValue);
    return servers.kept() == RecordedWrites.Kept.BY_ONE_SINCE_START
        ? counts.sum()
        : counts.min().orElseThrow(() -> new IOException("there are no servers"));
  }

  @Override
  public Findings findings(SortedMap<String, Double> counted, int nodes) {
    return counted.isEmpty()
        ? Findings.warning(Kind.RECORDED_UNREAD.of())
        : Findings.counted(counted);
  }
}
