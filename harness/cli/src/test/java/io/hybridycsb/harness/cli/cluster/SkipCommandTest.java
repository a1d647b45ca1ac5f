package io.hybridycsb.harness.cli.cluster;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.LogFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SkipCommandTest {
  private static final String ONE = "1a".repeat(32);
  private static final String OTHER = "2b".repeat(32);

  @TempDir private Path directory;

  private LogFile log(String name, long height, String digest) throws IOException {
    Path file = directory.resolve(name);
    Files.writeString(
        file,
        "node1: the database: broken. Block %d with the digest %s was not executed; if no node can"
            .formatted(height, digest));
    return new LogFile(file);
  }

  @Test
  void theDigestIsTheOneThatAllNodesName() throws IOException {
    List<LogFile> logs =
        List.of(log("node1", 17, ONE), log("node2", 17, ONE), log("node3", 117, OTHER));

    assertThat(SkipCommand.digest(17, logs)).isEqualTo(ONE);
    assertThat(SkipCommand.digest(117, logs)).isEqualTo(OTHER);
  }

  @Test
  void anOlderLineOfANodeThatRunsAgainDoesNotCount() throws IOException {
    LogFile log = log("node1", 17, ONE);
    Files.writeString(log.path(), "\nnode node1 ready on 127.0.0.1:1\n", APPEND);

    assertThatThrownBy(() -> SkipCommand.digest(17, List.of(log)))
        .hasMessageStartingWith("no node's log ends with the line");
  }

  @Test
  void aBlockThatIsNotNamedOrNamedInTwoWaysIsNotSkipped() throws IOException {
    List<LogFile> logs = List.of(log("node1", 17, ONE), log("node2", 17, OTHER));

    assertThatThrownBy(() -> SkipCommand.digest(18, logs))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "no node's log ends with the line that it could not execute block 18; see 'hybrid logs'");
    assertThatThrownBy(() -> SkipCommand.digest(17, logs))
        .isInstanceOf(HarnessException.class)
        .hasMessage("the nodes' logs name different blocks 17: %s, %s".formatted(ONE, OTHER));
  }
}
