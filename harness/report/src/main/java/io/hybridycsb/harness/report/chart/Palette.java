package io.hybridycsb.harness.report.chart;

import io.hybridycsb.harness.files.Resource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Colours and styles of charts. In a page the styles use CSS variables. A separate file has the
 * colours written out, because programs that print SVG don't know variables.
 */
public final class Palette {
  private static final Pattern VARIABLE = Pattern.compile("--([a-z0-9]+):\\s*([^;]+);");
  private static final Pattern USE = Pattern.compile("var\\(--([a-z0-9]+)\\)");

  private static final String LIGHT = Resource.text(Palette.class, "light.css");
  private static final String DARK = Resource.text(Palette.class, "dark.css");
  private static final String RULES = Resource.text(Palette.class, "chart.css") + coloured();

  private Palette() {}

  /** For a page: variables by the reader's light or dark setting (light on paper), and rules. */
  public static String pageStyle() {
    return ":root{%s}@media screen and (prefers-color-scheme:dark){:root{%s}}%s"
        .formatted(LIGHT, DARK, RULES);
  }

  /** For a file: rules without variables, with separate dark rules. */
  static String fileStyle() {
    return "%s@media screen and (prefers-color-scheme:dark){%s}"
        .formatted(resolved(RULES, LIGHT), resolved(RULES, DARK));
  }

  private static String coloured() {
    StringBuilder rules = new StringBuilder();
    for (int i = 0; i < SeriesStyle.COLOURS; i++) {
      rules.append(
          ".s%1$d.mark,.s%1$d.bar{fill:var(--s%1$d)}.s%1$d.line,.s%1$d.spread,.s%1$d.stem,.s%1$d.hollow{stroke:var(--s%1$d)}"
              .formatted(i));
    }
    for (int i = 0; i < StackedChart.SHADES; i++) {
      rules.append(
          ".p%1$d{fill:var(--p%1$d)}svg text.inside.q%1$d{fill:var(--q%1$d)}".formatted(i));
    }
    return rules.toString();
  }

  private static String resolved(String rules, String variables) {
    Map<String, String> values = new LinkedHashMap<>();
    Matcher matcher = VARIABLE.matcher(variables);
    while (matcher.find()) {
      values.put(matcher.group(1), matcher.group(2));
    }
    return USE.matcher(rules).replaceAll(use -> Matcher.quoteReplacement(values.get(use.group(1))));
  }
}
