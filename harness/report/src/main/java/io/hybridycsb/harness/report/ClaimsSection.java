package io.hybridycsb.harness.report;

import io.hybridycsb.harness.files.Markup;
import io.hybridycsb.harness.report.claims.JudgedClaims;
import io.hybridycsb.harness.report.claims.Judgement;
import java.util.List;

/** The papers' claims in a page: what was tested of each, and the verdict. */
final class ClaimsSection {
  /** More ratios than so many are folded. */
  private static final int RATIOS_MAX = 3;

  /** More claims than so many are folded. */
  private static final int OPEN_MAX = 30;

  private ClaimsSection() {}

  /**
   * A table for each paper, folded if all are long; nothing unless there are results of a claim's
   * experiment.
   */
  static void write(Markup page, JudgedClaims claims) {
    if (!claims.areAny()) {
      return;
    }
    page.open("section", "id", "claims").element("h2", "Claims of the papers");
    page.element("p", claims.countsText(), "class", "lead");
    long judged = claims.judged().values().stream().mapToLong(List::size).sum();
    claims
        .judged()
        .forEach(
            (paper, some) -> {
              page.open("details", "open", judged > OPEN_MAX ? null : "open");
              page.open("summary").element("b", paper.title());
              page.text(": " + claims.countsText(paper)).close();
              tested().write(page, some);
              page.close();
            });
    List<Judgement> others = claims.notJudged();
    new Table<Judgement>("wide")
        .heads("claim", Judgement::says)
        .texts("paper", one -> one.paper().word())
        .texts("section", Judgement::where)
        .cells("verdict", ClaimsSection::verdict)
        .folded(page, "Not measured, or not measurable here (%d)".formatted(others.size()), others);
    page.close();
  }

  /** Those that a figure is about. */
  static void below(Markup page, List<Judgement> claims) {
    if (!claims.isEmpty()) {
      new Table<Judgement>("claimed")
          .heads("the paper claims", Judgement::says)
          .cells("here", ClaimsSection::verdict)
          .write(page, claims);
    }
  }

  private static Table<Judgement> tested() {
    return new Table<Judgement>("claims")
        .heads("claim", Judgement::says)
        .texts("section", Judgement::where)
        .cells("tested: ratio, 95 % interval, wanted", ClaimsSection::ratios)
        .cells("verdict", ClaimsSection::verdict);
  }

  private static void verdict(Markup page, Judgement one) {
    page.open("td").element("b", one.verdict().words());
    if (!one.why().isEmpty()) {
      page.text(": " + one.why());
    }
    page.close();
  }

  private static void ratios(Markup page, Judgement one) {
    List<Judgement.Line> lines = one.lines();
    page.open("td");
    if (lines.size() <= RATIOS_MAX) {
      lines(page, lines);
    } else {
      long in = lines.stream().filter(Judgement.Line::holds).count();
      page.open("details")
          .element("summary", "%d of %d ratios as wanted".formatted(in, lines.size()));
      lines(page, lines);
      page.close();
    }
    page.close();
  }

  private static void lines(Markup page, List<Judgement.Line> lines) {
    for (Judgement.Line line : lines) {
      page.open("div")
          .text("%s: %s, wanted %s ".formatted(line.of(), line.ratio(), line.wanted()))
          .element("span", line.at(), "class", "note")
          .close();
    }
  }
}
