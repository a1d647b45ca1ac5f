package io.hybridycsb.it;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The groups of the campaign, which are JUnit tags; the root pom lists them. */
public final class CampaignGroups {
  /** The group of long unit tests; the others are of tests on real clusters. */
  private static final String SIMULATION = "simulation";

  private static final Pattern LIST =
      Pattern.compile("<campaign[.]groups>(.*)</campaign[.]groups>");

  private CampaignGroups() {}

  public static Set<String> all() {
    try {
      Matcher list = LIST.matcher(Files.readString(Path.of("../pom.xml")));
      if (!list.find()) {
        throw new IllegalStateException("the root pom has no campaign.groups");
      }
      return new TreeSet<>(Set.of(list.group(1).split("[|]")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The groups of tests on real clusters. */
  static Set<String> ofClusters() {
    Set<String> groups = all();
    groups.remove(SIMULATION);
    return groups;
  }
}
