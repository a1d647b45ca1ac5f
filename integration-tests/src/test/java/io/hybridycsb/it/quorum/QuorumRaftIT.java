package io.hybridycsb.it.quorum;

import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.LocalCluster;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What is Raft's own. */
@Tag("campaign")
@Tag("quorum")
class QuorumRaftIT {
  @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.raft();

  @Test
  void aNodeThatWasKilledWhileItWroteItsLogStartsAgain() throws IOException {
    CLUSTER.kill("node3");
    Path file = lastFile(CLUSTER.process("node3").dir().resolve("data").resolve("raft-wal"));
    appendHalfARecord(file);

    CLUSTER.restart("node3");

    assertThat(file.resolveSibling(file.getFileName() + ".broken")).exists();
    CLUSTER.requireAuditPasses();
  }

  private static Path lastFile(Path log) throws IOException {
    try (Stream<Path> files = Files.list(log)) {
      return files
          .filter(file -> file.toString().endsWith(".wal"))
          .max(naturalOrder())
          .orElseThrow();
    }
  }

  /** A length of 1,000 bytes, of which the first four are there; the file has zeros after that. */
  private static void appendHalfARecord(Path file) throws IOException {
    byte[] whole = Files.readAllBytes(file);
    int end = whole.length;
    while (whole[end - 1] == 0) {
      end--;
    }
    int next = (end + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
    ByteBuffer half = ByteBuffer.allocate(Long.BYTES + 4).order(ByteOrder.LITTLE_ENDIAN);
    half.putLong(1_000).put(new byte[] {8, 2, 16, 1}).flip();
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.write(half, next);
    }
  }
}
