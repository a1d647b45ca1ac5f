package io.hybridycsb.it.quorum;

import static java.util.Comparator.naturalOrder;
import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.cluster.LocalCluster;
import io.hybridycsb.it.install.InstallIntoTests;
import io.hybridycsb.it.suites.NodeLossTests;
import io.hybridycsb.it.suites.ProofTests;
import io.hybridycsb.it.suites.QuickstartTests;
import io.hybridycsb.it.suites.TransactionLossTests;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Suites on clusters of Quorum; those that say more are in classes of their own. */
@Tag("quorum")
class QuorumIT {
  /** Four nodes on QBFT. */
  @Nested
  class EverySystem extends ProofTests {
    @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.sealed("qbft");

    @Override
    protected Map<String, String> loadProperties() {
      return QuorumCluster.LINEARIZABLE;
    }

    /** Several for each of its many threads, of which a fifth wait for blocks. */
    @Override
    protected int provenOperations() {
      return 512;
    }

    @Override
    protected int operationsOfClient() {
      return 100;
    }

    @Test
    @Order(5)
    void peopleWriteReadVerifyAndDeleteRecords() {
      CLUSTER
          .hybridOn("put", "--table", "people", "ada", "born=1815", "died=1852")
          .requireSuccess();
      CLUSTER.hybridOn("put", "--table", "people", "ada", "died=27.11.1852").requireSuccess();
      assertThat(CLUSTER.hybridOn("verify", "--table", "people", "ada").requireSuccess().out())
          .contains("  born=1815", "  died=27.11.1852")
          .containsPattern("sealed by [34] of 4 validators");
      CLUSTER.hybridOn("delete", "--table", "people", "ada").requireSuccess();

      assertThat(CLUSTER.hybridOn("get", "--table", "people", "ada").status()).isEqualTo(1);
      assertThat(CLUSTER.hybridOn("verify", "--table", "people", "ada").requireSuccess().out())
          .contains("ada: absent");
    }
  }

  @Nested
  @Tag("campaign")
  class Ibft extends SealedBlocksTests {
    @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.sealed("ibft");
  }

  @Nested
  @Tag("campaign")
  class InstallInto extends InstallIntoTests {
    @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.sealed("qbft");
  }

  @Nested
  @Tag("campaign")
  class NodeLoss extends NodeLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.raft();

    @Override
    protected Map<String, String> loadProperties() {
      return QuorumCluster.LINEARIZABLE;
    }

    @Override
    protected int commits() {
      return 200;
    }

    @Override
    protected int operationsOfClient() {
      return 2_000;
    }
  }

  @Nested
  @Tag("campaign")
  class Qbft extends SealedBlocksTests {
    @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.sealed("qbft");
  }

  @Nested
  @Tag("campaign")
  class Quickstart extends QuickstartTests {
    @RegisterExtension
    private static final LocalCluster CLUSTER = QuorumCluster.sealed("qbft").notStarted();

    /** Its threads are few, and a write waits for a block. */
    @Override
    protected int records() {
      return 50;
    }

    @Override
    protected int operations() {
      return 100;
    }
  }

  @Nested
  @Tag("campaign")
  class TransactionLoss extends TransactionLossTests {
    @RegisterExtension private static final LocalCluster CLUSTER = QuorumCluster.raft();

    @Override
    protected Map<String, String> properties() {
      return QuorumCluster.LINEARIZABLE;
    }

    @Override
    protected int commits() {
      return 50;
    }

    @Override
    protected int transactionsOfClient() {
      return 400;
    }
  }

  /** What is Raft's own. */
  @Nested
  @Tag("campaign")
  class Raft {
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

    /**
     * A length of 1,000 bytes, of which the first four are there; the file has zeros after that.
     */
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
}
