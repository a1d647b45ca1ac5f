package io.hybridycsb.it.structure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * A new system is a folder, and few lines elsewhere; docs/extending.md names the files. So no other
 * file is a list of systems: none but the files here names half of them.
 */
class SharedFilesTest {
  /** A new system gets an entry here. */
  private static final Set<String> LISTS =
      Set.of("CHANGELOG.md", "README.md", "docs/systems/README.md", "pom.xml");

  /** Each name stands for something that only these systems have: a new one needs none. */
  private static final Set<String> ABOUT_SOME =
      Set.of(
          "bindings/all/src/test/java/io/hybridycsb/harness/system/registry/PromisedModelTest.java",
          "docs/docker.md",
          "docs/experiments.md",
          "docs/fusion.md",
          "docs/metrics.md",
          "docs/operating.md",
          "docs/performance.md",
          "docs/transactions.md",
          "docs/troubleshooting.md",
          "harness/cli/src/test/java/io/hybridycsb/harness/cli/KeygenCommandTest.java",
          "harness/report/src/test/java/io/hybridycsb/harness/report/figures/MeasuredExperimentTest.java",
          "harness/report/src/test/java/io/hybridycsb/harness/report/figures/PublishedTest.java",
          "harness/report/src/test/java/io/hybridycsb/harness/report/figures/ShapeTest.java",
          "integration-tests/src/test/java/io/hybridycsb/it/docker/servers/ClosedServersTest.java",
          "integration-tests/src/test/java/io/hybridycsb/it/structure/SharedFilesTest.java");

  /** What was measured, and experiments that somebody made for the systems that they name. */
  private static final Pattern MEASURED =
      Pattern.compile("(docs/results|docs/flame|experiments)/.*|.*[.](csv|zip|png|svg|jar)");

  private static final Pattern OF_A_SYSTEM = Pattern.compile("bindings/(?!all/)[^/]+/.*");

  @Test
  void noFileButTheListedOnesNamesHalfOfTheSystems() throws IOException {
    Map<String, Pattern> names = new TreeMap<>();
    for (String system : Systems.names()) {
      names.put(system, Pattern.compile("(?<![\\w-])" + system + "(?![\\w-])"));
    }
    Set<String> lists = new TreeSet<>();
    for (Path file : SourceTree.files()) {
      String name = SourceTree.name(file).toString();
      if (!MEASURED.matcher(name).matches() && !OF_A_SYSTEM.matcher(name).matches()) {
        // Each byte is a character, so that any file can be read.
        String text = Files.readString(file, ISO_8859_1);
        long named =
            names.entrySet().stream()
                .filter(one -> text.contains(one.getKey()) && one.getValue().matcher(text).find())
                .count();
        if (named >= names.size() / 2) {
          lists.add(name);
        }
      }
    }

    assertThat(lists).contains("README.md", "docs/systems/README.md");
    lists.removeAll(LISTS);
    assertThat(ABOUT_SOME).containsAll(lists);
  }
}
