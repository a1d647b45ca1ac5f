package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogFileTest {
  @TempDir private Path dir;

  @Test
  void aFileThatDoesNotExistIsEmpty() {
    LogFile log = new LogFile(dir.resolve("none.log"));

    assertThat(log.size()).isZero();
    assertThat(log.lastLines(10, 0)).isEmpty();
  }

  @Test
  void showsTheLastLinesOfTheLastStartOnly() throws Exception {
    LogFile log = new LogFile(dir.resolve("a.log"));
    Files.writeString(log.path(), "old 1\nold 2\n");
    long start = log.size();
    Files.writeString(log.path(), "old 1\nold 2\nnew 1\nnew 2\nnew 3\n");

    assertThat(log.lastLines(2, start)).containsExactly("new 2", "new 3");
    assertThat(log.lastLines(10, start)).containsExactly("new 1", "new 2", "new 3");
  }

  @Test
  void theLastWordsOfAProgramInGoBeginWithItsReasonNotAmongItsTrace() throws Exception {
    LogFile log = new LogFile(dir.resolve("a.log"));
    String trace = "\tnode/node.go:266 +0xb2d\n".repeat(50);
    Files.writeString(log.path(), "starting\npanic: hashes differ\n\ngoroutine 1:\n" + trace);

    assertThat(log.lastWords(3, 0)).containsExactly("panic: hashes differ", "", "goroutine 1:");
  }

  @Test
  void theLastWordsOfOthersAreTheLastLines() throws Exception {
    LogFile log = new LogFile(dir.resolve("a.log"));
    Files.writeString(log.path(), "starting\nno disk panic: is left\nending\n");

    assertThat(log.lastWords(2, 0)).containsExactly("no disk panic: is left", "ending");
  }

  @Test
  void aLargeFileIsCutToWholeLinesOfItsEnd() throws Exception {
    LogFile log = new LogFile(dir.resolve("a.log"));
    String line = "x".repeat(99) + "\n";
    Files.writeString(
        log.path(), line.repeat((int) (LogFile.TRIM_ABOVE_BYTES / 100) + 1) + "end\n");

    log.trim();

    assertThat(log.size()).isBetween(LogFile.KEEP_BYTES - 200L, (long) LogFile.KEEP_BYTES);
    assertThat(log.textFrom(0)).startsWith(line).endsWith("end\n");
  }

  @Test
  void aSmallFileStaysWhole() throws Exception {
    LogFile log = new LogFile(dir.resolve("a.log"));
    Files.writeString(log.path(), "all of it\n");

    log.trim();

    assertThat(log.textFrom(0)).isEqualTo("all of it\n");
  }
}
