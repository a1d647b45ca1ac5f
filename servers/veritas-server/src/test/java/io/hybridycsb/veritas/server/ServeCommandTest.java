package io.hybridycsb.veritas.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.sharedlog.LogException;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import io.hybridycsb.veritas.server.VeritasCommand.ServeCommand;
import io.hybridycsb.veritas.server.audit.BlockAttestation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ServeCommandTest {
  private static final String ALICE =
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

  private static final String BOB =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

  /** Has properties of which one is wrong, and nothing that could be started. */
  static final VeritasSystem SYSTEM =
      new TestSystem() {
        @Override
        public Supplier<Ordering> ordering(Settings settings, ClusterConfig cluster) {
          throw new IllegalArgumentException("kafka.topic is wrong");
        }
      };

  /** Its shared log can't be reached. */
  private static class TestSystem implements VeritasSystem {
    @Override
    public String name() {
      return "veritas-test";
    }

    @Override
    public List<Property<?>> properties() {
      return List.of(Property.text("kafka.topic", "NAME", "veritas", "the topic"));
    }

    @Override
    public Supplier<Ordering> ordering(Settings settings, ClusterConfig cluster) {
      return () -> {
        throw new LogException("no log");
      };
    }

    @Override
    public BlockAttestation attestation(ClusterConfig cluster, Map<String, Settings> nodes) {
      throw new UnsupportedOperationException();
    }
  }

  @TempDir private Path directory;

  private static Integer serve(String... arguments) throws Exception {
    return CommandLine.populateCommand(new ServeCommand(SYSTEM), arguments).call();
  }

  private Path file() throws IOException {
    return Files.writeString(
        directory.resolve("node.properties"),
        "node.name=node1\n"
            + "node.listen=127.0.0.1:7000\n"
            + "node.key=k\n"
            + "cluster.file=/absent\n"
            + "data.dir=d\n");
  }

  @Test
  void helpSaysWherePropertiesComeFromAndNamesThem() {
    String help =
        VeritasCommand.of(SYSTEM).commandLine().getSubcommands().get("serve").getUsageMessage();
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
    assertThatThrownBy(() -> serve("--config", config, "--set", "attest.idle=1"))
        .hasMessageStartingWith("--set: unknown property attest.idle; near it: attest.idle.ms");
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
                .formatted(ALICE));
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

  @Test
  void aNodeDoesNotStartWithOtherClientsThanItsLedgerBeganWithAndNamesThem() throws Exception {
    KeyPair key = KeyPairGenerator.getInstance("Ed25519").generateKeyPair();
    String client = "{\"name\": \"%s\", \"publicKey\": \"%s\"}";
    String alice = client.formatted("alice", ALICE);
    String bob = client.formatted("bob", BOB);
    serveUntilOpened(key, "127.0.0.1:7000", alice);
    serveUntilOpened(key, "127.0.0.1:7001", alice);
    assertThatThrownBy(() -> serveNode(key, "127.0.0.1:7000", alice + "," + bob))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("isn't as it was when this ledger began: new: client " + BOB)
        .hasMessageContaining(" bob; put it back");
    assertThatThrownBy(() -> serveNode(key, "127.0.0.1:7000", bob))
        .hasMessageContaining("new: client " + BOB)
        .hasMessageContaining("missing: client " + ALICE);
    assertThatThrownBy(() -> serveNode(key, "127.0.0.1:7000", alice, "--set=record.bytes.max=5000"))
        .hasMessageContaining("new: record.bytes.max 5000");
    serveUntilOpened(key, "127.0.0.1:7000", alice);
  }

  private void serveUntilOpened(KeyPair key, String address, String clients) {
    assertThatThrownBy(() -> serveNode(key, address, clients))
        .isInstanceOf(LogException.class)
        .hasMessage("no log");
  }

  /** Serves on databases of its own, as far as a node gets without a shared log. */
  private void serveNode(KeyPair key, String address, String clients, String... flags)
      throws Exception {
    byte[] publicKey = key.getPublic().getEncoded();
    String raw = HexFormat.of().formatHex(publicKey, publicKey.length - 32, publicKey.length);
    Path cluster =
        Files.writeString(
            directory.resolve("cluster.json"),
            """
            {"cluster": "c", "timestampOracle": "127.0.0.1:1", "clients": [%s], "nodes": [
              {"name": "node1", "address": "%s", "publicKey": "%s"}]}
            """
                .formatted(clients, address, raw));
    Path pem =
        Files.writeString(
            directory.resolve("node.key"),
            "-----BEGIN PRIVATE KEY-----\n"
                + Base64.getEncoder().encodeToString(key.getPrivate().getEncoded())
                + "\n-----END PRIVATE KEY-----\n");
    Files.setPosixFilePermissions(pem, PosixFilePermissions.fromString("rw-------"));
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "--config=" + file(),
                "--set=cluster.file=" + cluster,
                "--set=node.key=" + pem,
                "--set=state.store=rocksdb",
                "--set=data.dir=" + directory.resolve("data")));
    arguments.addAll(List.of(flags));
    CommandLine.populateCommand(
            new ServeCommand(new TestSystem()), arguments.toArray(String[]::new))
        .call();
  }
}
