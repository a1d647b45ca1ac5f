package io.hybridycsb.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page names the licence of each program of others that is downloaded or bundled. */
class LicencesTest {
  private static final Path SOURCE = Path.of("..");

  /** Of a compose file; images that ours are made of aren't programs that we run. */
  private static final Pattern IMAGE =
      Pattern.compile("image: \"\\$\\{[A-Z]+_IMAGE:-([a-z0-9./-]+):v?([0-9.]+)[^\"]*}\"");

  private static final Pattern MODULE =
      Pattern.compile("(?m)^(?:require \\S+|replace github.com/ethereum/\\S+ =>.*) v");

  private static List<String> rows() throws IOException {
    String page = Files.readString(SOURCE.resolve("docs/third-party.md"));
    return page.lines().filter(line -> line.startsWith("| ")).toList();
  }

  private static List<MatchResult> found(String folder, String name, Pattern pattern)
      throws IOException {
    try (Stream<Path> files = Files.walk(SOURCE.resolve(folder))) {
      List<Path> all =
          files
              .filter(file -> file.getFileName().toString().matches(name))
              .filter(file -> !file.toString().contains("/target/"))
              .toList();
      List<MatchResult> found = new ArrayList<>();
      for (Path file : all) {
        found.addAll(pattern.matcher(Files.readString(file)).results().toList());
      }
      return found;
    }
  }

  @Test
  void everyImageHasARowWithItsVersion() throws IOException {
    List<String> rows = rows();
    List<MatchResult> images = found("bindings", ".*[.]yml", IMAGE);

    assertThat(images).hasSizeGreaterThan(20);
    for (MatchResult image : images) {
      assertThat(rows)
          .as(image.group())
          .anyMatch(
              row ->
                  row.contains("`" + image.group(1) + "`") && row.contains("| " + image.group(2)));
    }
  }

  @Test
  void everyProgramThatIsBuiltInGoHasARow() throws IOException {
    List<String> rows = rows();
    List<MatchResult> modules = found(".", "go[.]mod", MODULE);

    assertThat(modules).hasSizeGreaterThan(7);
    for (MatchResult module : modules) {
      String name = module.group().replaceFirst(".*[ ](\\S+) v$", "$1");
      assertThat(rows).as(name).anyMatch(row -> row.contains("`" + name + "`"));
    }
  }

  @Test
  void bundledProgramsHaveRowsWithTheVersionsOfThePom() throws IOException {
    String pom = Files.readString(SOURCE.resolve("pom.xml"));
    for (String program :
        List.of(
            "cassandra",
            "kafka",
            "mariadb-driver",
            "mariadb-program",
            "mongo-java-server",
            "postgresql-program",
            "ycsb")) {
      Matcher version = Pattern.compile("<" + program + "[.]version>([^<]+)<").matcher(pom);
      assertThat(version.find()).as(program).isTrue();
      String shown = version.group(1).replaceFirst("^(18[.][0-9]+)[.]0$", "$1");
      assertThat(rows()).as(program).anyMatch(row -> row.contains("| " + shown + " |"));
    }
  }
}
