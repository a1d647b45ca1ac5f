package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpreadTest {
  @Test
  void theRangeIsTheDistanceOfTheExtremesAsAShareOfTheMean() {
    assertThat(new Spread(List.of(95.0, 105.0, 100.0)).relativeRange()).isEqualTo(0.1);
    assertThat(new Spread(List.of(95.0)).relativeRange()).isZero();
    assertThat(new Spread(List.of(0.0, 0.0)).relativeRange()).isZero();
  }

  /** 4.303 is Student's t at two degrees of freedom; the deviation is 5. */
  @Test
  void theErrorIsHalfTheConfidenceIntervalAsAShareOfTheMean() {
    assertThat(new Spread(List.of(95.0, 105.0, 100.0)).relativeError())
        .isCloseTo(4.303 * 5 / Math.sqrt(3) / 100, within(1e-4));
    assertThatThrownBy(() -> new Spread(List.of(1.0)).relativeError())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void manyMeasurementsHaveAnErrorToo() {
    List<Double> many = Collections.nCopies(100, 7.0);

    assertThat(new Spread(many).relativeError()).isZero();
  }
}
