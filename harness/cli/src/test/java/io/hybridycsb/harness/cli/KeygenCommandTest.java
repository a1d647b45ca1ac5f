package io.hybridycsb.harness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeygenCommandTest extends CommandFixture {
  @TempDir Path parent;

  private Path directory;

  @BeforeEach
  void nameADirectory() {
    directory = parent.resolve("cluster");
  }

  private int keygen(String system, String... arguments) {
    Stream<Object> all = Stream.of("keygen", system, "--directory", directory);
    return hybrid(Stream.concat(all, Stream.of(arguments)).toArray());
  }

  private String text(String name) throws IOException {
    return Files.readString(directory.resolve(name));
  }

  private JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(text(name));
  }

  @Test
  void keysThatExistAreKeptWhenNodesAreAdded() throws Exception {
    assertThat(keygen("veritas-kafka", "--nodes", "2")).as(err.toString()).isZero();
    String key = text("node1/node.key");
    JsonNode before = json("cluster.json");

    assertThat(keygen("veritas-kafka", "--nodes", "3")).isZero();

    assertThat(text("node1/node.key")).isEqualTo(key);
    assertThat(json("cluster.json").path("nodes")).hasSize(3);
    assertThat(json("cluster.json").path("nodes").get(0)).isEqualTo(before.path("nodes").get(0));
  }

  /**
   * What is signed for one cluster is worth nothing for another, though their keys are the same.
   */
  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "veritas-tm", "relational-kafka", "relational-tm"})
  void aClusterKeepsItsNameAndWithoutItsFileGetsAnother(String system) throws Exception {
    assertThat(keygen(system)).as(err.toString()).isZero();
    JsonNode first = json("cluster.json");
    assertThat(first.path("cluster").asText()).matches(system + "-[0-9a-f]{16}");

    assertThat(keygen(system)).isZero();
    assertThat(json("cluster.json")).isEqualTo(first);

    Files.delete(directory.resolve("cluster.json"));
    assertThat(keygen(system)).isZero();
    JsonNode other = json("cluster.json");
    assertThat(other.path("cluster")).isNotEqualTo(first.path("cluster"));
    assertThat(other.path("clients")).isEqualTo(first.path("clients"));
    if (system.endsWith("tm")) {
      assertThat(other.path("validators").path("chainId")).isEqualTo(other.path("cluster"));
      assertThat(json("validator1/config/genesis.json").path("chain_id"))
          .isEqualTo(other.path("cluster"));
    }
    if (system.startsWith("relational")) {
      assertThat(text("client.properties"))
          .contains("relational.cluster=" + other.path("cluster").asText());
    }
  }

  @Test
  void aNameThatIsGivenOrWasThereIsKept() throws Exception {
    assertThat(keygen("veritas-kafka", "--cluster", "shop")).as(err.toString()).isZero();
    assertThat(keygen("veritas-kafka")).isZero();
    assertThat(json("cluster.json").path("cluster").asText()).isEqualTo("shop");

    Files.writeString(directory.resolve("cluster.json"), "{}");
    assertThat(keygen("veritas-kafka")).isEqualTo(1);
    assertThat(err.toString()).contains("cluster.json has no text \"cluster\"; put it back");
  }

  @Test
  void thereAreAsManyNodesAsUpWouldStart() throws Exception {
    assertThat(keygen("relational-kafka")).as(err.toString()).isZero();

    assertThat(json("cluster.json").path("nodes")).hasSize(3);
  }

  @Test
  void keysAndConfigurationsAreReadableByTheirOwnerOnly() throws Exception {
    assertThat(keygen("veritas-tm", "--nodes", "1")).as(err.toString()).isZero();

    for (String key :
        List.of(
            "client.key",
            "client.properties",
            "node1/node.key",
            "node1/node.properties",
            "validator1/config/node_key.json",
            "validator1/config/priv_validator_key.json")) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(key))))
          .as(key)
          .isEqualTo("rw-------");
    }
  }

  @Test
  void aNodesPasswordIsRandomAndKeptAndItsOwnersAlone() throws Exception {
    String option = "redis.password={password:redis{n}}";
    assertThat(keygen("veritas-tm", "--nodes", "2", "--set", option)).as(err.toString()).isZero();
    String password = text("passwords/redis1").strip();

    assertThat(keygen("veritas-tm", "--nodes", "2", "--set", option, "--password", "of{n}"))
        .isZero();

    assertThat(password).matches("[0-9a-f]{32}").isNotEqualTo(text("passwords/redis2").strip());
    assertThat(text("passwords/of2").strip()).matches("[0-9a-f]{32}");
    assertThat(text("node1/node.properties")).contains("redis.password=" + password + "\n");
    for (String file : List.of("passwords/redis1", "node1/node.properties")) {
      assertThat(
              PosixFilePermissions.toString(Files.getPosixFilePermissions(directory.resolve(file))))
          .as(file)
          .isEqualTo("rw-------");
    }
  }

  @Test
  void filesNameEachOtherByWhereTheyWillBeInstalled() throws Exception {
    keygen(
        "veritas-kafka", "--installed-at", "/cluster", "--nodes", "2", "--set", "data.dir=/d/{n}");

    assertThat(text("node2/node.properties"))
        .contains("node.key=/cluster/node2/node.key", "data.dir=/d/2", "node.listen=0.0.0.0\\:7000")
        .doesNotContain(directory.toString());
    assertThat(text("client.properties")).contains("veritas.key=/cluster/client.key");
  }

  @Test
  void eachValidatorKnowsTheOthersByItsOwnWayToThem() throws Exception {
    keygen("veritas-tm", "--nodes", "3", "--validator-address", "proxy:30{from}{n}");

    assertThat(text("validator2/config/config.toml"))
        .containsPattern("persistent_peers = \"[0-9a-f]{40}@proxy:3021,[0-9a-f]{40}@proxy:3023\"")
        .contains("proxy_app = \"tcp://node2:26658\"");
    assertThat(json("validator1/config/genesis.json").path("validators")).hasSize(3);
    assertThat(text("validator1/config/genesis.json"))
        .isEqualTo(text("validator3/config/genesis.json"));
    assertThat(json("cluster.json").path("validators").path("members")).hasSize(3);
  }

  @Test
  void bigchainDbsValidatorsKeepTheirKeysAndTheirChain() throws Exception {
    assertThat(keygen("bigchaindb", "--set", "workers=3")).as(err.toString()).isZero();
    String key = text("validator4/config/priv_validator_key.json");
    String genesis = text("validator4/config/genesis.json");

    assertThat(keygen("bigchaindb", "--set", "tendermint.mempool.size=7")).isZero();

    assertThat(text("validator4/config/priv_validator_key.json")).isEqualTo(key);
    assertThat(text("validator4/config/genesis.json")).isEqualTo(genesis);
    assertThat(text("validator4/config/config.toml")).contains("\nsize = 7\n");
  }

  @Test
  void fabricsEndorsementPolicyIsOfAsManyOrganisationsAsThereAreNodes() throws Exception {
    assertThat(keygen("fabric", "--nodes", "3", "--set", "endorsement=majority")).isZero();

    assertThat(text("node3/setup.sh"))
        .contains("OutOf(2,'Org1MSP.peer','Org2MSP.peer','Org3MSP.peer')")
        .contains(text("network/package-id").strip());
    assertThat(text("network/crypto-config.yaml"))
        .contains("Hostname: node3")
        .doesNotContain("node4");
  }

  @Test
  void optionsThatSayNothingOfFilesAreRefused() {
    assertThat(keygen("fabric", "--set", "chaincode.heap=1g")).isEqualTo(2);
    assertThat(keygen("bigchaindb", "--set", "parallel-validation=true")).isEqualTo(2);
    assertThat(err.toString())
        .contains("unknown option 'chaincode.heap'", "unknown option 'parallel-validation'");
  }

  @Test
  void whatOthersMayHaveMadeIsNotKept() throws Exception {
    String[] arguments = {"--nodes", "1", "--password", "shared"};
    assertThat(keygen("veritas-tm", arguments)).as(err.toString()).isZero();
    String key = text("node1/node.key");

    for (String place :
        List.of(
            "",
            "cluster.json",
            "node1",
            "node1/node.key",
            "node1/node.key.pub",
            "client.key",
            "passwords",
            "passwords/shared",
            "validator1/config/priv_validator_key.json",
            "validator1/config/node_key.json")) {
      Path open = directory.resolve(place);
      Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(open);
      Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
      err.getBuffer().setLength(0);

      assertThat(keygen("veritas-tm", arguments)).as(place).isEqualTo(1);

      assertThat(err.toString().lines()).hasSize(1);
      assertThat(err.toString()).contains("others may", " " + open);
      Files.setPosixFilePermissions(open, permissions);
    }
    assertThat(keygen("veritas-tm", arguments)).as(err.toString()).isZero();
    assertThat(text("node1/node.key")).isEqualTo(key);
  }

  @Test
  void directoriesOfKeysAreTheirOwnersAlone() throws Exception {
    assertThat(keygen("veritas-tm", "--password", "shared")).as(err.toString()).isZero();

    for (String place : List.of("", "node1", "validator1", "validator1/config", "passwords")) {
      assertThat(
              PosixFilePermissions.toString(
                  Files.getPosixFilePermissions(directory.resolve(place))))
          .as(place)
          .isEqualTo("rwx------");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../x", "/x", "..", "", "a/b"})
  void aPasswordOutsideItsDirectoryIsRefused(String name) {
    assertThat(keygen("veritas-kafka", "--password", name)).isEqualTo(2);

    assertThat(err.toString())
        .isEqualTo(
            "hybrid: --password is a name of letters, digits, '-', {n} and {node}, not '%s'%n"
                .formatted(name));
    assertThat(directory).doesNotExist();
  }

  @Test
  void whatCannotBeIsRefusedInOneLine() {
    assertThat(keygen("etcd")).isEqualTo(2);
    assertThat(directory).doesNotExist();
    assertThat(keygen("veritas-kafka", "--nodes", "0")).isEqualTo(2);
    assertThat(keygen("veritas-kafka", "--approval-policy", "some")).isEqualTo(2);
    assertThat(keygen("veritas-kafka", "--node-address", "node1")).isEqualTo(2);
    assertThat(keygen("fabric", "--orderer-address", "orderer1")).isEqualTo(2);
    assertThat(err.toString().lines()).hasSize(5).allMatch(line -> line.startsWith("hybrid: "));
  }
}
