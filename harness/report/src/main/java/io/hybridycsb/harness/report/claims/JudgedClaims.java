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

  /** The claims whose experiments have results, by paper. */
  public Map<Paper, List<Judgement>> measured() {
    return all.stream()
        .filter(Judgement::measured)
        .collect(
            Collectors.groupingBy(
                one -> one.claim().paper(), LinkedHashMap::new, Collectors.toList()));
  }

  /** The others. */
  public List<Judgement> unmeasured() {
    return all.stream().filter(one -> !one.measured()).toList();
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
    Map<Verdict, Integer> counts = new EnumMap<>(Verdict.class);
    for (Verdict verdict : Verdict.values()) {
      counts.put(verdict, (int) all.stream().filter(one -> one.verdict() == verdict).count());
    }
    return counts;
  }

  /** The same for readers. */
  public String countsText() {
    return counts().entrySet().stream()
            .map(count -> count.getValue() + " " + count.getKey().words())
            .collect(Collectors.joining(", "))
        + ", of "
        + all.size();
  }
}
