package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.report.claims.ClaimTest.Course;
import io.hybridycsb.harness.report.claims.ClaimTest.Part;
import io.hybridycsb.harness.results.Paper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.stream.Stream;

/** What papers claim, in the order of papers and of their files. */
public final class Claims {
  private static final String SUFFIX = ".yaml";

  private final List<Claim> all;

  private Claims(List<Claim> all) {
    this.all = all;
  }

  public static Claims none() {
    return new Claims(List.of());
  }

  /**
   * Reads all files of a directory, each named after its paper; none if there is no such directory.
   *
   * @throws io.hybridycsb.harness.UsageException if a file holds anything else than claims
   */
  public static Claims in(Path directory) {
    if (!Files.isDirectory(directory)) {
      return none();
    }
    List<Claim> all = new ArrayList<>();
    for (Path file : Disk.list(directory)) {
      String name = file.getFileName().toString();
      if (name.endsWith(SUFFIX)) {
        all.addAll(new ClaimFile(file, name.substring(0, name.length() - SUFFIX.length())).read());
      }
    }
    all.sort(Comparator.comparing(Claim::paper));
    return new Claims(List.copyOf(all));
  }

  /** Those of one paper. */
  public Claims of(Paper paper) {
    return new Claims(all.stream().filter(claim -> claim.paper() == paper).toList());
  }

  /**
   * By the name of each claim that can be tested, the systems that its test needs by experiment.
   */
  public SortedMap<String, SortedMap<String, SortedSet<String>>> needs() {
    SortedMap<String, SortedMap<String, SortedSet<String>>> needs = new TreeMap<>();
    for (Claim claim : all) {
      claim.test().ifPresent(test -> needs.put(claim.id(), test.systems()));
    }
    return needs;
  }

  List<Claim> all() {
    return all;
  }

  public int count() {
    return all.size();
  }

  /** Each claim's paper and name. */
  public List<String> names() {
    return all.stream().map(Claim::name).toList();
  }

  /** What experiments make, as planned. */
  public interface Planned {
    /**
     * The values of what is varied at each point of a system in an experiment; none if there is no
     * such experiment, or it is not about that system.
     */
    List<SortedMap<String, String>> points(String experiment, String system);
  }

  /** What claims' tests need and no experiment makes, a line each. */
  public List<String> unmet(Planned planned) {
    List<String> unmet = new ArrayList<>();
    for (Claim claim : all) {
      claim.test().stream()
          .flatMap(test -> test.parts().stream())
          .flatMap(part -> unmet(part, planned).stream())
          .distinct()
          .forEach(line -> unmet.add("%s: %s".formatted(claim.name(), line)));
    }
    return unmet;
  }

  private static List<String> unmet(Part part, Planned planned) {
    if (!(part instanceof Course course)) {
      return part.places().stream().flatMap(place -> unmet(place, planned).stream()).toList();
    }
    Place system = course.system();
    List<String> values =
        points(system, planned).stream()
            .flatMap(varied -> Optional.ofNullable(varied.get(course.along())).stream())
            .distinct()
            .toList();
    if (values.size() < 2) {
      return List.of(
          "%s has no two values of %s in %s"
              .formatted(system.text(), course.along(), system.experiment()));
    }
    return Stream.concat(values.stream(), course.values().stream())
        .distinct()
        .flatMap(value -> unmet(system.with(course.along(), value), planned).stream())
        .toList();
  }

  private static List<String> unmet(Place place, Planned planned) {
    long held = points(place, planned).stream().map(place::withoutBest).distinct().count();
    if (held == 1) {
      return List.of();
    }
    return List.of(
        held == 0
            ? "there is no point of %s in %s".formatted(place.text(), place.experiment())
            : "%d points of %s in %s aren't told apart"
                .formatted(held, place.text(), place.experiment()));
  }

  private static List<SortedMap<String, String>> points(Place place, Planned planned) {
    return planned.points(place.experiment(), place.system()).stream()
        .filter(varied -> place.isOfShares() == Place.isShare(varied.get(Place.TARGET)))
        .filter(place::fits)
        .toList();
  }
}
