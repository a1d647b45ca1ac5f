package io.hybridycsb.harness.bench.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.system.programs.Home;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReleaseCheckTest {
  private static final List<String> FILES =
      List.of(
          "bin/ycsb",
          "bin/common.sh",
          "bin/bindings.properties",
          "workloads/workloada",
          "lib/core.jar",
          "harness/lib/harness.jar",
          "etcd-binding/lib/etcd.jar");

  @TempDir Path directory;

  private static final String HERE = "12 5 bin/ycsb\n34 6 lib/a b.jar\n";

  private static String difference(String there) {
    return ReleaseCheck.firstDifference(ReleaseCheck.sums(HERE), ReleaseCheck.sums(there))
        .orElse("");
  }

  @Test
  void theFirstFileThatDiffersOrThatOnlyOneHasIsNamed() {
    assertThat(difference(HERE)).isEmpty();
    assertThat(difference("12 5 bin/ycsb\n35 6 lib/a b.jar\n")).isEqualTo("lib/a b.jar");
    assertThat(difference("12 5 bin/ycsb\n")).isEqualTo("lib/a b.jar");
    assertThat(difference(HERE + "1 1 lib/c.jar\n")).isEqualTo("lib/c.jar");
  }

  private Path release(String name) throws IOException {
    Path release = directory.resolve(name);
    for (String file : FILES) {
      Files.createDirectories(release.resolve(file).getParent());
      Files.writeString(release.resolve(file), file);
    }
    return release;
  }

  private void require(Path there) throws InterruptedException, IOException {
    try (Commands commands = new Commands()) {
      new ReleaseCheck(new Home(release("here")), commands, List.of("etcd"))
          .require(ShellHost.called("alpha", there.toString(), directory));
    }
  }

  @Test
  void aHostWithAnotherBuildOrWithoutOneIsRefused() throws Exception {
    Path there = release("there");
    require(there);

    Files.writeString(there.resolve("etcd-binding/lib/etcd.jar"), "another");
    assertThatThrownBy(() -> require(there))
        .isInstanceOf(HarnessException.class)
        .hasMessageStartingWith("alpha: etcd-binding/lib/etcd.jar is of another build");
    assertThatThrownBy(() -> require(directory.resolve("none")))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "alpha: there is no directory %s: unpack the release there", directory.resolve("none"));
  }
}
