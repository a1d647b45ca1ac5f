package io.hybridycsb.harness.system.bigchaindb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.programs.FakePrograms;
import java.nio.file.Files;
import java.nio.file.Path;
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
          --version) echo Python %s ;;
          "-m venv "*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" ;;
          "-m pip install"*) echo "$@" >> "%s"; exit %d ;;
        esac
        """
            .formatted(version, dir.resolve("installed"), pipStatus));
  }

  private BigchainDbProgram program() {
    return new BigchainDbProgram(dir.resolve("cache"), said::add);
  }

  @Test
  void itIsInstalledOnce() throws Exception {
    String python = python("3.6.15", 0).toString();

    Path first = program().find(python);
    Path second = program().find(python);

    assertThat(first).isEqualTo(second).isEqualTo(dir.resolve("cache/bigchaindb-2.2.2/bin/python"));
    assertThat(Files.readAllLines(dir.resolve("installed")))
        .hasSize(2)
        .last()
        .asString()
        .endsWith("BigchainDB==2.2.2 greenlet==0.4.17");
    assertThat(said).singleElement().asString().startsWith("installing BigchainDB 2.2.2 with ");
  }

  @Test
  void anInstallationThatFailedIsBegunAnew() throws Exception {
    String broken = python("3.6.1", 3).toString();
    assertThatThrownBy(() -> program().find(broken))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("BigchainDB was not installed; the end of ");

    assertThat(program().find(python("3.6.15", 0).toString())).isExecutable();
  }

  @Test
  void anotherPythonIsRefused() throws Exception {
    Path other = python("3.11.2", 0);

    assertThatThrownBy(() -> program().find(other.toString()))
        .isInstanceOf(HarnessException.class)
        .hasMessage("python or HYBRID_PYTHON36 names %s, which is no Python 3.6".formatted(other));
  }
}
