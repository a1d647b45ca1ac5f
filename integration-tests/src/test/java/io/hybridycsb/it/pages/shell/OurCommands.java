package io.hybridycsb.it.pages.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.it.CampaignGroups;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;

/** What our programs would understand of a command, without running it. */
public final class OurCommands {
  private static final Set<String> PROGRAMS =
      Set.of("bin/hybrid", "hybrid", "bin/quickstart", "bin/ycsb", "bin/install-into", "./mvnw");

  private static final Set<String> PHASES =
      Set.of("clean", "compile", "test-compile", "test", "package", "verify", "install", "deploy");

  /** Maven's own options and plugins that pages use. */
  private static final Set<String> MAVEN_OPTIONS =
      Set.of("-am", "-DskipTests", "-DaltDeploymentRepository");

  private static final String CAMPAIGN = "-Dcampaign=";

  private final Path root;

  /**
   * @param root of the source tree
   */
  public OurCommands(Path root) {
    this.root = root;
  }

  /** Whether this is the name of one of them, as pages write it. */
  public static boolean isOne(String program) {
    return PROGRAMS.contains(program);
  }

  /** Fails if options, systems, modules, profiles or names in the command are not there. */
  public void requireUnderstood(List<String> words) {
    List<String> arguments = words.subList(1, words.size());
    switch (words.get(0)) {
      case "bin/hybrid", "hybrid" -> HybridCommandLine.requireUnderstood(arguments);
      case "bin/quickstart" -> {
        List<String> ofHybrid = new ArrayList<>(List.of("quickstart"));
        ofHybrid.addAll(arguments);
        HybridCommandLine.requireUnderstood(ofHybrid);
      }
      case "bin/ycsb" -> requireYcsb(arguments);
      case "bin/install-into" -> requireInstallInto(arguments);
      case "./mvnw" -> requireMaven(arguments);
      default -> throw new IllegalArgumentException(words.get(0) + " is none of ours");
    }
  }

  private static void requireYcsb(List<String> arguments) {
    // With a class of its own, the command is YCSB's launcher, not ours.
    if (!arguments.contains("-db")) {
      assertThat(arguments).hasSizeGreaterThan(1);
      assertThat(arguments.get(0)).isIn("load", "run", "shell");
      Systems.byName(arguments.get(1));
    }
  }

  private static void requireInstallInto(List<String> arguments) {
    assertThat(arguments).isNotEmpty();
    assertThat(arguments.get(0)).as("a directory").doesNotStartWith("-");
    for (String argument : arguments.subList(1, arguments.size())) {
      if (!Set.of("--uninstall", "--force").contains(argument)) {
        Systems.byName(argument);
      }
    }
  }

  private void requireMaven(List<String> arguments) {
    List<Path> poms = new ArrayList<>(List.of(root.resolve("pom.xml")));
    List<String> profiles = new ArrayList<>();
    Iterator<String> rest = arguments.iterator();
    while (rest.hasNext()) {
      String argument = rest.next();
      if (argument.equals("-pl")) {
        Path pom = root.resolve(rest.next()).resolve("pom.xml");
        assertThat(pom).exists();
        poms.add(pom);
      } else if (argument.startsWith("-P")) {
        // One after a minus is switched off.
        for (String profile : argument.substring(2).split(",", -1)) {
          profiles.add(profile.replaceFirst("^-", ""));
        }
      } else if (argument.contains(":") && !argument.startsWith("-")) {
        String plugin = "<artifactId>" + argument.split(":", 2)[0] + "-maven-plugin</artifactId>";
        assertThat(text(poms.get(0))).contains(plugin);
      } else if (argument.startsWith(CAMPAIGN)) {
        assertThat(argument.substring(CAMPAIGN.length())).isIn(CampaignGroups.all());
      } else if (argument.startsWith("-")) {
        String option = argument.split("=", 2)[0];
        if (!isPropertyOfOurs(option)) {
          assertThat(option).isIn(MAVEN_OPTIONS);
        }
      } else {
        assertThat(argument).isIn(PHASES);
      }
    }
    for (String profile : profiles) {
      assertThat(poms)
          .as("poms, of which one has the profile %s", profile)
          .anyMatch(pom -> text(pom).contains("<id>" + profile + "</id>"));
    }
  }

  private boolean isPropertyOfOurs(String option) {
    return option.startsWith("-D")
        && text(root.resolve("pom.xml")).contains("<%s>".formatted(option.substring(2)));
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
