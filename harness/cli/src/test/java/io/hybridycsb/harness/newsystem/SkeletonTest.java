package io.hybridycsb.harness.newsystem;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a skeleton refuses and edits; NewSystemTest compiles what it writes. */
class SkeletonTest {
  private static final String SYSTEM = "io/hybridycsb/harness/system/";

  @TempDir private Path root;

  @BeforeEach
  void makeTree() throws IOException {
    Files.createDirectories(root.resolve("bindings/all"));
    Files.writeString(
        root.resolve("pom.xml"),
        "    <module>bindings/binding-jar</module>\n    <module>bindings/all</module>\n");
    Files.writeString(
        root.resolve("bindings/all/pom.xml"), "  <dependencies>\n  </dependencies>\n");
  }

  private Map<Path, String> texts() throws IOException {
    Map<Path, String> texts = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        texts.put(root.relativize(file), Files.readString(file));
      }
    }
    return texts;
  }

  @Test
  void inTheTreeItIsOneFolderAPageAndALineInEachOfTwoPoms() throws Exception {
    Skeleton.inTree(root, "my-db", "1.2-SNAPSHOT").write();

    assertThat(Files.readString(root.resolve("pom.xml")))
        .endsWith("    <module>bindings/my-db</module>\n    <module>bindings/all</module>\n");
    assertThat(Files.readString(root.resolve("bindings/all/pom.xml")))
        .startsWith("  <dependencies>\n    <dependency>\n")
        .contains("<artifactId>my-db-binding</artifactId>")
        .contains("<version>${project.version}</version>");
    assertThat(Files.readString(root.resolve("bindings/my-db/pom.xml")))
        .contains("<version>1.2-SNAPSHOT</version>");
    assertThat(Files.readString(root.resolve("bindings/my-db/bindings.properties")))
        .isEqualTo("my-db:io.hybridycsb.ycsb.mydb.MyDbClient\n");
    int last = Systems.all().stream().mapToInt(system -> system.data().place()).max().orElse(0);
    assertThat(root.resolve("bindings/my-db/src/main/resources/" + SYSTEM + "mydb/my-db.yaml"))
        .content()
        .contains("\nplace: " + (last + 1) + "\n");
    assertThat(texts().keySet().stream().map(Path::toString))
        .allMatch(
            file ->
                file.startsWith("bindings/my-db/")
                    || file.equals("docs/systems/my-db.md")
                    || file.startsWith("bindings/all/")
                    || file.equals("pom.xml"));
  }

  @Test
  void aProjectOfItsOwnNeedsNoTree() throws Exception {
    Path directory = root.resolve("elsewhere/my-db");

    Skeleton.outside(directory, "my-db", "1.2").write();

    assertThat(Files.readString(directory.resolve("pom.xml")))
        .contains("<artifactId>binding-support</artifactId>\n      <version>1.2</version>")
        .doesNotContain("<parent>");
    assertThat(directory.resolve("src/main/java/com/example/mydb/MyDbClient.java")).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "My", "a_b", "-a", "a-", "a--b", "1a", "../a", "a b", "new", "pack-age"})
  void aBadNameIsRefused(String name) throws Exception {
    Map<Path, String> before = texts();

    assertThatThrownBy(() -> Skeleton.inTree(root, name, "1")).isInstanceOf(UsageException.class);
    assertThat(texts()).isEqualTo(before);
  }

  @Test
  void nothingIsOverwrittenAndNothingHalfWritten() throws Exception {
    Files.createDirectories(root.resolve("docs/systems"));
    Files.writeString(root.resolve("docs/systems/my-db.md"), "mine");
    Map<Path, String> before = texts();

    assertThatThrownBy(() -> Skeleton.inTree(root, "my-db", "1.2-SNAPSHOT").write())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("my-db.md is there already");
    assertThatThrownBy(() -> Skeleton.inTree(root, "all", "1").write())
        .hasMessageContaining("bindings/all is there already");
    assertThatThrownBy(() -> Skeleton.outside(root, "my-db", "1.2").write())
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("is there already");
    assertThat(texts()).isEqualTo(before);
  }

  @Test
  void aPackageOfAnotherModuleIsRefused() throws Exception {
    Path sources = root.resolve("bindings/binding-jar/src/main/java");
    Files.createDirectories(sources.resolve(SYSTEM + "nodes"));
    Files.createDirectories(sources.resolve("io/hybridycsb/ycsb/record"));

    for (String name : List.of("nodes", "no-des", "record")) {
      assertThatThrownBy(() -> Skeleton.inTree(root, name, "1"))
          .isInstanceOf(UsageException.class)
          .hasMessageContaining("another module has the package");
    }
  }

  @Test
  void outsideOfATreeItSaysWhatElseThereIs() {
    assertThatThrownBy(() -> Skeleton.inTree(root.resolve("bindings"), "my-db", "1"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("--dir DIRECTORY");
  }
}
