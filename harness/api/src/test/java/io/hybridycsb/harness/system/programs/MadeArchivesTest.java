package io.hybridycsb.harness.system.programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A release's archives are those that were made whole, by the JVM that runs. */
class MadeArchivesTest {
  @TempDir private Path release;
  private ClassPart node;
  private ClassPart broker;
  private MadeArchives archives;

  @BeforeEach
  void aReleaseWithoutArchives() {
    node = new ClassPart("node", "lib/*");
    broker = new ClassPart("broker", "lib/*");
    archives = new MadeArchives(release);
  }

  private void make(ClassPart part, String option) throws IOException {
    Files.writeString(archives.begin(part), "classes");
    archives.add(part, option);
  }

  @Test
  void eachPartHasItsOwn() throws IOException {
    assertThat(archives.options(node)).isEmpty();

    make(node, "-Xnode");
    make(broker, "-Xbroker");

    assertThat(archives.options(node)).containsExactly("-Xnode");
    assertThat(archives.options(broker)).containsExactly("-Xbroker");
  }

  @Test
  void oneThatIsMadeAnewIsNotUsedBeforeItIsThere() throws IOException {
    make(node, "-Xold");

    Path archive = archives.begin(node);

    assertThat(archive).doesNotExist();
    assertThat(archives.options(node)).isEmpty();
  }

  @Test
  void thoseOfAnotherJvmAreNotUsedAndMakeRoom() throws IOException {
    make(node, "-Xnode");
    Path jvm = release.resolve("class-archives").resolve("jvm");
    Files.writeString(jvm, "/another/bin/java\n");

    assertThat(archives.options(node)).isEmpty();

    make(broker, "-Xbroker");
    assertThat(archives.options(broker)).isEqualTo(List.of("-Xbroker"));
    assertThat(archives.options(node)).isEmpty();
  }
}
