package io.hybridycsb.ycsb.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PrimitiveIterator;
import java.util.Properties;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import site.ycsb.generator.ZipfianGenerator;
import site.ycsb.measurements.Measurements;
import site.ycsb.workloads.CoreWorkload;

class ZipfianKeysTest {
  private static final long RECORDS = 100;
  private static final int DRAWS = 100_000;

  private static Map<Long, Integer> drawn(double constant) {
    ZipfianKeys keys = new ZipfianKeys(0, RECORDS, constant);
    Map<Long, Integer> counts = new HashMap<>();
    for (int i = 0; i < DRAWS; i++) {
      counts.merge(keys.nextValue().longValue(), 1, Integer::sum);
    }
    return counts;
  }

  private static int most(Map<Long, Integer> counts) {
    return counts.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
  }

  @Test
  void everyRecordIsDrawnAndTheHigherTheConstantTheMoreOftenTheMostPopular() {
    Map<Long, Integer> mild = drawn(0.2);
    Map<Long, Integer> strong = drawn(0.9);

    assertThat(mild.keySet()).allMatch(key -> key >= 0 && key < RECORDS);
    assertThat(mild).hasSize((int) RECORDS);
    assertThat(most(strong)).isGreaterThan(2 * most(mild));
  }

  /** Where recordcount is missing, there are so many for YCSB. */
  @Test
  void keysDifferAlsoOfTheGreatestNumberOfRecords() {
    PrimitiveIterator.OfLong next = LongStream.iterate(0, rank -> rank + 1).iterator();
    ZipfianKeys keys =
        new ZipfianKeys(
            0,
            Integer.MAX_VALUE,
            new ZipfianGenerator(1, 2, 0.5) {
              @Override
              public Long nextValue() {
                return next.next();
              }
            });

    assertThat(List.of(keys.nextValue(), keys.nextValue(), keys.nextValue()))
        .doesNotHaveDuplicates();
  }

  /** As docs/experiments.md says of both. */
  @Test
  void aWorkloadOfYcsbsDrawsByTheConstantInPlaceOfItsOwnZipfianKeys() throws Exception {
    Properties properties = new Properties();
    properties.setProperty("recordcount", "1000");
    properties.setProperty("operationcount", "1");
    properties.setProperty("requestdistribution", "zipfian");
    properties.setProperty("zipfian.constant", "0.99");
    Measurements.setProperties(properties);
    Chosen workload = new Chosen();
    workload.init(properties);
    double own = workload.shareOfMostPopular();
    ZipfianKeys.drawnBy(workload, properties);

    assertThat(100 * own).isBetween(2.0, 6.0);
    assertThat(100 * workload.shareOfMostPopular()).isBetween(11.0, 15.0);
  }

  private static final class Chosen extends CoreWorkload {
    double shareOfMostPopular() {
      Map<Long, Integer> counts = new HashMap<>();
      for (int i = 0; i < DRAWS; i++) {
        counts.merge(keychooser.nextValue().longValue(), 1, Integer::sum);
      }
      return most(counts) / (double) DRAWS;
    }
  }
}
