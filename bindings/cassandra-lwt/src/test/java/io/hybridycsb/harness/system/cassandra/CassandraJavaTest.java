package io.hybridycsb.harness.system.cassandra;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CassandraJavaTest {
  @TempDir private Path dir;
  private Path newest;

  /** The directory of a JDK that cannot run anything. */
  static Path jdk(Path home, String version) throws IOException {
    Path java = home.resolve("bin").resolve("java");
    Files.createDirectories(java.getParent());
    Files.createFile(java);
    assertThat(java.toFile().setExecutable(true)).isTrue();
    Files.writeString(home.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    return home;
  }

  @BeforeEach
  void installNewest() throws IOException {
    newest = jdk(dir.resolve("newest"), "25.0.1");
  }

  private CassandraJava with(Map<String, String> environment, Path own) {
    return new CassandraJava(environment, own, Optional::empty, List.of(dir.resolve("jdks")));
  }

  @Test
  void theJvmOfTheCommandIsTakenIfItFits() throws IOException {
    Path own = jdk(dir.resolve("own"), "17.0.2");
    assertThat(with(Map.of(), own).find("")).isEqualTo(own.resolve("bin/java"));
  }

  @Test
  void anInstalledOneIsFoundWhereTheCommandRunsOnAnother() throws IOException {
    jdk(dir.resolve("jdks/a-11"), "11.0.1");
    Path fits = jdk(dir.resolve("jdks/b-17"), "17.0.2");
    assertThat(with(Map.of(), newest).find("")).isEqualTo(fits.resolve("bin/java"));
  }

  @Test
  void theOptionComesBeforeTheVariableAndThatBeforeAllOthers() throws IOException {
    Path own = jdk(dir.resolve("own"), "17.0.2");
    Path option = jdk(dir.resolve("option"), "17.0.3");
    Path variable = jdk(dir.resolve("variable"), "17.0.4");
    CassandraJava java = with(Map.of(CassandraJava.VARIABLE, variable.toString()), own);
    assertThat(java.find(option.toString())).isEqualTo(option.resolve("bin/java"));
    assertThat(java.find("")).isEqualTo(variable.resolve("bin/java"));
  }

  @Test
  void oneThatIsNamedAndDoesNotFitIsRefused() {
    assertThatThrownBy(() -> with(Map.of(), newest).find(newest.toString()))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "the option cassandra.java names %s, which is not the directory of a JDK 17", newest);
  }

  @Test
  void whereThereIsNoneOneLineSaysWhatToDo() {
    assertThatThrownBy(() -> with(Map.of(), newest).find(""))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "no JDK 17 found, which Cassandra 5.0 needs (this command runs on 25.0.1): install"
                + " one, or name its directory by --set cassandra.java=DIR or $CASSANDRA_JAVA");
  }
}
