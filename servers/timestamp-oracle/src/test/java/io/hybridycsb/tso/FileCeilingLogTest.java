package io.hybridycsb.tso;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileCeilingLogTest {
  private static final long STEP = 1_000;

  @TempDir private Path temporary;
  private Path directory;
  private Path file;

  @BeforeEach
  void nameDirectory() {
    directory = temporary.resolve("data");
    file = directory.resolve(FileCeilingLog.CEILINGS_FILE);
  }

  @Test
  void reopeningBeginsAtTheHighestCeiling() throws IOException {
    assertThat(raise(0)).isEqualTo(TimestampAllocator.FIRST_TIMESTAMP);
    long raised = raise(3);
    assertThat(raised).isEqualTo(1 + 3 * STEP);
    assertThat(raise(0)).isEqualTo(raised);
  }

  @Test
  void fileStaysSmallHoweverManyCeilingsAreLogged() throws IOException {
    int raises = 5 * CeilingSlots.COUNT + 7;
    assertThat(raise(raises)).isEqualTo(1 + raises * STEP);
    assertThat(file).hasSize(CeilingSlots.FILE_BYTES);
    assertThat(raise(0)).isEqualTo(1 + raises * STEP);
  }

  @Test
  void stepMayChangeBetweenRuns() throws IOException {
    long raised = raise(2);
    try (CeilingLog log = FileCeilingLog.open(directory, 50 * STEP, 0)) {
      assertThat(log.raise()).isEqualTo(raised + 50 * STEP);
    }
    assertThat(raise(1)).isEqualTo(raised + 51 * STEP);
  }

  @Test
  void slotTornAtAnyByteNeverLowersTheCeiling() throws IOException {
    long durable;
    byte[] before;
    byte[] after;
    try (CeilingLog log = FileCeilingLog.open(directory, STEP, 0)) {
      log.raise();
      durable = log.raise();
      before = Files.readAllBytes(file);
      log.raise();
      after = Files.readAllBytes(file);
    }
    int slot = Arrays.mismatch(before, after);
    for (int written = 0; written <= CeilingSlots.SLOT_BYTES; written++) {
      byte[] torn = before.clone();
      System.arraycopy(after, slot, torn, slot, written);
      Files.write(file, torn);
      assertThat(raise(0)).as("%s bytes", written).isBetween(durable, durable + STEP);
    }
  }

  @Test
  void damageOfAnyByteIsRefusedOrNeverLowersTheCeiling() throws IOException {
    long durable;
    try (CeilingLog log = FileCeilingLog.open(directory, STEP, 0)) {
      log.raise();
      log.raise();
      durable = log.raise();
    }
    byte[] whole = Files.readAllBytes(file);
    for (int at = 0; at < whole.length; at++) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 0x40;
      Files.write(file, damaged);
      assertRefusedOrAtLeast(durable, at);
    }
  }

  @Test
  void fileCutShortAnywhereIsRefused() throws IOException {
    raise(3);
    byte[] whole = Files.readAllBytes(file);
    for (int length = 0; length < whole.length; length += 7) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(() -> raise(0))
          .hasMessageContaining("is damaged")
          .hasMessageContaining("bytes");
    }
  }

  @Test
  void directoryWithoutCeilingsIsRefusedUnlessItIsSaidWhereToStart() throws IOException {
    assertThatThrownBy(() -> startAbove(FileCeilingLog.START_UNKNOWN))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("for a new cluster give start.above=0")
        .hasMessageContaining("give start.above=N with the newest timestamp that audit tells");
    assertThat(startAbove(500)).isEqualTo(501);
    assertThat(startAbove(FileCeilingLog.START_UNKNOWN)).isEqualTo(501);
  }

  @Test
  void whoeverMakesAClusterAllowsOneStartInAnEmptyDirectory() throws IOException {
    Path firstStart = Files.createDirectories(directory).resolve(FileCeilingLog.FIRST_START_FILE);
    Files.createFile(firstStart);
    assertThat(startAbove(FileCeilingLog.START_UNKNOWN)).isEqualTo(1);
    assertThat(firstStart).doesNotExist();
    Files.delete(file);
    Files.delete(directory.resolve(FileCeilingLog.LOCK_FILE));
    assertThatThrownBy(() -> startAbove(FileCeilingLog.START_UNKNOWN))
        .hasMessageContaining("is missing");
    assertThat(startAbove(2 * STEP)).isEqualTo(2 * STEP + 1);
  }

  @Test
  void ceilingsOfAnOldCopyAreRaisedAndNeverLowered() throws IOException {
    long old = raise(2);
    assertThat(startAbove(old + 9)).isEqualTo(old + 10);
    assertThat(startAbove(7)).isEqualTo(old + 10);
    assertThat(startAbove(FileCeilingLog.START_UNKNOWN)).isEqualTo(old + 10);
  }

  private long startAbove(long timestamp) throws IOException {
    try (CeilingLog log = FileCeilingLog.open(directory, STEP, timestamp)) {
      return log.ceiling();
    }
  }

  @Test
  void missingFileIsRefusedOnceTimestampsWereHandedOut() throws IOException {
    raise(1);
    Files.delete(file);
    assertThatThrownBy(() -> raise(0))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is missing");
  }

  @Test
  void crashBeforeTheFirstFileIsCompleteLeavesAFreshStart() throws IOException {
    Files.createDirectories(directory);
    Files.createFile(directory.resolve(FileCeilingLog.LOCK_FILE));
    Files.write(directory.resolve(FileCeilingLog.CEILINGS_FILE + ".new"), new byte[100]);
    assertThat(raise(1)).isEqualTo(1 + STEP);
  }

  @Test
  void secondServerIsRefused() throws IOException {
    try (CeilingLog log = FileCeilingLog.open(directory, STEP, 0)) {
      assertThatThrownBy(() -> FileCeilingLog.open(directory, STEP, 0))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("in use by another timestamp oracle");
      assertThat(log.raise()).isEqualTo(1 + STEP);
    }
  }

  @Test
  void lastCeilingIsAnErrorNotAnOverflow() throws IOException {
    try (CeilingLog log = FileCeilingLog.open(directory, Long.MAX_VALUE / 2, 0)) {
      log.raise();
      assertThatThrownBy(log::raise)
          .isInstanceOf(IOException.class)
          .hasMessageContaining("used up");
    }
  }

  private long raise(int times) throws IOException {
    try (CeilingLog log = FileCeilingLog.open(directory, STEP, 0)) {
      for (int i = 0; i < times; i++) {
        log.raise();
      }
      return log.ceiling();
    }
  }

  private void assertRefusedOrAtLeast(long durable, int damagedAt) {
    try {
      assertThat(CeilingSlots.recover(file))
          .as("byte %s", damagedAt)
          .isGreaterThanOrEqualTo(durable);
    } catch (IOException e) {
      assertThat(e).hasMessageContaining(file.toString()).hasMessageContaining("is damaged");
    }
  }
}
