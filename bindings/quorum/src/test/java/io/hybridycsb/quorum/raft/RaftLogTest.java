package io.hybridycsb.quorum.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RaftLogTest {
  @TempDir private Path parent;
  private Path directory;
  private RaftLog log;
  private Path last;

  @BeforeEach
  void copyEtcdsLog() throws Exception {
    directory = parent.resolve("raft-wal");
    log = EtcdsLog.in(directory);
    last = directory.resolve(EtcdsLog.LAST);
  }

  /** Breaks off the last file a few bytes after the beginning of an entry of Raft. */
  private int breakOff() throws IOException {
    int entry = EtcdsLog.boundaries(EtcdsLog.LAST).get(3);
    Files.write(last, Arrays.copyOf(EtcdsLog.bytes(EtcdsLog.LAST), entry + 20));
    return entry;
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aWholeLogIsLeftAsItIs() throws Exception {
    assertThat(log.repair()).isEmpty();

    assertThat(files()).containsExactly(EtcdsLog.FIRST, EtcdsLog.LAST);
    assertThat(last).hasBinaryContent(EtcdsLog.bytes(EtcdsLog.LAST));
  }

  @Test
  void aHalfWrittenRecordIsCutAndTheFileKeptAsItWas() throws Exception {
    int entry = breakOff();
    byte[] before = Files.readAllBytes(last);
    Path copy = directory.resolve(EtcdsLog.LAST + ".broken");

    assertThat(log.repair()).contains(new RaftLog.Cut(last, entry, 20, copy));

    assertThat(last).hasBinaryContent(Arrays.copyOf(before, entry));
    assertThat(copy).hasBinaryContent(before);
    assertThat(directory.resolve(EtcdsLog.FIRST)).hasBinaryContent(EtcdsLog.bytes(EtcdsLog.FIRST));
  }

  @Test
  void aRepairedLogNeedsNoRepairAndItsCopyIsNoFileOfTheLog() throws Exception {
    breakOff();
    log.repair();
    Files.delete(last);
    Files.delete(directory.resolve(EtcdsLog.FIRST));

    assertThat(log.repair()).isEmpty();
    assertThat(files()).containsExactly(EtcdsLog.LAST + ".broken");
  }

  @Test
  void aSecondKillIsRepairedAsTheFirst() throws Exception {
    int entry = breakOff();
    log.repair();
    breakOff();

    Path second = directory.resolve(EtcdsLog.LAST + ".broken-2");
    assertThat(log.repair()).contains(new RaftLog.Cut(last, entry, 20, second));
    assertThat(log.repair()).isEmpty();
    assertThat(files()).contains(EtcdsLog.LAST + ".broken", EtcdsLog.LAST + ".broken-2");
  }

  @Test
  void onlyTheFileThatIsWrittenToIsRepaired() throws Exception {
    Path first = directory.resolve(EtcdsLog.FIRST);
    Files.write(first, new byte[] {1, 2, 3});
    int entry = breakOff();

    assertThat(log.repair()).map(RaftLog.Cut::file).contains(last);

    assertThat(first).hasBinaryContent(new byte[] {1, 2, 3});
    assertThat(last).hasSize(entry);
  }

  @Test
  void aDamagedLogIsLeftAsItIsAndTheErrorNamesTheFileAndTheByte() throws Exception {
    byte[] damaged = EtcdsLog.bytes(EtcdsLog.LAST);
    int entry = EtcdsLog.boundaries(EtcdsLog.LAST).get(3);
    damaged[entry + 30] ^= 1;
    Files.write(last, damaged);

    assertThatThrownBy(log::repair)
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("%s, at byte %d: ".formatted(last, entry))
        .hasMessageEndingWith("nothing was cut")
        .hasNoCause();

    assertThat(last).hasBinaryContent(damaged);
    assertThat(files()).containsExactly(EtcdsLog.FIRST, EtcdsLog.LAST);
  }

  /** No kill leaves one: etcd has the header on disk before it takes a file into the log. */
  @Test
  void aLastFileWithoutAHeaderIsLeftAsItIs() throws Exception {
    byte[] whole = EtcdsLog.bytes(EtcdsLog.LAST);
    int header = EtcdsLog.boundaries(EtcdsLog.LAST).get(2);
    for (byte[] bytes :
        List.of(new byte[0], new byte[1_000], new byte[3], Arrays.copyOf(whole, header - 1))) {
      Files.write(last, bytes);

      assertThatThrownBy(log::repair)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("no whole header");
      assertThat(last).hasBinaryContent(bytes);
    }
  }

  @Test
  void whereThereIsNoLogNothingIsMissed() throws Exception {
    RaftLog none = new RaftLog(parent.resolve("none"));

    assertThat(none.exists()).isFalse();
    assertThat(none.repair()).isEmpty();
    assertThat(none.directory()).doesNotExist();
  }

  @Test
  void aFileIsNoDirectoryOfALog() {
    assertThatThrownBy(() -> new RaftLog(last))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("%s is a file; the directory of the log is expected", last);
  }

  /** Holds a lock as a node does, until its input ends. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) throws IOException {
      try (FileChannel channel = FileChannel.open(Path.of(args[0]), StandardOpenOption.WRITE);
          FileLock lock = channel.lock()) {
        System.out.println(lock.isValid());
        int ignored = System.in.read();
      }
    }
  }

  @Test
  void aLogThatAProcessHasOpenIsLeftAsItIs() throws Exception {
    int entry = breakOff();
    Process holder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Holder.class.getName(),
                last.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader said = holder.inputReader()) {
      assertThat(said.readLine()).isEqualTo("true");

      assertThatThrownBy(log::repair)
          .isInstanceOf(IllegalStateException.class)
          .hasMessageStartingWith(last + " is open in a running node");
      assertThat(last).hasSize(entry + 20L);
      assertThat(files()).containsExactly(EtcdsLog.FIRST, EtcdsLog.LAST);
    } finally {
      holder.destroyForcibly().waitFor();
    }

    assertThat(log.repair()).isPresent();
  }
}
