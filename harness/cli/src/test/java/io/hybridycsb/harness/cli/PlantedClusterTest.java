package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.files.PrivateFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlantedClusterTest {
  @TempDir Path work;

  @Test
  void aCommandThatOthersMayHaveWrittenIsNotRun() throws Exception {
    Path root = work.toRealPath().resolve(".hybrid");
    Path cluster = root.resolve("shell");
    PrivateFiles.makeDirectory(root);
    PrivateFiles.makeDirectory(cluster);
    Path ran = work.resolve("ran");
    PrivateFiles.write(
        cluster.resolve("state.json"),
        """
        {"system": "shell", "nodes": 1, "settings": {}, "ports": {}, "processes": [],
         "commands": {"get": ["touch", "%s"]}, "versions": {}, "started": {}}
        """
            .formatted(ran));
    assertThat(hybridGet()).isEmpty();
    assertThat(Files.deleteIfExists(ran)).isTrue();
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));

    assertThat(hybridGet())
        .containsExactly(
            "hybrid: others may write to %s, and what is in it is run: if it is all yours, run 'chmod go-w %s'"
                .formatted(root, root));

    assertThat(ran).doesNotExist();
  }

  /**
   * What it says on standard error. Its exit status has to be 0 if it says nothing, otherwise 1.
   */
  private List<String> hybridGet() throws Exception {
    Path err = work.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            HybridMain.class.getName(),
            "get",
            "shell");
    builder.environment().keySet().removeIf(name -> name.startsWith("HYBRID_"));
    Process process =
        builder
            .directory(work.toFile())
            .redirectError(err.toFile())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    List<String> said = Files.readAllLines(err);
    assertThat(process.exitValue()).isEqualTo(said.isEmpty() ? 0 : 1);
    return said;
  }
}
