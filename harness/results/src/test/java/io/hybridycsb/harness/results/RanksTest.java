package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RanksTest {
  private static Spread spread(Double... values) {
    return new Spread(List.of(values));
  }

  @Test
  void onlyWhatLiesApartHasARankOfItsOwn() {
    assertThat(
            Ranks.of(List.of(spread(9.0, 9.5, 10.0), spread(5.0, 5.5, 6.0), spread(5.5, 6.0, 7.0))))
        .containsExactly("1", "2=", "2=");
    assertThat(
            Ranks.of(List.of(spread(9.0, 9.5, 10.0), spread(8.0, 9.0, 9.5), spread(1.0, 1.5, 2.0))))
        .containsExactly("1=", "1=", "3");
  }

  /** The middle one can be told apart from neither. */
  @Test
  void whatIsBetweenSharesARankWithOneOfThem() {
    assertThat(
            Ranks.of(List.of(spread(9.0, 9.5, 10.0), spread(7.0, 9.0, 9.5), spread(6.0, 7.0, 8.0))))
        .containsExactly("1=", "1=", "2");
  }

  /** Two equal systems with two repeats each lie apart in one of three cases. */
  @Test
  void twoRepeatsBesideTwoHaveNoRankOfTheirOwn() {
    assertThat(Ranks.of(List.of(spread(9.0, 10.0), spread(5.0, 6.0)))).containsExactly("1=", "1=");
    assertThat(Ranks.of(List.of(spread(9.0, 10.0), spread(4.0, 5.0, 6.0))))
        .containsExactly("1=", "1=");
    assertThat(Ranks.of(List.of(spread(9.0, 10.0), spread(3.0, 3.5, 4.0, 5.0, 6.0))))
        .containsExactly("1", "2");
  }
}
