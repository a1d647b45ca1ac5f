package io.hybridycsb.harness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.LockFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PortBlocksTest {
  private static final int END = PortBlocks.FIRST + PortBlocks.COUNT * PortBlocks.SIZE;

  @TempDir private Path root;
  private PortBlocks blocks;

  @BeforeEach
  void create() {
    blocks = new PortBlocks(root.resolve("ports"));
  }

  /** A run directory as it is once there is a cluster. */
  private ClusterDirectory cluster(int number) throws Exception {
    ClusterDirectory directory = planned(number);
    Files.createDirectories(directory.path());
    return directory;
  }

  private ClusterDirectory planned(int number) {
    return ClusterDirectory.of(root, "cluster" + number);
  }

  @Test
  void noTwoClustersShareABlockAndEachKeepsItsOwn() throws Exception {
    Set<Integer> bases = new HashSet<>();
    for (int i = 0; i < PortBlocks.COUNT; i++) {
      int base = blocks.baseFor(cluster(i));
      assertThat(base).isBetween(PortBlocks.FIRST, END - PortBlocks.SIZE);
      assertThat(bases.add(base)).as("block %d of cluster %d is new", base, i).isTrue();
      assertThat(blocks.baseFor(cluster(i))).isEqualTo(base);
    }
  }

  @Test
  void aBlockIsFreeAgainWhenItsClusterHasBeenRemoved() throws Exception {
    for (int i = 0; i < PortBlocks.COUNT; i++) {
      blocks.baseFor(cluster(i));
    }
    int removed = blocks.baseFor(cluster(7));
    cluster(7).purge();

    assertThat(blocks.baseFor(cluster(PortBlocks.COUNT))).isEqualTo(removed);
  }

  @Test
  void aClusterThatIsBeingMadeKeepsItsBlock() throws Exception {
    for (int i = 1; i < PortBlocks.COUNT; i++) {
      blocks.baseFor(cluster(i));
    }
    try (LockFile making = planned(0).lock()) {
      int base = blocks.baseFor(planned(0));

      assertThat(Files.readString(root.resolve("ports/" + base)))
          .isEqualTo(planned(0).path().toString());
      blocks.baseFor(cluster(PortBlocks.COUNT));
      assertThat(blocks.baseFor(planned(0))).isEqualTo(base);
    }
  }

  @Test
  void aDamagedFileCountsForNobody() throws Exception {
    int base = blocks.baseFor(cluster(0));
    Path claim = root.resolve("ports/" + base);
    for (byte[] garbage : List.of(new byte[0], new byte[] {0}, new byte[] {'/', -1})) {
      Files.write(claim, garbage);

      assertThat(blocks.baseFor(cluster(0))).isEqualTo(base);
      assertThat(claim).hasContent(cluster(0).path().toString());
    }
  }

  @Test
  void whereNothingCanBeKeptTheNextStepIsTold() throws Exception {
    Path file = Files.writeString(root.resolve("file"), "");

    assertThatThrownBy(() -> new PortBlocks(file.resolve("ports")).baseFor(cluster(0)))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("--port-base");
  }

  @Test
  void aClusterTooManyHasABlockAllTheSame() throws Exception {
    for (int i = 0; i < PortBlocks.COUNT; i++) {
      blocks.baseFor(cluster(i));
    }
    assertThat(blocks.baseFor(cluster(PortBlocks.COUNT)))
        .isBetween(PortBlocks.FIRST, END - PortBlocks.SIZE);
    assertThat(blocks.baseFor(cluster(PortBlocks.COUNT - 1)))
        .as("the others keep theirs")
        .isEqualTo(blocks.baseFor(cluster(PortBlocks.COUNT - 1)));
  }
}
