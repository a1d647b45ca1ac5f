package io.hybridycsb.ycsb.workload.tpcc;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.ycsb.workload.tpcc.schema.LastNames;
import io.hybridycsb.ycsb.workload.tpcc.schema.NonUniform;
import io.hybridycsb.ycsb.workload.tpcc.schema.Scale;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NonUniformTest {
  private static final Scale TPCC = new Scale(1, Scale.ITEMS_TPCC, Scale.CUSTOMERS_TPCC);
  private static final int NUMBERS = 300_000;

  /**
   * Against the definition, summed up over all pairs of numbers. Pearson's chi-square; 999 degrees
   * of freedom exceed 1,220 once in 500,000 times.
   */
  @Test
  void eachLastNameIsAsLikelyAsTheDefinitionSays() {
    NonUniform lastName = NonUniform.lastNameOfRun(TPCC);
    double[] likely = new double[1000];
    for (int one = 0; one <= 255; one++) {
      for (int other = 0; other < 1000; other++) {
        likely[((one | other) + lastName.c()) % 1000] += 1.0 / 256 / 1000;
      }
    }
    SplittableRandom random = new SplittableRandom(17);
    int[] drawn = new int[1000];
    for (int i = 0; i < NUMBERS; i++) {
      drawn[lastName.next(random)]++;
    }

    double chiSquare = 0;
    for (int number = 0; number < 1000; number++) {
      double expected = likely[number] * NUMBERS;
      if (expected == 0) {
        assertThat(drawn[number]).isZero();
      } else {
        chiSquare += (drawn[number] - expected) * (drawn[number] - expected) / expected;
      }
    }
    assertThat(chiSquare).isLessThan(1220);
  }

  @Test
  void theConstantsAreThoseThatTpccAllows() {
    NonUniform load = NonUniform.lastNameOfLoad(TPCC);
    NonUniform run = NonUniform.lastNameOfRun(TPCC);

    assertThat(load.a()).isEqualTo(255);
    assertThat(Math.abs(run.c() - load.c())).isBetween(65, 119).isNotIn(96, 112);
    assertThat(NonUniform.customer(TPCC).a()).isEqualTo(1023);
    assertThat(NonUniform.item(TPCC).a()).isEqualTo(8191);
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 11, 999, 1000, 1001, 2999, 3000})
  void everyNumberIsInItsRange(int count) {
    Scale scale = new Scale(1, count, count);
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 10_000; i++) {
      assertThat(NonUniform.item(scale).next(random)).isBetween(1, count);
      assertThat(NonUniform.customer(scale).next(random)).isBetween(1, count);
      assertThat(NonUniform.lastNameOfRun(scale).next(random)).isBetween(0, scale.lastNames() - 1);
    }
  }

  @Test
  void aSmallerRangeIsAboutAsSkewed() {
    assertThat(NonUniform.item(new Scale(1, 1000, 100)).a()).isEqualTo(127);
    assertThat(NonUniform.customer(new Scale(1, 1000, 100)).a()).isEqualTo(63);
    assertThat(NonUniform.item(new Scale(1, 10, 10)).a()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"0, BARBARBAR", "371, PRICALLYOUGHT", "40, BARPRESBAR", "999, EINGEINGEING"})
  void aLastNameHasASyllableForEachDigit(int number, String name) {
    assertThat(LastNames.of(number)).isEqualTo(name);
  }
}
