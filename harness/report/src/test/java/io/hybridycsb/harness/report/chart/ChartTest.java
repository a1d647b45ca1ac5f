package io.hybridycsb.harness.report.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.hybridycsb.harness.files.Markup;
import java.io.StringReader;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;

class ChartTest {
  private static final String MARKER = "<use href=\"#m0\" x=\"([0-9.]+)\" y=\"([0-9.]+)\"";

  private static Plot plot(List<Series> series) {
    Scale x =
        Scale.logarithmic(
            List.of(new Scale.Tick(4, "4"), new Scale.Tick(16, "16"), new Scale.Tick(64, "64")));
    return new Plot(x, Scale.linear(100), "clients", series, List.of(new Scale.Tick(16, "killed")));
  }

  private static Series line(String name) {
    return new Series(
        name,
        SeriesStyle.of(0),
        Series.Kind.MEASURED,
        List.of(
            new Series.Mark(4, 0, List.of(0.0, 0.0), "first"),
            new Series.Mark(16, 50, List.of(40.0, 42.0, 60.0), "second"),
            new Series.Mark(64, 100, "third")));
  }

  private static String drawn(Chart chart) {
    Markup svg = new Markup();
    chart.draw(svg);
    return svg.toString();
  }

  /** The numbers in the groups of each match. */
  private static List<double[]> numbers(String pattern, String svg) {
    return Pattern.compile(pattern)
        .matcher(svg)
        .results()
        .map(
            match ->
                IntStream.rangeClosed(1, match.groupCount())
                    .mapToDouble(group -> Double.parseDouble(match.group(group)))
                    .toArray())
        .toList();
  }

  private static Document parsed(String svg) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(new InputSource(new StringReader(svg)));
  }

  @Test
  void marksLieWhereTheirValuesAre() {
    List<double[]> places = numbers(MARKER, drawn(new LineChart(plot(List.of(line("a"))))));

    assertThat(places).hasSize(3);
    assertThat(places.get(1)[0] - places.get(0)[0])
        .isCloseTo(places.get(2)[0] - places.get(1)[0], within(.2));
    assertThat(places.get(1)[1]).isCloseTo((places.get(0)[1] + places.get(2)[1]) / 2, within(.2));
    assertThat(places).allMatch(place -> place[0] > 0 && place[0] < Chart.WIDTH);
  }

  @Test
  void onlyMeasurementsThatDifferAreDrawnEachWhereItsValueIs() {
    String svg = drawn(new LineChart(plot(List.of(line("a")))));

    assertThat(svg.split("class=\"s0 spread\"", -1)).hasSize(2);
    String path = svg.replaceFirst("(?s).*s0 spread\" d=\"([^\"]*)\".*", "$1");
    List<double[]> ticks = numbers("M[0-9.]+,([0-9.]+)H", path);
    assertThat(ticks).hasSize(3);
    double greatest = ticks.get(0)[0];
    double least = ticks.get(2)[0];
    assertThat((ticks.get(1)[0] - greatest) / (least - greatest)).isCloseTo(.9, within(.02));
  }

  @Test
  void publishedValuesAreHollowAndJoinedByNoLine() {
    Series published = new Series("a", SeriesStyle.of(0), Series.Kind.PUBLISHED, line("a").marks());
    LineChart chart = new LineChart(plot(List.of(published)));

    assertThat(drawn(chart))
        .contains("s0 hollow")
        .doesNotContain("s0 line")
        .doesNotContain("s0 mark");
    assertThat(chart.legend()).extracting(Chart.LegendEntry::name).containsExactly("published");
  }

  @Test
  void aFileIsWellFormedWithTitleLegendAndColoursOfItsOwn() throws Exception {
    String svg =
        Drawing.file(new LineChart(plot(List.of(line("<i>a & b")))), "A <title>", "committed/s");

    Document document = parsed(svg);
    assertThat(document.getDocumentElement().getTextContent())
        .contains("A <title>", "committed/s", "<i>a & b", "killed");
    assertThat(svg).doesNotContain("var(").contains("prefers-color-scheme:dark");
  }

  @Test
  void barsOfAGroupStandSideBySideOnTheAxis() {
    Plot plot =
        new Plot(
            Scale.bands(List.of("x", "y")),
            Scale.linear(10),
            "",
            List.of(bars("a", 0), bars("b", 1)));
    String svg = drawn(new BarChart(plot, true));

    List<double[]> bars =
        numbers(
            "class=\"s[01] bar\" x=\"([0-9.]+)\" y=\"([0-9.]+)\" width=\"([0-9.]+)\""
                + " height=\"([0-9.]+)\"",
            svg);
    assertThat(bars).hasSize(4);
    assertThat(bars.get(2)[0]).isGreaterThanOrEqualTo(bars.get(0)[0] + bars.get(0)[2]);
    double bottom = bars.get(0)[1] + bars.get(0)[3];
    assertThat(bars).allSatisfy(bar -> assertThat(bar[1] + bar[3]).isCloseTo(bottom, within(.2)));
  }

  private static Series bars(String name, int style) {
    return new Series(
        name,
        SeriesStyle.of(style),
        Series.Kind.MEASURED,
        List.of(new Series.Mark(0, 5, "x"), new Series.Mark(1, 10, "y")));
  }

  @Test
  void partsOfAStackFollowOneAnotherUpToAHundredPercent() {
    StackedChart.Row row =
        new StackedChart.Row(
            "a",
            SeriesStyle.of(0),
            Map.of("one", 40.0, "two", 60.0),
            "3 ms",
            Map.of(45.0, "published"));
    String svg = drawn(new StackedChart(List.of("one", "two"), List.of(row), "share"));

    List<double[]> parts = numbers("class=\"part p[01]\" d=\"M([0-9.]+),[0-9.]+H([0-9.]+)v", svg);
    assertThat(parts).hasSize(2);
    double[] first = parts.get(0);
    double[] second = parts.get(1);
    assertThat(second[0]).isCloseTo(first[1], within(.2));
    assertThat((second[1] - second[0]) / (first[1] - first[0])).isCloseTo(1.5, within(.01));
    assertThat(svg).contains("3 ms", "hollow");
  }

  @Test
  void markupEscapesTextsAndAttributes() {
    Markup markup = new Markup().element("p", "<script>\"&'\u0000", "title", "\"><b>", "id", null);

    assertThat(markup.toString())
        .isEqualTo("<p title=\"&quot;&gt;&lt;b&gt;\">&lt;script&gt;&quot;&amp;&#39;\ufffd</p>");
    assertThatThrownBy(() -> new Markup().open("p").toString())
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void numbersAreWrittenAsPeopleReadThem() {
    assertThat(Numbers.text(12345.6)).isEqualTo("12,346");
    assertThat(Numbers.text(12.34)).isEqualTo("12.3");
    assertThat(Numbers.text(1.234)).isEqualTo("1.23");
    assertThat(Numbers.text(0.01234)).isEqualTo("0.0123");
    assertThat(Numbers.text(0)).isEqualTo("0");
    assertThat(Numbers.text(Double.NaN)).isEqualTo("–");
    assertThat(Numbers.tick(20000)).isEqualTo("20k");
    assertThat(Numbers.tick(1500000)).isEqualTo("1.5M");
    assertThat(Numbers.tick(0.05)).isEqualTo("0.05");
  }
}
