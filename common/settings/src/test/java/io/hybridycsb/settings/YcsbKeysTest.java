package io.hybridycsb.settings;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class YcsbKeysTest {
  private static YcsbKeys keys(String... namesAndValues) {
    Properties properties = new Properties();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      properties.setProperty(namesAndValues[i], namesAndValues[i + 1]);
    }
    return new YcsbKeys(properties);
  }

  @Test
  void whereOperationsEndARunThereIsRoomForAllThatTheyInsert() {
    assertThat(
            keys("recordcount", "10", "operationcount", "5000", "insertproportion", "0.5")
                .operations(false))
        .isEqualTo(5000);
  }

  @Test
  void whereSomethingElseEndsItTheRoomIsSomeTimesTheRecords() {
    assertThat(
            keys("recordcount", "10", "operationcount", "2000000000", "insertproportion", "0.05")
                .operations(true))
        .isEqualTo(100);
    assertThat(keys("recordcount", "10").operations(true)).isEqualTo(100);
  }

  @ParameterizedTest
  @CsvSource({
    "2147483000, 2000000000, 0.05",
    "2147483647, 2000000000, 1",
    "0, 2000000000, 1",
    "1000000000, 2000000000, 1"
  })
  void noKeyIsBeyondTheGreatestNumber(String records, String operations, String inserts) {
    for (boolean hasOtherEnd : new boolean[] {false, true}) {
      YcsbKeys keys =
          keys("recordcount", records, "operationcount", operations, "insertproportion", inserts);
      double room = keys.operations(hasOtherEnd) * Double.parseDouble(inserts) * 2;

      assertThat(keys.start() + keys.count() + (long) room).isLessThanOrEqualTo(YcsbKeys.LAST);
    }
  }
}
