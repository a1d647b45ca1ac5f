package io.hybridycsb.relational.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.RelationalCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelationalTmTest {
  @TempDir private Path directory;

  private record Ended(int status, String err) {}

  private static Ended run(String... arguments) {
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      int status = RelationalCommand.commandLine(new RelationalTm()).execute(arguments);
      return new Ended(status, written.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(err);
    }
  }

  private String config(String... lines) throws IOException {
    return Files.write(directory.resolve("node.properties"), java.util.List.of(lines)).toString();
  }

  @Test
  void wrongUsageIsOneLineAndStatus2() {
    assertThat(run())
        .isEqualTo(new Ended(2, "relational-tm: a command is expected (see --help)\n"));
    assertThat(run("audit").status()).isEqualTo(2);
  }

  @Test
  void aNodeThatDoesNotCommitInTimeIsNamed() throws Exception {
    Path key = directory.resolve("client.key");
    byte[] generated =
        KeyPairGenerator.getInstance("Ed25519").generateKeyPair().getPrivate().getEncoded();
    String pem = "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n";
    Files.writeString(key, pem.formatted(Base64.getEncoder().encodeToString(generated)));

    Ended ended =
        run(
            "await-commits",
            "--cluster=shop",
            "--key=" + key,
            "--node=node1=127.0.0.1:1",
            "--timeout=200");
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.err())
        .startsWith("relational-tm: node1 has committed nothing within 200 ms: ")
        .hasLineCount(1);
  }

  @Test
  void anUnknownPropertyIsAnErrorThatNamesThoseNearIt() throws IOException {
    Ended ended = run("serve", "--config", config("relational.failur=block"));
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.err())
        .contains("unknown property relational.failur", "relational.failure")
        .hasLineCount(1);
  }

  @Test
  void aWrongDatabaseIsAnErrorThatDoesNotShowIt() throws IOException {
    Path cluster =
        Files.writeString(
            directory.resolve("cluster.json"),
            """
            {"cluster": "shop",
             "nodes": [{"name": "node1", "address": "127.0.0.1:1", "publicKey": "%1$s"}],
             "validators": {"chainId": "c",
               "members": [{"name": "node1", "publicKey": "%1$s", "power": 1}]}}
            """
                .formatted("00".repeat(32)));
    String config =
        config(
            "node.name=node1",
            "node.listen=127.0.0.1:7001",
            "cluster.file=" + cluster,
            "database.url=jdbc:oracle:secret");
    Ended ended = run("serve", "--config", config);
    assertThat(ended.status()).isEqualTo(1);
    assertThat(ended.err())
        .isEqualTo(
            "relational-tm: database.url starts with jdbc:postgresql: or with jdbc:mariadb:\n");
    Ended other = run("serve", "--config", config, "--set", "node.name=node9");
    assertThat(other.err())
        .isEqualTo("relational-tm: cluster.json has no node named node9 (node.name)\n");
  }
}
