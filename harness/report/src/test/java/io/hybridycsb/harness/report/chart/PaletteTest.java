package io.hybridycsb.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.files.Resource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PaletteTest {
  private static final double CONTRAST_MIN = 3;
  private static final double TEXT_CONTRAST_MIN = 4.5;

  private static Map<String, String> colours(String file) {
    Matcher variable =
        Pattern.compile("--([a-z0-9]+): (#[0-9a-f]{6});")
            .matcher(Resource.text(Palette.class, file));
    Map<String, String> colours = new HashMap<>();
    while (variable.find()) {
      colours.put(variable.group(1), variable.group(2));
    }
    return colours;
  }

  /** As WCAG 2 has it, from 1 to 21. */
  private static double contrast(String one, String other) {
    double a = luminance(one);
    double b = luminance(other);
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }

  private static double luminance(String colour) {
    double[] shares = {0.2126, 0.7152, 0.0722};
    double sum = 0;
    for (int i = 0; i < shares.length; i++) {
      double value = Integer.parseInt(colour.substring(1 + 2 * i, 3 + 2 * i), 16) / 255.0;
      sum +=
          shares[i] * (value <= 0.03928 ? value / 12.92 : Math.pow((value + 0.055) / 1.055, 2.4));
    }
    return sum;
  }

  @ParameterizedTest
  @ValueSource(strings = {"light.css", "dark.css"})
  void everySystemsColourIsToldFromTheBackground(String file) {
    Map<String, String> colours = colours(file);
    for (int i = 0; i < SeriesStyle.COLOURS; i++) {
      assertThat(contrast(colours.get("s" + i), colours.get("bg")))
          .as("s%d in %s", i, file)
          .isGreaterThanOrEqualTo(CONTRAST_MIN);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"light.css", "dark.css"})
  void everyPartHasAColourOfItsOwnOnWhichItsNumberCanBeRead(String file) {
    Map<String, String> colours = colours(file);
    HashSet<String> parts = new HashSet<>();
    for (int i = 0; i < StackedChart.SHADES; i++) {
      parts.add(colours.get("p" + i));
      assertThat(contrast(colours.get("p" + i), colours.get("q" + i)))
          .as("p%d in %s", i, file)
          .isGreaterThanOrEqualTo(TEXT_CONTRAST_MIN);
    }
    assertThat(parts).hasSize(StackedChart.SHADES);
  }
}
