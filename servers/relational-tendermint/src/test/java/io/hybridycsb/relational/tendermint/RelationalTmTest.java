package io.hybridycsb.relational.tendermint;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.relational.node.skip.SkipSigners;
import io.hybridycsb.relational.node.skip.Skips;
import io.hybridycsb.veritas.cluster.ClusterConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RelationalTmTest {
  /** The first test of RFC 8032, 7.1. */
  private static final String SEED =
      "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";

  private static final String PUBLIC_KEY =
      "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a";

  private static final String OTHER_KEY =
      "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c";

  @TempDir private Path directory;

  private record Ended(int status, String err) {}

  private static Ended run(String... arguments) {
    PrintStream err = System.err;
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    System.setErr(new PrintStream(written, true, StandardCharsets.UTF_8));
    try {
      int status = new RelationalTm().program().run(arguments);
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
  void anAuditThatWouldWaitForEverIsRefused() {
    assertThat(run("audit", "--node-config=none", "--timeout=2147483647"))
        .isEqualTo(new Ended(1, "relational-tm: --timeout is 1 to 3600000 ms, not 2147483647\n"));
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
                .formatted(OTHER_KEY));
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

  /** A validator's key as CometBFT keeps it: the seed of RFC 8032's first test. */
  private Path validatorKey(String name, String type) throws IOException {
    byte[] seed = HexFormat.of().parseHex(SEED);
    byte[] both = Arrays.copyOf(seed, 64);
    System.arraycopy(HexFormat.of().parseHex(PUBLIC_KEY), 0, both, 32, 32);
    return Files.writeString(
        directory.resolve(name),
        """
        {"address": "", "priv_key": {"type": "%s", "value": "%s"}}
        """
            .formatted(type, Base64.getEncoder().encodeToString(both)));
  }

  private Path cluster(String publicKey) throws IOException {
    return Files.writeString(
        directory.resolve("shop.json"),
        """
        {"cluster": "shop",
         "nodes": [{"name": "node1", "address": "127.0.0.1:1", "publicKey": "%1$s"}],
         "validators": {"chainId": "c", "members": [
           {"name": "node1", "publicKey": "%2$s", "power": 5},
           {"name": "node2", "publicKey": "%1$s", "power": 2}]}}
        """
            .formatted(OTHER_KEY, publicKey));
  }

  private Ended sign(Path cluster, Path key) {
    return run(
        ("skip sign --cluster %s --key %s --height 17 --digest %s --directory %s")
            .formatted(cluster, key, "ab".repeat(32), directory.resolve("skips"))
            .split(" "));
  }

  @Test
  void aValidatorSignsThatABlockIsSkipped() throws IOException {
    Path cluster = cluster(PUBLIC_KEY);
    assertThat(sign(cluster, validatorKey("key", "tendermint/PrivKeyEd25519")))
        .isEqualTo(new Ended(0, ""));
    Path signed = directory.resolve("skips/17.json");
    SkipSigners signers = new RelationalTm().skipSigners(ClusterConfig.read(cluster));
    Skips.read(signed).requireDecided("shop", signers);
    assertThat(
            run(
                "skip",
                "join",
                "--cluster",
                cluster.toString(),
                "--directory",
                directory.resolve("joined").toString(),
                signed.toString()))
        .isEqualTo(new Ended(0, ""));
    assertThat(directory.resolve("joined/17.json")).hasSameTextualContentAs(signed);
  }

  @Test
  void signaturesThatAreThereAreKept() throws IOException {
    Path cluster = cluster(PUBLIC_KEY);
    Path key = validatorKey("key", "tendermint/PrivKeyEd25519");
    Path signed = directory.resolve("skips/17.json");
    sign(cluster, key);
    String before = Files.readString(signed);
    assertThat(sign(cluster, key)).isEqualTo(new Ended(0, ""));
    assertThat(signed).hasContent(before);

    Files.writeString(signed, before.replace("ab".repeat(32), "cd".repeat(32)));
    Ended other = sign(cluster, key);
    assertThat(other.status()).isEqualTo(1);
    assertThat(other.err())
        .startsWith("relational-tm: %s is there already: it is on block 17".formatted(signed));
  }

  @Test
  void whoIsNoValidatorSignsNothing() throws IOException {
    Path key = validatorKey("key", "tendermint/PrivKeyEd25519");
    assertThat(
            sign(cluster("fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025"), key))
        .isEqualTo(
            new Ended(
                1,
                "relational-tm: %s: the key is none of the validators of cluster.json\n"
                    .formatted(key)));
    Path other = validatorKey("other", "tendermint/PrivKeySecp256k1");
    assertThat(sign(cluster(PUBLIC_KEY), other))
        .isEqualTo(
            new Ended(
                1,
                "relational-tm: %s: a validator's priv_validator_key.json with an Ed25519 key is expected\n"
                    .formatted(other)));
    assertThat(run("skip"))
        .isEqualTo(new Ended(2, "relational-tm: sign or join is expected (see --help)\n"));
  }
}
