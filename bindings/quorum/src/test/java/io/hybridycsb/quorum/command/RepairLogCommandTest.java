package io.hybridycsb.quorum.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.quorum.raft.EtcdsLog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.regex.Pattern;
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
      assertThat(QuorumMain.program().run("repair-log", directory.toString()))
          .isEqualTo(expectedStatus);
    } finally {
      System.setOut(out);
      System.setErr(err);
    }
    assertThat(printed.toString(UTF_8).lines()).hasSize(1);
    return printed.toString(UTF_8).strip();
  }

  @Test
  void whatWasCutIsSaidInOneLine() throws Exception {
    byte[] whole = EtcdsLog.bytes(FILE);
    Path file = Files.write(directory.resolve(FILE), Arrays.copyOf(whole, whole.length - 3));

    assertThat(line(0))
        .matches(
            "cut [0-9]+ bytes of a half-written record at byte [0-9]+ of %1$s;"
                    .formatted(Pattern.quote(file.toString()))
                + " the file as it was is %s.broken".formatted(Pattern.quote(file.toString())));
    assertThat(line(0)).isEqualTo("the last file in " + directory + " is whole");
  }

  @Test
  void aDirectoryWithoutALogIsTold() throws Exception {
    assertThat(line(0)).isEqualTo("there is no log in " + directory);
    Files.delete(directory);
    assertThat(line(0)).isEqualTo("there is no log in " + directory);
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
