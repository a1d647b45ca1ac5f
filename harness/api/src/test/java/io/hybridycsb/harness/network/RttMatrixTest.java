package io.hybridycsb.harness.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RttMatrixTest {
  @TempDir private Path directory;

  private RttMatrix read(String text) throws IOException {
    return RttMatrix.read(Files.writeString(directory.resolve("rtt.csv"), text).toString());
  }

  @Test
  void nodesHaveRegionsInTurn() throws IOException {
    RttMatrix matrix = read("region,a,b\na,1,30\nb,30,2\n");

    assertThat(matrix.between("node1", "node2")).isEqualTo(30);
    assertThat(matrix.between("node2", "node1")).isEqualTo(30);
    assertThat(matrix.between("node1", "node3")).isEqualTo(1);
    assertThat(matrix.between("node2", "kafka4")).isEqualTo(2);
    assertThat(matrix.between("kafka", "node2")).isEqualTo(30);
    assertThat(RttMatrix.NONE.between("node1", "node2")).isZero();
  }

  @Test
  void thoseOfTheReleaseHaveFourRegions() {
    for (String preset : RttMatrix.PRESETS) {
      assertThat(RttMatrix.read(preset).regions()).hasSize(4);
    }
    assertThat(RttMatrix.read("europe").between("node1", "node2")).isEqualTo(25);
  }

  @Test
  void whatIsNoMatrixIsRefused() {
    assertThatThrownBy(() -> read("a,b\n")).hasMessageContaining("line 1: expected 'region'");
    assertThatThrownBy(() -> read("region,a,b\na,1,2\n")).hasMessageContaining("expected 2 lines");
    assertThatThrownBy(() -> read("region,a,b\na,1,2\nb,2,x\n"))
        .hasMessageContaining("line 3: expected b and 2 whole numbers");
    assertThatThrownBy(() -> read("region,a,b\nb,1,2\na,2,1\n")).hasMessageContaining("line 2");
    assertThatThrownBy(() -> read("region,a,b\na,1,2\nb,3,1\n"))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("a round trip between a and b is 2 and 3 ms; there is one");
    assertThatThrownBy(() -> RttMatrix.read("nowhere"))
        .hasMessageContaining("network.rtt.matrix is europe, world, or a file");
  }

  @Test
  void aClusterOfABuildWithoutRegionsIsRead() {
    Network network = new Network(7, 5, 0, List.of(), Set.of(), RttMatrix.read("europe"));

    String text = Json.text(network);
    assertThat(read(Network.class, text)).isEqualTo(network);
    assertThat(read(Network.class, text.replaceFirst("(?s),\\s*\"regions\".*", "}")).regions())
        .isEqualTo(RttMatrix.NONE);
  }

  private static <T> T read(Class<T> type, String text) {
    try {
      return Json.MAPPER.readValue(text, type);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
