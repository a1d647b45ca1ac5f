package io.hybridycsb.harness.flame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import io.hybridycsb.harness.HarnessException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlameGraphsTest {
  @TempDir private Path directory;

  @Test
  void whatIsTheSameInAllJvmsAndThreadsHasTheSameName() {
    assertThat(
            FlameGraphs.common(
                """
                [worker-1 tid=11];a/A.run_[j] 30
                [worker-2 tid=12];a/A.run_[j] 10
                [net-1-TLS-$0 tid=4];a/A.run_[j] 3
                [GC Thread#0 tid=5];work 1
                [C2 CompilerThread0 tid=6];compile 1
                [G1 Conc#0 tid=7];mark 1
                [1 tid=8];a/A.run_[j] 2
                [a [b] tid=9];a/A$$Lambda$12.run_[j];b/GeneratedMethodAccessor7.invoke_[j] 2
                """))
        .isEqualTo(
            """
            [worker];a/A.run_[j] 30
            [worker];a/A.run_[j] 10
            [net-TLS-$];a/A.run_[j] 3
            [GC Thread];work 1
            [C2 CompilerThread];compile 1
            [G1 Conc];mark 1
            [1];a/A.run_[j] 2
            [a [b]];a/A$$Lambda.run_[j];b/GeneratedMethodAccessor.invoke_[j] 2
            """);
  }

  @Test
  void whatIsNoDirectoryIsRefusedBeforeAnythingIsProfiled() throws Exception {
    Path file = Files.createFile(directory.resolve("pages"));
    FlameGraphs graphs = new FlameGraphs(Duration.ofMinutes(2), file, line -> fail(line));

    assertThatThrownBy(() -> graphs.take(new TreeMap<>(Map.of("workers", List.of(1L)))))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("cannot make the directory " + file);
  }
}
