package io.hybridycsb.harness.report.figures;

import io.hybridycsb.harness.files.Resource;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The papers' numbers, from our own list. */
public final class PublishedFigures {
  /** The paper whose figures the experiments reproduce. */
  public static final String VLDB22 = "vldb22";

  /** The paper that some of the other experiments follow. */
  static final String SIGMOD21 = "sigmod21";

  private static final Map<String, String> TITLES =
      Map.of(
          VLDB22,
          "Ge et al., Hybrid Blockchain Database Systems: Design and Performance, VLDB 2022",
          SIGMOD21,
          "Ruan et al., Blockchains vs. Distributed Databases: Dichotomy and Fusion, SIGMOD 2021");

  private static final List<Published> ALL =
      Resource.text(PublishedFigures.class, "published-figures.csv")
          .lines()
          .skip(1)
          .map(Published::parse)
          .toList();

  private PublishedFigures() {}

  /** All published numbers of these figures of a paper. */
  public static List<Published> of(String paper, Set<String> figures) {
    return ALL.stream()
        .filter(one -> one.paper().equals(paper) && figures.contains(one.figure()))
        .toList();
  }

  /** A paper's usual name. */
  public static String title(String paper) {
    return TITLES.getOrDefault(paper, paper);
  }
}
