package io.hybridycsb.it.extending;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.harness.system.programs.RedisProgram;
import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import io.hybridycsb.it.release.ReleaseParameter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * A system from outside the tree, as docs/extending.md makes one: its two classes in a jar beside a
 * release's are enough for all commands.
 */
@Tag("pages")
@ExtendWith(ReleaseParameter.class)
class OutsideSystemIT {
  @TempDir private Path directory;

  @Test
  void itIsListedKeepsTheContractAndIsDrivenByYcsb(Release release) throws Exception {
    DocumentedSystem system = new DocumentedSystem(directory, release);
    Path home = system.copyOfRelease();
    Map<String, String> environment = environment(release);

    system.installBinding(home);
    List<Ended> conform = system.conform(home, environment);
    List<Ended> tried = system.tryOut(home, environment);

    assertThat(conform).hasSize(3).allSatisfy(Ended::requireSuccess);
    assertThat(conform.get(1).out()).contains("my-redis: a skeleton, to be filled in");
    assertThat(conform.get(2).out())
        .contains("my-redis conforms: ", " 0 FAILED, 1 UNSUPPORTED")
        .containsPattern("UNSUPPORTED .* the audit ends without a finding")
        .containsPattern("PASSED .* while YCSB runs, node1 dies and returns")
        .containsPattern("PASSED .* everything acknowledged is read back: [0-9]+ writes")
        .containsPattern("PASSED .* the history keeps the promise: linearizable: ");
    assertThat(tried).hasSize(5).allSatisfy(Ended::requireSuccess);
    for (Ended ycsb : tried.subList(1, 3)) {
      YcsbReport report = YcsbReport.parse(ycsb.out());
      assertThat(report.committed()).isEqualTo(1_000);
      assertThat(report.uncommitted()).isEmpty();
    }
    // On a slow machine it also prints its progress.
    assertThat(tried.get(3).out().lines()).containsSubsequence(system.output().lines().toList());
  }

  /** Where clusters are, and a redis-server on the PATH. */
  private static Map<String, String> environment(Release release) throws Exception {
    Path programs = release.newDirectory();
    Files.createSymbolicLink(
        programs.resolve("redis-server"), RedisProgram.ofThisMachine().find("").toRealPath());
    return Map.of(
        "PATH",
        programs + ":" + System.getenv("PATH"),
        "HYBRID_DIR",
        release.newDirectory().toString(),
        "JAVA_OPTS",
        LocalCluster.SHORT_LIVED);
  }
}
