package io.hybridycsb.quorum.raft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogReaderTest {
  private static final int LENGTH_FIELD_BYTES = 8;

  /** Of so many bytes at the beginning of a record, each one is tried. */
  private static final int EACH = 24;

  /** Of what follows, each so many. */
  private static final int STEP = 37;

  @TempDir private Path directory;

  private Optional<LogReader.HalfWritten> read(byte[] bytes) throws IOException {
    Path file = Files.write(directory.resolve(EtcdsLog.LAST), bytes);
    try (FileChannel channel = FileChannel.open(file)) {
      return new LogReader(file, channel).readAll();
    }
  }

  /** In the words of etcd's results. */
  private String result(byte[] bytes) throws IOException {
    try {
      return read(bytes).map(half -> Long.toString(half.at())).orElse("whole");
    } catch (IOException e) {
      assertThat(e).hasMessageEndingWith("so nothing was cut");
      return "refused";
    }
  }

  private static byte[] without(byte[] whole, int from, boolean truncated) {
    return truncated
        ? Arrays.copyOf(whole, from)
        : Arrays.copyOf(Arrays.copyOf(whole, from), whole.length);
  }

  /** Of a message; what pads it to a multiple of 8 bytes is not counted. */
  private static int messageBytes(byte[] file, int record) {
    long field = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getLong(record);
    return (int) (field & 0xFF_FFFF);
  }

  /** The bytes to try of those between two, both included. */
  private static IntStream some(int from, int to) {
    return IntStream.rangeClosed(from, to)
        .filter(at -> at - from < EACH || (at - from) % STEP == 0 || at == to);
  }

  @ParameterizedTest
  @ValueSource(strings = {EtcdsLog.FIRST, EtcdsLog.LAST})
  void aWholeFileLacksNothing(String file) throws Exception {
    assertThat(read(EtcdsLog.bytes(file))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {EtcdsLog.FIRST, EtcdsLog.LAST})
  void fromWhicheverByteAfterTheHeaderAFileIsMissingTheCutIsWhereEtcdCuts(String file)
      throws Exception {
    byte[] whole = EtcdsLog.bytes(file);
    List<EtcdsLog.Repair> repairs =
        EtcdsLog.repairs().stream().filter(repair -> repair.file().equals(file)).toList();
    assertThat(repairs).hasSizeGreaterThan(80);
    int header = EtcdsLog.boundaries(file).get(2);
    for (EtcdsLog.Repair repair : repairs) {
      for (int from : some(repair.from(), repair.to()).toArray()) {
        byte[] missing = without(whole, from, repair.isOfTruncated());
        boolean isHeaderWhole =
            missing.length >= header && Arrays.equals(missing, 0, header, whole, 0, header);
        assertThat(result(missing))
            .as("%s %s from byte %d on", file, repair.how(), from)
            .isEqualTo(isHeaderWhole ? repair.result() : "refused");
      }
    }
  }

  /** As etcd, this one takes a record that lacks a sector for half written. */
  @Test
  void aRecordThatLacksASectorIsNotHalfWrittenIfThereIsMoreOfTheLogAfterIt() throws Exception {
    List<Integer> boundaries = EtcdsLog.boundaries(EtcdsLog.LAST);
    int entry = boundaries.get(boundaries.size() - 3);
    int next = boundaries.get(boundaries.size() - 2);
    byte[] file = EtcdsLog.bytes(EtcdsLog.LAST);
    file[entry + 30] ^= 1;
    assertThat(result(without(file, next, false))).isEqualTo(Integer.toString(entry));

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at byte %d: no whole record, but more of the log".formatted(entry));
  }

  @Test
  void aHalfWrittenRecordIsCountedAsFarAsTheFileGoes() throws Exception {
    List<Integer> boundaries = EtcdsLog.boundaries(EtcdsLog.FIRST);
    int last = boundaries.get(boundaries.size() - 1);

    assertThat(read(without(EtcdsLog.bytes(EtcdsLog.FIRST), last + 13, true)))
        .contains(new LogReader.HalfWritten(last, 13));
  }

  /** All but the number of its type, over which there is no CRC. */
  @Test
  void aRecordWithAChangedByteIsNotTakenForHalfWritten() throws Exception {
    byte[] file = EtcdsLog.bytes(EtcdsLog.FIRST);
    for (int record : EtcdsLog.boundaries(EtcdsLog.FIRST)) {
      int end = record + LENGTH_FIELD_BYTES + messageBytes(file, record);
      for (int at : some(record, end - 1).toArray()) {
        if (at == record + LENGTH_FIELD_BYTES - 1 || at == record + LENGTH_FIELD_BYTES + 1) {
          continue;
        }
        byte[] changed = file.clone();
        changed[at] ^= 4;
        assertThat(result(changed)).as("byte %d changed", at).isEqualTo("refused");
      }
    }
  }

  @Test
  void aLengthFieldThatReachesIntoTheRestDoesNotTakeTheRecordsAfterItAlong() throws Exception {
    byte[] file = EtcdsLog.bytes(EtcdsLog.LAST);
    int third = EtcdsLog.boundaries(EtcdsLog.LAST).get(2);
    for (int changed = third + 1; changed < third + LENGTH_FIELD_BYTES - 1; changed++) {
      byte[] longer = file.clone();
      longer[changed] ^= 0x20;

      assertThatThrownBy(() -> read(longer))
          .isInstanceOf(IOException.class)
          .hasMessageStartingWith(
              "%s, at byte %d: ".formatted(directory.resolve(EtcdsLog.LAST), third));
    }
  }

  @Test
  void aWrongPaddingDoesNotMakeTheNextRecordSeemHalfWritten() throws Exception {
    byte[] file = EtcdsLog.bytes(EtcdsLog.FIRST);
    for (int record : EtcdsLog.boundaries(EtcdsLog.FIRST)) {
      int padding = record + LENGTH_FIELD_BYTES - 1;
      if (file[padding] < 0) {
        file[padding] ^= 1;
        assertThat(result(file))
            .as("padding of the record at byte %d", record)
            .isEqualTo("refused");
        file[padding] ^= 1;
      }
    }
  }

  @Test
  void aTypeThatEtcdDoesNotWriteIsRefused() throws Exception {
    byte[] file = EtcdsLog.bytes(EtcdsLog.FIRST);
    int second = EtcdsLog.boundaries(EtcdsLog.FIRST).get(1);
    file[second + LENGTH_FIELD_BYTES + 1] = 6;

    assertThatThrownBy(() -> read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("at byte %d: a record of type 6, where 1 to 5 are".formatted(second));
  }

  @Test
  void aRecordLargerThanAWholeFileIsNotReadIntoMemory() throws Exception {
    Path file = directory.resolve(EtcdsLog.LAST);
    long claimed = 80L << 20;
    ByteBuffer field = ByteBuffer.allocate(LENGTH_FIELD_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      channel.write(field.putLong(claimed).flip());
      channel.write(ByteBuffer.allocate(1), 2 * claimed);

      assertThatThrownBy(() -> new LogReader(file, channel).readAll())
          .isInstanceOf(IOException.class)
          .hasMessageContaining(
              "at byte 0: a record of 83886080 bytes, where at most 67108864 are expected");
    }
  }
}
