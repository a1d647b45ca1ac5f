package io.hybridycsb.harness.report.claims;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.hybridycsb.harness.files.Csv;
import io.hybridycsb.harness.files.Json;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Judged claims for programs; docs/reports.md has the fields. */
public final class JudgedFiles {
  /** The version of the form. */
  private static final int FORMAT = 1;

  private static final List<String> COLUMNS =
      List.of(
          "paper",
          "claim",
          "section",
          "figure",
          "says",
          "verdict",
          "why",
          "ratio_of",
          "ratio_at",
          "ratio",
          "low",
          "high",
          "least",
          "most");

  private JudgedFiles() {}

  private record Document(int format, Map<String, Integer> counts, List<One> claims) {}

  private record One(
      @JsonUnwrapped Source source,
      String says,
      String kind,
      Set<String> experiments,
      String verdict,
      String why,
      List<Tested> ratios) {}

  private record Source(String paper, String id, String section, String figure) {}

  /** Empty is what is infinite, or not known. */
  private record Tested(
      String of,
      String at,
      OptionalDouble ratio,
      OptionalDouble low,
      OptionalDouble high,
      double least,
      boolean above,
      OptionalDouble most) {}

  /** As JSON: each claim with its verdict, and what was tested. */
  public static String json(JudgedClaims claims) {
    Map<String, Integer> counts = new LinkedHashMap<>();
    claims.counts().forEach((verdict, count) -> counts.put(verdict.words(), count));
    return Json.text(
        new Document(FORMAT, counts, claims.all().stream().map(JudgedFiles::one).toList()));
  }

  private static One one(Judgement one) {
    Claim claim = one.claim();
    return new One(
        new Source(claim.paper().key(), claim.id(), claim.section(), claim.figure()),
        claim.says(),
        claim.test().map(ClaimTest::kind).orElse(""),
        claim.test().map(ClaimTest::experiments).orElse(Set.of()),
        one.verdict().words(),
        one.why(),
        one.ratios().stream().map(JudgedFiles::tested).toList());
  }

  private static Tested tested(Ratio ratio) {
    return new Tested(
        ratio.places(),
        ratio.common(),
        finite(ratio.value()),
        end(ratio, Interval::low),
        end(ratio, Interval::high),
        ratio.range().least(),
        ratio.range().open(),
        finite(ratio.range().most()));
  }

  private static OptionalDouble end(Ratio ratio, ToDoubleFunction<Interval> of) {
    return finite(ratio.interval().map(of::applyAsDouble).orElse(Double.NaN));
  }

  private static OptionalDouble finite(double number) {
    return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
  }

  /** As CSV: a line for each ratio, and for each claim without one. */
  public static String csv(JudgedClaims claims) {
    return Csv.line(COLUMNS)
        + claims.all().stream().map(JudgedFiles::lines).collect(Collectors.joining());
  }

  private static String lines(Judgement judgement) {
    Claim claim = judgement.claim();
    List<String> head =
        List.of(
            claim.paper().key(),
            claim.id(),
            claim.section(),
            claim.figure(),
            claim.says(),
            judgement.verdict().words(),
            judgement.why());
    return judgement.ratios().isEmpty()
        ? line(head, List.of("", "", "", "", "", "", ""))
        : judgement.ratios().stream()
            .map(JudgedFiles::tested)
            .map(
                one ->
                    line(
                        head,
                        List.of(
                            one.of(),
                            one.at(),
                            text(one.ratio()),
                            text(one.low()),
                            text(one.high()),
                            String.valueOf(one.least()),
                            text(one.most()))))
            .collect(Collectors.joining());
  }

  private static String line(List<String> head, List<String> tested) {
    return Csv.line(Stream.concat(head.stream(), tested.stream()).toList());
  }

  private static String text(OptionalDouble number) {
    return number.isPresent() ? String.valueOf(number.getAsDouble()) : "";
  }
}
