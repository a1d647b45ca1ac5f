package io.hybridycsb.it.structure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the modules' poms say alike. */
class PomsTest {
  private static final int DEPTH = 3;

  private static List<String> poms() throws IOException {
    List<Path> files;
    try (Stream<Path> all =
        Files.find(Path.of(".."), DEPTH, (file, is) -> file.endsWith("pom.xml"))) {
      files = all.toList();
    }
    List<String> poms = new ArrayList<>();
    for (Path file : files) {
      poms.add(Files.readString(file));
    }
    return poms;
  }

  /** Maven Central asks for one in each pom, which Maven doesn't inherit. */
  @Test
  void everyModuleHasAName() throws Exception {
    assertThat(poms())
        .hasSizeGreaterThan(50)
        .allMatch(pom -> pom.contains("\n  <name>") && pom.contains("\n  <description>"));
  }

  @Test
  void aBuildWithoutTestsMakesEveryJarOfTestsThatOtherModulesTake() throws Exception {
    assertThat(poms())
        .filteredOn(pom -> pom.contains("<goal>test-jar</goal>"))
        .hasSizeGreaterThan(5)
        .allMatch(pom -> pom.contains("<maven.test.skip>false</maven.test.skip>"));
  }
}
