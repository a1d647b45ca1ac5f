package io.hybridycsb.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ScaleTest {
  @Property
  void aLinearAxisBeginsAtZeroAndItsTicksReachBeyondAllValues(
      @ForAll @DoubleRange(min = 1, max = 10) double factor,
      @ForAll @IntRange(min = -6, max = 9) int power) {
    double max = factor * Math.pow(10, power);
    Scale scale = Scale.linear(max);
    List<Scale.Tick> ticks = scale.ticks();

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(max)).isLessThanOrEqualTo(1 + 1e-9).isGreaterThan(0.5);
    assertThat(ticks).hasSizeBetween(3, 7);
    assertThat(scale.at(ticks.get(ticks.size() - 1).value())).isCloseTo(1, within(1e-9));
  }

  @Property
  void aLogarithmicAxisHoldsAllValuesAndItsEndsAreLabelled(
      @ForAll @DoubleRange(min = 1, max = 10) double factor,
      @ForAll @IntRange(min = -6, max = 6) int power,
      @ForAll @DoubleRange(min = 1, max = 1e6) double ratio) {
    double min = factor * Math.pow(10, power);
    Scale scale = Scale.logarithmic(min, min * ratio);
    List<Scale.Tick> ticks = scale.ticks();

    assertThat(scale.at(min)).isBetween(0.0, 1.0);
    assertThat(scale.at(min * ratio)).isBetween(scale.at(min), 1.0);
    assertThat(scale.at(ticks.get(0).value())).isZero();
    assertThat(scale.at(ticks.get(ticks.size() - 1).value())).isCloseTo(1, within(1e-9));
  }

  @Property
  void equalRatiosAreEqualDistancesOnALogarithmicAxis(
      @ForAll @DoubleRange(min = 10, max = 100) double value) {
    Scale scale = Scale.logarithmic(1, 1000);

    assertThat(scale.at(2 * value) - scale.at(value))
        .isCloseTo(scale.at(20) - scale.at(10), within(1e-9));
  }

  @Test
  void whatIsNotPositiveLiesAtTheStartOfALogarithmicAxis() {
    Scale scale = Scale.logarithmic(10, 1000);

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(-5)).isZero();
    assertThatThrownBy(() -> Scale.logarithmic(0, 10)).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void anEvenAxisHasItsTicksAtEqualDistancesAndOtherValuesBetweenThem() {
    Scale scale =
        Scale.even(
            List.of(
                new Scale.Tick(0, "0"), new Scale.Tick(10, "10"), new Scale.Tick(1000, "1000")));

    assertThat(scale.at(0)).isZero();
    assertThat(scale.at(10)).isEqualTo(0.5);
    assertThat(scale.at(1000)).isEqualTo(1);
    assertThat(scale.at(505)).isEqualTo(0.75);
    assertThat(scale.at(2000)).isEqualTo(1);
  }

  @Test
  void bandsAreOfOneWidthWithTheirNamesAmidThem() {
    Scale scale = Scale.bands(List.of("a", "b"));

    assertThat(scale.at(0)).isEqualTo(0.25);
    assertThat(scale.at(1)).isEqualTo(0.75);
    assertThat(scale.ticks()).extracting(Scale.Tick::label).containsExactly("a", "b");
  }
}
