package io.hybridycsb.ycsb.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordChooserTest {
  private static final int RECORDS = 50;
  private static final int CHOICES = 200_000;

  /**
   * Pearson's chi-square over the records; 49 degrees of freedom exceed 107 once in 300,000 times.
   */
  @ParameterizedTest
  @ValueSource(doubles = {0, 0.5, 0.99, 1, 1.2, 2})
  void eachRecordIsChosenAsOftenAsItsRankSays(double theta) {
    RecordChooser chooser = new ZipfianChooser(RECORDS, theta);
    SplittableRandom random = new SplittableRandom(7);
    int[] chosen = new int[RECORDS];
    for (int i = 0; i < CHOICES; i++) {
      chosen[chooser.next(random)]++;
    }

    double all = IntStream.rangeClosed(1, RECORDS).mapToDouble(k -> Math.pow(k, -theta)).sum();
    double chiSquare = 0;
    for (int k = 1; k <= RECORDS; k++) {
      double expected = CHOICES * Math.pow(k, -theta) / all;
      chiSquare += (chosen[k - 1] - expected) * (chosen[k - 1] - expected) / expected;
    }
    assertThat(chiSquare).isLessThan(107);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 1_000_000, Integer.MAX_VALUE})
  void everyChoiceIsARecord(int records) {
    for (double theta : new double[] {0, 1, ZipfianChooser.THETA_MAX}) {
      RecordChooser chooser = new ZipfianChooser(records, theta);
      SplittableRandom random = new SplittableRandom(3);
      for (int i = 0; i < 1000; i++) {
        assertThat(chooser.next(random)).isBetween(0, records - 1);
      }
    }
  }

  @Test
  void aHotSpotIsChosenAsOftenAsItsShareSays() {
    RecordChooser chooser = new HotSpot(18_000, 1000, 90);
    SplittableRandom random = new SplittableRandom(11);
    int hot = 0;
    for (int i = 0; i < CHOICES; i++) {
      int chosen = chooser.next(random);
      assertThat(chosen).isBetween(0, 17_999);
      hot += chosen < 1000 ? 1 : 0;
    }

    // Four standard deviations of a binomial distribution are 537.
    assertThat(hot).isBetween(CHOICES * 9 / 10 - 537, CHOICES * 9 / 10 + 537);
  }

  @Test
  void recordsOfOneTransactionAreDifferentHoweverSkewed() {
    RecordChooser chooser = new ZipfianChooser(100, ZipfianChooser.THETA_MAX);

    List<Integer> ten = chooser.distinct(new SplittableRandom(5), 10);

    assertThat(new HashSet<>(ten)).hasSize(10);
  }
}
