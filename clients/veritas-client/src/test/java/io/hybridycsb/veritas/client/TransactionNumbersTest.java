package io.hybridycsb.veritas.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.veritas.client.VeritasClient.TransactionNumbers;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TransactionNumbersTest {
  private static final long HUNDREDS_OF_YEARS = 1L << 61;

  @Property
  void madeUpNumbersAreAboveZeroAndRiseByOneWhereverTheyBegin(@ForAll long random) {
    try (TransactionNumbers numbers = new TransactionNumbers(Optional.empty(), random)) {
      long first = numbers.next(1);
      assertThat(first).isPositive();
      assertThat(first + HUNDREDS_OF_YEARS).isPositive();
      assertThat(numbers.next(1)).isEqualTo(first + 1);
    }
  }

  @Test
  void noThreadGetsTheNumberOfAnother() {
    try (TransactionNumbers numbers = new TransactionNumbers(Optional.empty(), 7)) {
      Set<Long> seen = ConcurrentHashMap.newKeySet();
      assertThat(IntStream.range(0, 100_000).parallel().allMatch(i -> seen.add(numbers.next(1))))
          .isTrue();
    }
  }
}
