package io.hybridycsb.blockchaindb.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.hybridycsb.ethereum.chain.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterFileTest {
  private static final String FILE =
      """
      {"layout": "log",
       "nodes": [{"name": "node1", "address": "127.0.0.1:7001"},
                 {"name": "node2", "address": "127.0.0.1:7002"}],
       "shards": [
         {"chainId": 1, "contract": "0x0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "authorities": []%s},
         {"chainId": 2, "contract": "0x0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b", "authorities": []%s}]}
      """;

  private final ClusterFile cluster =
      new ClusterFile(
          Layout.values()[0],
          List.of(
              new ClusterFile.Node("node1", "127.0.0.1:7001"),
              new ClusterFile.Node("node2", "127.0.0.1:7002")),
          List.of());

  @Test
  void aShardThatNamesNoNodesIsHeldByAll(@TempDir Path directory) throws Exception {
    ClusterFile read =
        ClusterFile.read(
            Files.writeString(
                directory.resolve("cluster.json"), FILE.formatted("", ", \"nodes\": [\"node2\"]")));

    assertThat(read.holders(0)).containsExactly(0, 1);
    assertThat(read.holders(1)).containsExactly(1);
    assertThat(read.heldBy(0)).containsExactly(0);
    assertThat(read.heldBy(1)).containsExactly(0, 1);
    assertThat(read.toldHolders(1)).isEqualTo("shard 2 is held by node2");
  }

  @Test
  void aShardOfANodeThatIsNotThereIsRefused(@TempDir Path directory) throws Exception {
    Path file =
        Files.writeString(
            directory.resolve("cluster.json"), FILE.formatted("", ", \"nodes\": [\"node3\"]"));

    assertThatIllegalArgumentException()
        .isThrownBy(() -> ClusterFile.read(file))
        .withMessage(
            "cannot read the cluster file %s: a shard's nodes are among [node1, node2], and these"
                + " are not: [node3]",
            file);
  }

  @Test
  void aNodeIsFoundByItsNameAndByItsNumber() {
    assertThat(cluster.indexOf("node2")).isEqualTo(1);
    assertThat(cluster.indexOf("2")).isEqualTo(1);
    for (String other : List.of("", "0", "3", "02", "-1", "node", "node3")) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> cluster.indexOf(other))
          .withMessage(
              "no node '%s'; there are node1, node2, or by number 1 to 2".formatted(other));
    }
  }
}
