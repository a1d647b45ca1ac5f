package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.results.runs.MeasuredExperiment;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * All claims with what some measurements say of each.
 *
 * @param all in the order of papers and of their files
 */
public record JudgedClaims(List<Judgement> all) {
  public static JudgedClaims of(Claims claims, List<MeasuredExperiment> measured) {
    Results results = new Results(measured);
    return new JudgedClaims(
        claims.all().stream().map(claim -> Judgement.of(claim, results)).toList());
  }

  /** Whether any claim's experiment has results. */
  public boolean areAny() {
    return all.stream().anyMatch(Judgement::measured);
  }

  /** The claims of which results say something, by paper. */
  public Map<Paper, List<Judgement>> judged() {
    return all.stream()
        .filter(one -> one.verdict().isOfResults())
        .collect(
            Collectors.groupingBy(
                one -> one.claim().paper(), LinkedHashMap::new, Collectors.toList()));
  }

  /** The others. */
  public List<Judgement> notJudged() {
    return all.stream().filter(one -> !one.verdict().isOfResults()).toList();
  }

  /** The claims that a figure is about, by the figure's name. */
  public Map<String, List<Judgement>> byFigure() {
    Map<String, List<Judgement>> byFigure = new LinkedHashMap<>();
    for (Judgement one : all) {
      one.figures().forEach(figure -> byFigure.merge(figure, List.of(one), JudgedClaims::both));
    }
    return byFigure;
  }

  private static List<Judgement> both(List<Judgement> some, List<Judgement> more) {
    return Stream.concat(some.stream(), more.stream()).toList();
  }

  /** How many have each verdict. */
  public Map<Verdict, Integer> counts() {
    return counts(all);
  }

  private static Map<Verdict, Integer> counts(List<Judgement> some) {
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    for (Verdict verdict : Verdict.values()) {
      counts.put(verdict, (int) some.stream().filter(one -> one.verdict() == verdict).count());
    }
    return counts;
  }

  /** The same for readers. */
  public String countsText() {
    return text(counts()) + ", of " + all.size();
  }

  /** How many of a paper have each verdict, for readers. */
  public String countsText(Paper paper) {
    return text(counts(all.stream().filter(one -> one.paper() == paper).toList()));
  }

  private static String text(Map<Verdict, Integer> counts) {
    return counts.entrySet().stream()
        .map(count -> count.getValue() + " " + count.getKey().words())
        .collect(Collectors.joining(", "));
  }
}
