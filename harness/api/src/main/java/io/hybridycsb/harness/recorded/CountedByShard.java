package io.hybridycsb.harness.recorded;

import io.hybridycsb.harness.http.MetricsPage;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The count that a metric of each server shows, for each shard that the server holds. What others
 * hold is counted as the furthest of them has it, so that every server has a count of all writes.
 *
 * @param ports of the servers' metrics, by server
 * @param metric which counts all writes of a shard, for good; its labels name the shard
 */
public record CountedByShard(String what, SortedMap<String, Integer> ports, String metric)
    implements RecordedWrites {
  @Override
  public Kept kept() {
    return Kept.BY_ALL_FOREVER;
  }

  @Override
  public SortedMap<String, Long> read() throws IOException, InterruptedException {
    SortedMap<String, List<MetricsPage.Sample>> pages = new TreeMap<>();
    for (Map.Entry<String, Integer> server : ports.entrySet()) {
      pages.put(server.getKey(), MetricsPage.read(server.getValue()));
    }
    return counts(pages);
  }

  SortedMap<String, Long> counts(SortedMap<String, List<MetricsPage.Sample>> pages) {
    SortedMap<String, Map<SortedMap<String, String>, Long>> byServer = new TreeMap<>();
    SortedMap<String, Long> counts = new TreeMap<>();
    Map<SortedMap<String, String>, Long> furthest = new HashMap<>();
    pages.forEach(
        (server, page) -> {
          Map<SortedMap<String, String>, Long> own = new HashMap<>();
          page.stream()
              .filter(sample -> sample.name().equals(metric))
              .forEach(sample -> own.put(sample.labels(), Math.round(sample.value())));
          own.forEach((shard, count) -> furthest.merge(shard, count, Math::max));
          byServer.put(server, own);
        });
    byServer.forEach(
        (server, own) ->
            counts.put(
                server,
                furthest.entrySet().stream()
                    .mapToLong(shard -> own.getOrDefault(shard.getKey(), shard.getValue()))
                    .sum()));
    return counts;
  }
}
