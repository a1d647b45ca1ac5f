package io.hybridycsb.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands in {@code .ci} refuse to make a release of, in a small repository. */
class ReleaseCommandTest {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);
  private static final Path COMMANDS = Path.of("..", ".ci");

  /** A release would be built by it. */
  private static final String NO_BUILD = "#!/bin/sh\necho '[ERROR] it was built'\nexit 1\n";

  /** In place of a build: files of the names that a build's have. */
  private static final String BUILD =
      """
      #!/bin/sh
      set -e
      version=$(sed -n 's:^  <version>\\(.*\\)</version>$:\\1:p' pom.xml)
      for option; do
        case $option in
          -DaltDeploymentRepository=*) to=${option#*file://} ;;
        esac
      done
      echo "[INFO] Building smt-java $version [5/56]"
      release=hybrid-ycsb-$version
      mkdir -p distribution/target "$to" "$release/bin" "$release/docs" "$release/docker"
      echo '<project>POM</project>' >"$to/a-$version.pom"
      for kind in "" -sources -javadoc; do echo jar >"$to/a-$version$kind.jar"; done
      echo "echo hybrid-ycsb $version" >"$release/bin/hybrid"
      chmod +x "$release/bin/hybrid"
      cp README.md "$release"
      for name in hybrid-ycsb hybrid-ycsb-databases; do
        tar -czf "distribution/target/$name-$version.tar.gz" "$release"
        echo sum >"distribution/target/$name-$version.tar.gz.sha256"
        echo '{}' >"distribution/target/$name-$version.cdx.json"
      done
      """;

  private static final String POM =
      """
      <project>
        <version>0.1.0-SNAPSHOT</version>
        <project.build.outputTimestamp>2000-01-01T00:00:00Z</project.build.outputTimestamp>
      </project>
      """;

  @TempDir private Path directory;
  private Path tree;

  @BeforeEach
  void aCommittedTree() throws IOException {
    tree = Files.createDirectories(directory.resolve("a tree"));
    for (String command : List.of("release", "set-version")) {
      write(".ci/" + command, Files.readString(COMMANDS.resolve(command)));
    }
    write("mvnw", NO_BUILD);
    write("pom.xml", POM);
    write("README.md", "tar -xzf hybrid-ycsb-0.1.0-SNAPSHOT.tar.gz\n");
    write("docs/results/run.json", "0.1.0-SNAPSHOT\n");
    write("go.sum", "example.org/other v0.1.0\n");
    write("CHANGELOG.md", "# Changelog\n\n## Unreleased\n\n- new\n\n## 0.1.0 - today\n\n- old\n");
    git("init", "-q");
    git("config", "user.name", "somebody");
    git("config", "user.email", "somebody@example.org");
    commit();
  }

  private void write(String name, String text) throws IOException {
    Path file = tree.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void git(String... arguments) {
    command("git", arguments).requireSuccess();
  }

  private void commit() {
    git("add", "-A");
    git("commit", "-q", "-m", "All");
  }

  private Ended command(String program, String... arguments) {
    List<String> command = new ArrayList<>(List.of(program));
    command.addAll(List.of(arguments));
    Map<String, String> variables =
        Map.of("GIT_DIR", tree.resolve(".git").toString(), "GIT_WORK_TREE", tree.toString());
    return Release.run(directory, variables, TIMEOUT, command);
  }

  private Ended run(String name, String... arguments) {
    List<String> command = new ArrayList<>(List.of(tree.resolve(".ci/" + name).toString()));
    command.addAll(List.of(arguments));
    return Release.run(directory, Map.of(), TIMEOUT, command);
  }

  private void requireRefused(String version, String message) {
    Ended ended = run("release", version, "out");

    assertThat(ended.status()).as("%s", ended).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("release: ")
        .contains(message)
        .doesNotContain("it was built");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void whatCannotBeAReleaseIsRefusedBeforeItIsBuilt() throws IOException {
    requireRefused("0.1.0-SNAPSHOT", "is a snapshot");
    requireRefused("v1", "a version is like 1.2.3");
    requireRefused("0.2.0", "CHANGELOG.md has no section '## 0.2.0 - 2");
    git("tag", "v0.1.0");
    requireRefused("0.1.0", "the tag v0.1.0 is there already");
    git("tag", "-d", "v0.1.0");
    write("more", "");
    requireRefused("0.1.0", "the tree has changes");
    Files.delete(tree.resolve("more"));
    Files.createDirectory(directory.resolve("there"));
    assertThat(run("release", "0.1.0", "there").err()).contains("there is there already");
  }

  @Test
  void aFailedBuildLeavesTheTreeAsItWasAndNoRelease() {
    requireBuilt(run("release", "0.1.0", "out"));

    assertThat(directory.resolve("out")).doesNotExist();
    assertThat(directory.resolve("out.log")).content().contains("it was built");
    assertThat(tree.resolve("pom.xml")).hasContent(POM);
    assertThat(command("git", "status", "--porcelain").out()).isEmpty();
    assertThat(command("git", "tag").out()).isEmpty();
  }

  private static void requireBuilt(Ended ended) {
    assertThat(ended.status()).as("%s", ended).isEqualTo(1);
    assertThat(ended.err()).contains("it was built", "the build failed; its output is in");
  }

  @Test
  void aReleaseIsOneDirectoryWhoseTagCanBeFetched() throws IOException {
    write("mvnw", BUILD);
    commit();

    Ended ended = run("release", "0.1.0", "out").requireSuccess();

    Path out = directory.resolve("out");
    assertThat(ended.out()).contains("release:   5/56 smt-java 0.1.0", "made in 1 min");
    try (Stream<Path> files = Files.list(out)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .containsExactlyInAnyOrder(
              "RELEASE-NOTES.md",
              "SHA256SUMS",
              "hybrid-ycsb-0.1.0-sources.tar.gz",
              "hybrid-ycsb-0.1.0.bundle",
              "hybrid-ycsb-0.1.0.cdx.json",
              "hybrid-ycsb-0.1.0.tar.gz",
              "hybrid-ycsb-0.1.0.tar.gz.sha256",
              "hybrid-ycsb-databases-0.1.0.cdx.json",
              "hybrid-ycsb-databases-0.1.0.tar.gz",
              "hybrid-ycsb-databases-0.1.0.tar.gz.sha256",
              "maven");
    }
    assertThat(out.resolve("RELEASE-NOTES.md")).hasContent("## 0.1.0 - today\n\n- old\n");
    assertThat(out.resolve("SHA256SUMS")).content().hasLineCount(7).contains("  hybrid-ycsb-0.1.0");
    assertThat(tree.resolve("pom.xml")).hasContent(POM);
    assertThat(command("git", "status", "--porcelain").out()).isEmpty();

    git("fetch", "-q", out.resolve("hybrid-ycsb-0.1.0.bundle").toString(), "tag", "v0.1.0");
    assertThat(command("git", "show", "v0.1.0:pom.xml").out())
        .contains("<version>0.1.0</version>")
        .doesNotContain("2000-01-01");
  }

  @Test
  void aPomThatNeedsAnotherIsNoRelease() throws IOException {
    write("mvnw", BUILD.replace("POM", "${project.home}"));
    commit();

    Ended ended = run("release", "0.1.0", "out");

    assertThat(ended.status()).as("%s", ended).isEqualTo(1);
    assertThat(ended.err()).contains("a-0.1.0.pom is to stand alone");
    assertThat(directory.resolve("out")).doesNotExist();
  }

  @Test
  void aVersionIsSetWhereverTheTreeNamesItsOwn() throws IOException {
    run("set-version", "0.2.0-rc1").requireSuccess();

    assertThat(tree.resolve("pom.xml")).content().contains("<version>0.2.0-rc1</version>");
    assertThat(tree.resolve("README.md")).hasContent("tar -xzf hybrid-ycsb-0.2.0-rc1.tar.gz\n");
    assertThat(tree.resolve("docs/results/run.json")).hasContent("0.1.0-SNAPSHOT\n");
    assertThat(tree.resolve("go.sum")).hasContent("example.org/other v0.1.0\n");
    assertThat(run("set-version", "0.3.0").err()).contains("only a -SNAPSHOT");
  }
}
