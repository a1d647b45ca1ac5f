package io.hybridycsb.blockchaindb.server.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.blockchaindb.client.ClusterFile.Shard;
import io.hybridycsb.ethereum.chain.Consensus;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class NetworkCommandTest {
  private static final Pattern PORT = Pattern.compile("@127\\.0\\.0\\.1:([0-9]+)\"");

  private final StringWriter errors = new StringWriter();
  @TempDir private Path directory;

  private void make(String shardPeers, String... more) {
    assertThat(run(shardPeers, more)).isZero();
  }

  private int run(String shardPeers, String... more) {
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(
        List.of(
            "--directory=" + directory,
            "--layout=storage",
            "--period-s=1",
            "--block-gas=300000000",
            "--accounts=1",
            "--start-delay-s=0",
            "--nodes=127.0.0.1:1001,127.0.0.1:1002,127.0.0.1:1003",
            "--shard-peers=" + shardPeers));
    return new CommandLine(new NetworkCommand())
        .setErr(new PrintWriter(errors))
        .execute(arguments.toArray(String[]::new));
  }

  private List<String> config(String geth) throws IOException {
    return Files.readAllLines(directory.resolve(geth).resolve("config.toml"));
  }

  private List<String> portsOfOthers(String geth) throws IOException {
    return config(geth).stream()
        .filter(line -> line.startsWith("StaticNodes"))
        .flatMap(line -> PORT.matcher(line).results())
        .map(match -> match.group(1))
        .toList();
  }

  @Test
  void aSealerFindsTheOthersAtTheirPorts() throws Exception {
    make("2001,2002,2003");

    assertThat(portsOfOthers("geth1")).containsExactly("2002", "2003");
    assertThat(portsOfOthers("geth3")).containsExactly("2001", "2002");
  }

  @Test
  void aSealerFindsTheOthersWhereItIsToldTo() throws Exception {
    make("2001,3012,3013/3021,2002,3023/3031,3032,2003");

    assertThat(portsOfOthers("geth1")).containsExactly("3012", "3013");
    assertThat(portsOfOthers("geth2")).containsExactly("3021", "3023");
    assertThat(portsOfOthers("geth3")).containsExactly("3031", "3032");
  }

  @Test
  void aSealerHasRoomForAConnectionToEachOther() throws Exception {
    make("2001,2002,2003");

    List<String> lines = config("geth2");
    assertThat(lines).contains("DialRatio = 1");
    assertThat(lines.get(3)).isEqualTo(lines.get(2).replace("StaticNodes", "TrustedNodes"));
  }

  @Test
  void underQbftSealersFindEachOtherAsGoQuorumWantsAndClientsLearnTheConsensus() throws Exception {
    make("2001,2002,2003", "--consensus=qbft");

    assertThat(directory.resolve("geth2/data/static-nodes.json"))
        .content()
        .contains("@127.0.0.1:2001?discport=0", "@127.0.0.1:2002?", "@127.0.0.1:2003?");
    Shard shard = ClusterFile.read(directory.resolve("cluster.json")).shards().get(0);
    assertThat(shard.consensus()).isEqualTo(Consensus.QBFT);
    assertThat(shard.authorities()).hasSize(3);
    assertThat(directory.resolve("geth1/genesis.json")).content().contains("\"qbft\"");
    assertThat(directory.resolve("geth1/sealer.key")).doesNotExist();
  }

  @Test
  void aNodeHasTheFilesAndKeysOfItsShardsOnlyAndClientsLearnWhoHoldsWhat() throws Exception {
    make("3002,3003", "--shard-peers=2001,2002", "--shard-nodes=1,2", "--shard-nodes=2,3");

    ClusterFile cluster = ClusterFile.read(directory.resolve("cluster.json"));
    assertThat(cluster.holders(0)).containsExactly(0, 1);
    assertThat(cluster.holders(1)).containsExactly(1, 2);
    assertThat(cluster.shards()).allMatch(shard -> shard.authorities().size() == 2);
    assertThat(directory.resolve("geth1-shard2")).doesNotExist();
    assertThat(directory.resolve("geth3")).doesNotExist();
    assertThat(portsOfOthers("geth1")).containsExactly("2002");
    assertThat(portsOfOthers("geth3-shard2")).containsExactly("3002");
    assertThat(directory.resolve("node1/accounts.properties"))
        .content()
        .contains("shard1.accounts")
        .doesNotContain("shard2.accounts");
    assertThat(directory.resolve("node2/accounts.properties"))
        .content()
        .contains("shard1.accounts", "shard2.accounts");
  }

  @Test
  void nodesThatCannotHoldWhatTheyAreGivenAreRefused() {
    assertThat(run("2001,2002", "--shard-nodes=1,2")).isNotZero();
    assertThat(errors.toString()).contains("by --shard-nodes node 3 holds no shard");
    for (String wrong : List.of("1,1,2", "0,1,2", "1,2,4", "1,2,", "all")) {
      assertThat(run("2001,2002,2003", "--shard-nodes=" + wrong)).isNotZero();
      assertThat(errors.toString())
          .contains("expects numbers from 1 to 3 with commas between them", "'" + wrong + "'");
    }
    assertThat(run("2001,2002,2003", "--shard-nodes=1,2", "--shard-nodes=3")).isNotZero();
    assertThat(errors.toString()).contains("--shard-nodes stands once for each shard");
    assertThat(run("2001,2002")).isNotZero();
    assertThat(errors.toString())
        .contains("--shard-peers names where the 3 sealers of shard 1 are");
  }

  @Test
  void withoutAWordOfTheConsensusItIsClique() throws Exception {
    make("2001,2002,2003");

    assertThat(ClusterFile.read(directory.resolve("cluster.json")).shards())
        .extracting(Shard::consensus)
        .containsExactly(Consensus.CLIQUE);
  }
}
