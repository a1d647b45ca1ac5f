package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.bench.plan.Experiment;
import io.hybridycsb.harness.bench.plan.Plan;
import io.hybridycsb.harness.report.claims.Claims;
import io.hybridycsb.harness.report.claims.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The papers' claims beside the experiments, the published results and the README. */
class ClaimsTest {
  private static final Path ROOT =
      Path.of(System.getProperty("test.bin")).toAbsolutePath().normalize().getParent();

  private static final Path EXPERIMENTS = ROOT.resolve("experiments");
  private static final Claims CLAIMS = Claims.in(EXPERIMENTS.resolve("claims"));

  /** Of the verdicts by several reports the first of these is the claim's. */
  private static final List<Verdict> STRONGEST =
      List.of(
          Verdict.CONTRADICTED,
          Verdict.REPRODUCED,
          Verdict.UNDECIDED,
          Verdict.NOT_MEASURED,
          Verdict.NOT_MEASURABLE);

  private final Map<List<String>, List<SortedMap<String, String>>> planned = new HashMap<>();

  @Test
  void eachClaimIsTestedByWhatExperimentsMeasure() {
    Map<String, Experiment> experiments =
        Experiment.filesIn(EXPERIMENTS).stream()
            .map(Experiment::read)
            .collect(Collectors.toMap(Experiment::name, one -> one));

    assertThat(
            CLAIMS.unmet(
                (experiment, system) ->
                    planned.computeIfAbsent(
                        List.of(experiment, system),
                        key -> points(Optional.ofNullable(experiments.get(experiment)), system))))
        .isEmpty();
  }

  private static List<SortedMap<String, String>> points(
      Optional<Experiment> experiment, String system) {
    return experiment.filter(one -> one.systems().contains(system)).stream()
        .map(one -> Plan.of(List.of(one), List.of(system), false, ROOT.resolve("workloads")))
        .flatMap(plan -> plan.groups().stream())
        .flatMap(group -> group.runs().stream())
        .map(run -> run.point().varied())
        .distinct()
        .toList();
  }

  /** The verdicts on each claim in all files of published results, by the claim's name. */
  private static Map<String, List<String>> published() throws IOException {
    Map<String, List<String>> verdicts = new TreeMap<>();
    ObjectMapper json = new ObjectMapper();
    try (Stream<Path> files = Files.walk(ROOT.resolve("docs/results"))) {
      for (Path file : files.filter(one -> one.endsWith("claims.json")).toList()) {
        for (JsonNode claim : json.readTree(file.toFile()).path("claims")) {
          verdicts
              .computeIfAbsent(
                  claim.path("paper").asText() + " " + claim.path("id").asText(),
                  name -> new ArrayList<>())
              .add(claim.path("verdict").asText());
        }
      }
    }
    return verdicts;
  }

  private static long count(Map<String, List<String>> published, Verdict verdict) {
    return published.values().stream()
        .map(
            words ->
                STRONGEST.stream().filter(one -> words.contains(one.words())).findFirst().get())
        .filter(verdict::equals)
        .count();
  }

  @Test
  void publishedVerdictsAreOnTheClaimsOfToday() throws IOException {
    Map<String, List<String>> published = published();
    if (!published.isEmpty()) {
      assertThat(published.keySet()).containsExactlyInAnyOrderElementsOf(CLAIMS.names());
    }
  }

  @Test
  void theReadmeSaysHowManyClaimsArePublishedAsReproduced() throws IOException {
    Map<String, List<String>> published = published();
    String line =
        published.isEmpty()
            ? "The published results judge no claim of the papers yet."
            : "Of %d claims of the papers, the published results have %s."
                .formatted(
                    published.size(),
                    Stream.of(Verdict.values())
                        .map(verdict -> count(published, verdict) + " " + verdict.words())
                        .collect(Collectors.joining(", ")));

    assertThat(Files.readString(ROOT.resolve("README.md")).replaceAll("\\s+", " ")).contains(line);
  }
}
