package io.hybridycsb.harness.system.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.programs.FakePrograms;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BigchainDbProgramTest {
  @TempDir private Path dir;
  private final List<String> said = new ArrayList<>();

  /** Says a version, makes environments that consist of itself, and notes what is installed. */
  private Path python(String version, int pipStatus) throws Exception {
    return FakePrograms.script(
        dir.resolve("python" + version),
        """
        case "$*" in
          --version) echo Python %3$s ;;
          "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
          "-m pip install"*)
            shift 3
            echo "$@" >>"%1$s"
            cat "$(dirname "$0")/../requirements.txt" >>"%1$s.packages"
            exit %2$d ;;
        esac
        """
            .formatted(dir.resolve("installed"), pipStatus, version));
  }

  private BigchainDbProgram program() {
    return new BigchainDbProgram(dir.resolve("cache"), said::add);
  }

  @Test
  void itIsInstalledOnce() throws Exception {
    String python = python("3.6.15", 0).toString();

    Path first = program().find(python);
    Path second = program().find(python);

    assertThat(first)
        .isEqualTo(second)
        .startsWith(dir.resolve("cache"))
        .endsWith(Path.of("bin/python"));
    assertThat(Files.readAllLines(dir.resolve("installed"))).hasSize(2);
    assertThat(dir.resolve("installed.packages"))
        .content()
        .containsSubsequence("setuptools==", "\nbigchaindb==2.2.2 ");
    // Each command that takes long says so, too.
    assertThat(said)
        .filteredOn(line -> line.startsWith("installing "))
        .singleElement()
        .asString()
        .startsWith("installing BigchainDB 2.2.2 with ");
  }

  @Test
  void nothingIsInstalledOrBuiltWithWithoutAChecksumThatWeKnow() throws Exception {
    program().find(python("3.6.15", 0).toString());

    assertThat(Files.readAllLines(dir.resolve("installed")))
        .allMatch(
            options ->
                options.startsWith(
                    "--no-input --require-hashes --no-deps --no-build-isolation -r "));
    List<String> packages =
        Files.readString(dir.resolve("installed.packages"))
            .replace("\\\n", " ")
            .lines()
            .filter(line -> !line.startsWith("#"))
            .toList();
    assertThat(packages)
        .hasSizeGreaterThan(50)
        .allMatch(
            line ->
                line.matches(
                    "[A-Za-z0-9._-]+==[0-9.]+( ; python_version[^#]*)?(\\s+--hash=sha256:[0-9a-f]{64})+"));
    assertThat(packages)
        .anyMatch(line -> line.startsWith("pip=="))
        .anyMatch(line -> line.startsWith("setuptools=="))
        .anyMatch(line -> line.startsWith("wheel=="));
  }

  @Test
  void anInstallationThatFailedIsBegunAnew() throws Exception {
    String broken = python("3.6.1", 3).toString();
    assertThatThrownBy(() -> program().find(broken))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("BigchainDB was not installed; it wrote nothing to ");

    assertThat(program().find(python("3.6.15", 0).toString())).isExecutable();
  }

  @Test
  void anotherPythonIsRefused() throws Exception {
    Path other = python("3.11.2", 0);

    assertThatThrownBy(() -> program().find(other.toString()))
        .isInstanceOf(HarnessException.class)
        .hasMessage("python or HYBRID_PYTHON36 names %s, which is no Python 3.6".formatted(other));
  }

  @Test
  void anEnvironmentThatOthersMayChangeIsRefused() throws Exception {
    String python = python("3.6.15", 0).toString();
    Path environment = program().find(python).getParent().getParent();

    Files.setPosixFilePermissions(environment, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> program().find(python))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("may write to " + environment);
  }
}
