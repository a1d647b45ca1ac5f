package io.hybridycsb.quorum.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RepairLogCommandTest {
  private static final String FILE = "0000000000000000-0000000000000000.wal";

  @TempDir private Path directory;

  /** The command's one line, to its output or to its errors. */
  private String line(int expectedStatus) {
    PrintStream out = System.out;
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    PrintStream both = new PrintStream(printed, true, UTF_8);
    System.setOut(both);
    System.setErr(both);
    try {
      assertThat(QuorumMain.TOOL.run("repair-log", directory.toString())).isEqualTo(expectedStatus);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(printed.toString(UTF_8).lines()).hasSize(1);
    return printed.toString(UTF_8).strip();
  }

  @Test
  void whatWasCutIsSaidInOneLine() throws Exception {
    Path file = Files.write(directory.resolve(FILE), new byte[] {1, 2, 3});

    assertThat(line(0))
        .isEqualTo(
            "cut 3 bytes of a half-written record at byte 0 of %s; the file as it was is %s.broken",
            file, file);
    assertThat(line(0)).isEqualTo(directory + " needs no repair");
  }

  @Test
  void aDirectoryThatIsNotThereNeedsNoRepair() throws Exception {
    Files.delete(directory);

    assertThat(line(0)).isEqualTo(directory + " needs no repair");
    Files.createDirectory(directory);
    assertThat(line(0))
        .isEqualTo("removed " + directory + ", which was empty; the node makes it again");
  }

  @Test
  void aLogThatIsDamagedInAnotherWayIsAFailure() throws Exception {
    byte[] noRecord = new byte[16];
    noRecord[0] = 8;
    noRecord[8] = 1;
    Path file = Files.write(directory.resolve(FILE), noRecord);

    assertThat(line(1))
        .startsWith("quorum: " + file + ", at byte 0: no record, where one of 8 bytes is expected");
  }
}
