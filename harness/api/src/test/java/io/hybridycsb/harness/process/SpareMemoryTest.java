package io.hybridycsb.harness.process;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpareMemoryTest {
  @TempDir private Path directory;

  private SpareMemory with(long leftKb) throws IOException {
    return new SpareMemory(
        Files.writeString(
            directory.resolve("meminfo"),
            "MemTotal:       20480000 kB\nMemFree:  7 kB\nMemAvailable:   %d kB\n"
                .formatted(leftKb)));
  }

  @Test
  void aTwentiethOfTheMemoryMustBeLeft() throws Exception {
    assertThatCode(() -> with(1_024_000).requireFor("64 nodes")).doesNotThrowAnyException();
    assertThatThrownBy(() -> with(1_023_999).requireFor("64 nodes"))
        .isInstanceOf(HarnessException.class)
        .hasMessage(
            "not enough memory for 64 nodes: 999 of 20,000 MB are free, at least 5 % are needed");
  }

  @Test
  void whereNobodyTellsMemoryIsNotLookedAt() {
    SpareMemory untold = new SpareMemory(directory.resolve("none"));

    assertThatCode(() -> untold.requireFor("64 nodes")).doesNotThrowAnyException();
  }
}
