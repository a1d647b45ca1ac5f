package io.hybridycsb.quorum.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.ethereum.chain.Consensus;
import io.hybridycsb.ethereum.contract.Contract;
import io.hybridycsb.quorum.client.ClusterFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine;

class NetworkCommandTest {
  private static final String ONE_ROW = "127.0.0.1:2001,127.0.0.1:2002,127.0.0.1:2003";

  @TempDir private Path directory;

  private void make(Consensus consensus, String peers) {
    assertThat(execute(consensus, peers)).isZero();
  }

  private int execute(Consensus consensus, String peers) {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--directory=" + directory,
                "--consensus=" + consensus.word(),
                "--layout=storage",
                "--period-s=1",
                "--round-s=2",
                "--block-gas=300000000",
                "--rpc=127.0.0.1:1001,127.0.0.1:1002,127.0.0.1:1003",
                "--peers=" + peers));
    if (consensus == Consensus.RAFT) {
      arguments.add("--raft-ports=3001,3002,3003");
    }
    return new CommandLine(new NetworkCommand()).execute(arguments.toArray(String[]::new));
  }

  private JsonNode json(String file) throws IOException {
    return new ObjectMapper().readTree(directory.resolve(file).toFile());
  }

  private List<String> staticNodes(int node) throws IOException {
    List<String> addresses = new ArrayList<>();
    json("node" + node + "/data/static-nodes.json")
        .forEach(each -> addresses.add(each.asText().replaceFirst("^enode://[0-9a-f]{128}@", "")));
    return addresses;
  }

  private ClusterFile cluster() {
    return ClusterFile.read(directory.resolve("cluster.json"));
  }

  @ParameterizedTest
  @EnumSource(names = {"RAFT", "IBFT", "QBFT"})
  void clientsLearnTheNodesAndTheValidators(Consensus consensus) throws Exception {
    make(consensus, ONE_ROW);

    ClusterFile cluster = cluster();
    assertThat(cluster.consensus()).isEqualTo(consensus);
    assertThat(cluster.validators()).hasSize(3).doesNotHaveDuplicates();
    assertThat(cluster.nodes())
        .extracting(ClusterFile.Node::rpc)
        .containsExactly("http://127.0.0.1:1001", "http://127.0.0.1:1002", "http://127.0.0.1:1003");
    assertThat(json("node1/genesis.json").at("/alloc").has(Contract.ADDRESS.hex())).isTrue();
  }

  @ParameterizedTest
  @EnumSource(names = {"IBFT", "QBFT"})
  void theFirstBlockNamesTheValidatorsInOrder(Consensus consensus) throws Exception {
    make(consensus, ONE_ROW);

    String expected =
        String.join(
            "94",
            cluster().validators().stream()
                .map(address -> address.hex().substring(2))
                .sorted(Comparator.naturalOrder())
                .toList());
    for (int node = 1; node <= 3; node++) {
      assertThat(json("node" + node + "/genesis.json").path("extraData").asText())
          .contains("94" + expected);
    }
  }

  @Test
  void underRaftAllNodesAreListedInOneOrderWithTheirPortsForRaft() throws Exception {
    make(Consensus.RAFT, ONE_ROW);

    for (int node = 1; node <= 3; node++) {
      assertThat(staticNodes(node))
          .containsExactly(
              "127.0.0.1:2001?discport=0&raftport=3001",
              "127.0.0.1:2002?discport=0&raftport=3002",
              "127.0.0.1:2003?discport=0&raftport=3003");
    }
  }

  @Test
  void aNodeFindsTheOthersWhereItIsToldTo() throws Exception {
    make(Consensus.QBFT, "a:1,b:2,c:3/d:4,e:5,f:6/g:7,h:8,i:9");

    assertThat(staticNodes(2))
        .containsExactly("d:4?discport=0", "e:5?discport=0", "f:6?discport=0");
  }

  @Test
  void keysAndTheFirstBlockAreKeptAndNobodyElseMayReadAKey() throws Exception {
    make(Consensus.QBFT, ONE_ROW);
    ClusterFile before = cluster();
    String genesis = Files.readString(directory.resolve("node1/genesis.json"));

    make(Consensus.QBFT, ONE_ROW);

    assertThat(cluster()).isEqualTo(before);
    assertThat(directory.resolve("node1/genesis.json")).hasContent(genesis);
    Path key = directory.resolve("node1/data/geth/nodekey");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  void aFirstBlockIsNotReplacedByAnother() throws Exception {
    make(Consensus.QBFT, ONE_ROW);
    ClusterFile before = cluster();

    assertThat(execute(Consensus.IBFT, ONE_ROW)).isNotZero();

    assertThat(cluster()).isEqualTo(before);
  }
}
