package io.hybridycsb.harness.report;

import io.hybridycsb.harness.report.chart.Markup;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** What stands before the experiments: what was measured where, and the way to each of them. */
final class PageHead {
  private final RunLoader input;
  private final List<Section> sections;

  PageHead(RunLoader input, List<Section> sections) {
    this.input = input;
    this.sections = sections;
  }

  void write(Markup page) {
    page.open("header");
    page.element("p", "hybrid-ycsb", "class", "brand");
    page.element("h1", "Hybrid blockchain databases, measured");
    page.open("dl", "class", "facts");
    fact(page, "Runs", runs());
    fact(page, "Machine", machines());
    fact(page, "Measured", days());
    page.close();
    page.open("nav", "aria-label", "Experiments").open("ol");
    for (Section section : sections) {
      page.open("li");
      page.element("a", section.title(), "href", "#" + section.experiment().name());
      page.close();
    }
    page.close().close();
    if (!input.unread().isEmpty()) {
      Page.warnings(
          page, List.of(new Warnings.Warning("Some results could not be read", input.unread())));
    }
    page.close();
  }

  private static void fact(Markup page, String name, String value) {
    page.open("div").element("dt", name).element("dd", value).close();
  }

  private String runs() {
    long failed = input.runs().stream().filter(run -> !run.counts()).count();
    return input.runs().size()
        + (failed == 0 ? ", none failed" : ", " + failed + " of them failed");
  }

  private String machines() {
    Set<String> machines = new TreeSet<>();
    input.runs().forEach(run -> machines.add(Warnings.machine(run.result().machine())));
    return String.join("; ", machines);
  }

  private String days() {
    List<String> days =
        input.runs().stream()
            .map(run -> run.result().started())
            .map(started -> started.length() >= 10 ? started.substring(0, 10) : started)
            .sorted()
            .toList();
    String first = days.get(0);
    String last = days.get(days.size() - 1);
    return first.equals(last) ? first : first + " to " + last;
  }
}
