package io.hybridycsb.harness.bench.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  @TempDir Path directory;

  @Test
  void theServersOwnLogIsNoneOfTheirData() throws Exception {
    write("data", 1 << 16);
    Path log = write("node1.log", 1 << 20);

    assertThat(StoredBytes.bytesIn(directory, log).getAsLong()).isBetween(1L << 16, (1L << 20) - 1);
    assertThat(StoredBytes.bytesIn(directory, directory.resolve("none.log")).getAsLong())
        .isGreaterThan(1L << 20);
  }

  @Test
  void whatCannotBeCountedIsNotNothing() throws Exception {
    assertThat(StoredBytes.bytesIn(directory.resolve("none"), directory.resolve("none.log")))
        .isEmpty();
    assertThat(StoredBytes.bytes(List.of("false"), directory, Duration.ofSeconds(10))).isEmpty();
    assertThat(StoredBytes.bytes(List.of("/no/such/program"), directory, Duration.ofSeconds(10)))
        .isEmpty();
  }

  @Test
  @Timeout(60)
  void aCountThatDoesNotEndIsGivenUp() throws Exception {
    List<String> hanging = List.of("sh", "-c", "echo 8 .; exec sleep 600", "sh");

    assertThat(StoredBytes.bytes(hanging, directory, Duration.ofMillis(50))).isEmpty();
  }

  /** On the disk, not only in memory: until then file systems may count nothing. */
  private Path write(String name, int bytes) throws IOException {
    Path file = directory.resolve(name);
    byte[] content = new byte[bytes];
    new Random(1).nextBytes(content);
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      channel.write(ByteBuffer.wrap(content));
      channel.force(true);
    }
    return file;
  }
}
