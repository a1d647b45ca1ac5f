package io.hybridycsb.ycsb.workload.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CurveTest {
  @TempDir private Path directory;

  private static int dueBetween(Curve curve, double from, double to) {
    int count = 0;
    for (long operation = 0; curve.due(operation) < to; operation++) {
      count += curve.due(operation) >= from ? 1 : 0;
    }
    return count;
  }

  @Test
  void aConstantRateIsRegular() {
    Curve curve = Curve.parse("0:10 60:10", 1);

    for (int i = 0; i < 600; i++) {
      assertThat(curve.due(i)).isCloseTo(i / 10.0, within(1e-9));
    }
  }

  @Test
  void ratesBetweenPointsLieOnStraightLines() {
    Curve curve = Curve.parse("0:0 10:100 20:0", 1);

    assertThat(dueBetween(curve, 0, 20)).isEqualTo(1000);
    assertThat(dueBetween(curve, 0, 5)).isBetween(124, 126);
    assertThat(dueBetween(curve, 5, 10)).isBetween(374, 376);
    assertThat(dueBetween(curve, 10, 15)).isBetween(374, 376);
    assertThat(curve.due(10_000)).isInfinite();
  }

  @Test
  void twoPointsAtOneSecondAreAJump() {
    Curve curve = Curve.parse("0:10 10:10 10:200 12:200 12:10 20:10", 1);

    assertThat(dueBetween(curve, 9, 10)).isBetween(9, 11);
    assertThat(dueBetween(curve, 10, 12)).isBetween(399, 401);
    assertThat(dueBetween(curve, 12, 20)).isBetween(79, 81);
  }

  @Test
  void nothingIsDueWhileTheRateIsZero() {
    Curve curve = Curve.parse("0:0 5:0 5:50 10:50", 1);

    assertThat(dueBetween(curve, 0, 5)).isZero();
    assertThat(dueBetween(curve, 5, 10)).isEqualTo(250);
  }

  @Test
  void theRateBeforeTheFirstAndAfterTheLastPointIsTheirs() {
    Curve curve = Curve.parse("10:4 20:8", 1);

    assertThat(dueBetween(curve, 0, 10)).isEqualTo(40);
    assertThat(dueBetween(curve, 30, 40)).isBetween(79, 81);
  }

  @Test
  void operationsAreDueOneAfterTheOther() {
    Curve curve = Curve.parse("0:3 1:900 1:0 2:0 2:17.5 9:0 11:333", 0.7);

    double latest = 0;
    for (int i = 0; i < 2_000; i++) {
      assertThat(curve.due(i)).isGreaterThanOrEqualTo(latest).isFinite();
      latest = curve.due(i);
    }
  }

  @Test
  void whatIsNoCurveIsRefused() {
    assertThatThrownBy(() -> Curve.parse("0:1 5", 1)).hasMessage("not SECOND:RATE: '5'");
    assertThatThrownBy(() -> Curve.parse("5:1 4:1", 1)).hasMessageContaining("seconds never fall");
    assertThatThrownBy(() -> Curve.parse("0:-1 5:1", 1))
        .hasMessageContaining("a rate is 0 or more");
    assertThatThrownBy(() -> Curve.parse("0:NaN 5:1", 1))
        .hasMessageContaining("a rate is 0 or more");
    assertThatThrownBy(() -> Curve.parse("0:0 5:0", 1)).hasMessageContaining("no operation at all");
  }

  @Test
  void sharesAreOfARateThatIsGivenApart() throws IOException {
    Path file = directory.resolve("shape.csv");
    Files.writeString(file, "second,share\n0,0.5\n10,1\n");

    assertThat(dueBetween(CurveFile.read(file, 100), 0, 10)).isEqualTo(750);
    assertThatThrownBy(() -> CurveFile.read(file, 0)).hasMessageContaining("say by load.rate");
  }

  @Test
  void aWrongLineIsNamed() throws IOException {
    Path file = directory.resolve("shape.csv");
    Files.writeString(file, "second,rate\n0,5\n10,many\n");

    assertThatThrownBy(() -> CurveFile.read(file, 0))
        .hasMessage(file + ", line 3: expected two numbers, not '10,many'");
    assertThatThrownBy(() -> CurveFile.read(file, 7)).hasMessageContaining("leave out load.rate");
    Files.writeString(file, "0,5\n");
    assertThatThrownBy(() -> CurveFile.read(file, 0)).hasMessageContaining("line 1: expected");
  }
}
