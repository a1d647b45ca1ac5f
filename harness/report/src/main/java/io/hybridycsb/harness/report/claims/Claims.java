package io.hybridycsb.harness.report.claims;

import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.Paper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;

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

  /** By the name of each claim that can be tested, the systems that its test needs by experiment. */
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
}
