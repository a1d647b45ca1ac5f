package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.Property;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ServeCommandTest {
  /** Has properties of which one is wrong, and nothing that could be started. */
  private static final VeritasSystem SYSTEM =
      new VeritasSystem() {
        @Override
        public String name() {
          return "veritas-test";
        }

        @Override
        public List<Property<?>> properties() {
          return List.of(Property.text("kafka.topic", "NAME", "veritas", "the topic"));
        }

        @Override
        public Supplier<Ordering> ordering(NodeSettings settings, ClusterConfig cluster) {
          throw new IllegalArgumentException("kafka.topic is wrong");
        }

        @Override
        public BlockAttestation attestation(
            ClusterConfig cluster, Map<String, NodeSettings> nodes) {
          throw new UnsupportedOperationException();
        }
      };

  @TempDir private Path directory;

  private static Integer serve(String... arguments) throws Exception {
    return CommandLine.populateCommand(new ServeCommand(SYSTEM), arguments).call();
  }

  private Path file() throws IOException {
    return Files.writeString(
        directory.resolve("node.properties"),
        "node.name=node1\nnode.listen=127.0.0.1:7000\nnode.key=k\ncluster.file=/absent\ndata.dir=d\n");
  }

  @Test
  void helpSaysWherePropertiesComeFromAndNamesThem() {
    String help =
        VeritasCommand.commandLine(SYSTEM).getSubcommands().get("serve").getUsageMessage();
    assertThat(help)
        .contains("--config=FILE", "--set=NAME=VALUE", "1. --set", "2. the environment variable")
        .contains("HYBRID_BLOCK_TRANSACTIONS_MAX", "3. the file that --config names")
        .contains("block.transactions.max [100]", "kafka.topic [veritas]", "node.name (required)")
        .contains("log.format [text]", "metrics.listen", "sql.password (secret)");
  }

  @Test
  void flagIsTakenBeforeTheFile() throws Exception {
    String config = file().toString();
    assertThatThrownBy(() -> serve("--config", config)).hasMessageContaining("/absent");
    assertThatThrownBy(() -> serve("--config", config, "--set", "cluster.file=/other"))
        .hasMessageContaining("/other");
  }

  @Test
  void unknownFlagAndFormAreRefused() throws Exception {
    String config = file().toString();
    assertThatThrownBy(() -> serve("--config", config, "--set", "block.linger=1"))
        .hasMessageStartingWith("--set: unknown property block.linger; near it: block.linger.ms");
    assertThatThrownBy(() -> serve("--config", config, "--set", "log.format=xml"))
        .hasMessage("--set: log.format is text or json, not xml");
  }

  @Test
  void nothingGivenNamesWhatIsMissing() {
    assertThatThrownBy(ServeCommandTest::serve).hasMessage("property cluster.file is missing");
  }

  @Test
  void aWrongPropertyOfTheSharedLogIsToldBeforeAnythingIsOpened() throws Exception {
    Path cluster =
        Files.writeString(
            directory.resolve("cluster.json"),
            """
            {"cluster": "c", "timestampOracle": "127.0.0.1:1", "nodes": [
              {"name": "node1", "address": "127.0.0.1:7000", "publicKey": "%s"}]}
            """
                .formatted("0".repeat(64)));
    Path data = directory.resolve("data");
    assertThatThrownBy(
            () ->
                serve(
                    "--config=" + file(),
                    "--set=cluster.file=" + cluster,
                    "--set=data.dir=" + data,
                    "--set=redis.address=127.0.0.1:1"))
        .hasMessage("kafka.topic is wrong");
    assertThat(data).doesNotExist();
  }
}
