package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.ComposeFilesTest;
import io.hybridycsb.it.docker.DockerFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Who reaches the servers of the compose files, and what lets him in. No engine runs. */
class ClosedServersTest {
  private static final Path DOCKER = DockerFolder.PATH;

  static Stream<ComposeFile> files() throws IOException {
    return ComposeFilesTest.files();
  }

  private static String environment(Map<String, Object> service, String name) {
    return ComposeFile.map(service.get("environment")).getOrDefault(name, "").toString();
  }

  private static List<String> volumes(Map<String, Object> service) {
    return ComposeFile.texts(service.get("volumes"));
  }

  private static List<Map<String, Object>> withImage(ComposeFile compose, String name) {
    return compose.services().values().stream()
        .filter(service -> service.get("image").toString().startsWith(name + ":"))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("files")
  void itsNetworkIsClosedToTheMachineAndNoPortIsPublished(ComposeFile compose) {
    Map<String, Object> networks = ComposeFile.map(compose.root().get("networks"));
    assertThat(networks).containsOnlyKeys("default");
    Map<String, Object> network = ComposeFile.map(networks.get("default"));
    assertThat(network).containsEntry("internal", true).containsEntry("enable_ipv6", false);
    assertThat(ComposeFile.map(network.get("driver_opts")))
        .containsEntry("com.docker.network.bridge.gateway_mode_ipv4", "isolated");
    compose
        .services()
        .forEach(
            (name, service) ->
                assertThat(service).as(name).doesNotContainKeys("ports", "privileged"));
  }

  @Test
  void noFileHasWordsThatLetEverybodyIn() throws IOException {
    try (Stream<Path> files = Files.walk(DOCKER)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file))
            .as("%s", file)
            .doesNotContainPattern("(?i)(?<!--log-bin-)\\btrust\\b|ALLOW_EMPTY|HOST_AUTH_METHOD")
            .doesNotContainPattern("protected-mode[\", ]+no|vhosts=\\S*\\*|\\bpersonal\\b")
            .doesNotContainPattern("(?<!SASL_)PLAINTEXT");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyPostgresqlAsksForAPasswordAndClientsAreNoSuperuser(ComposeFile compose) {
    for (Map<String, Object> database : withImage(compose, "postgres")) {
      assertThat(environment(database, "POSTGRES_INITDB_ARGS")).contains("--auth=scram-sha-256");
      assertThat(environment(database, "POSTGRES_PASSWORD_FILE")).startsWith("/passwords/database");
      assertThat(environment(database, "ROLE_PASSWORD_FILE"))
          .startsWith("/passwords/")
          .doesNotContain("database");
      assertThat(environment(database, "ROLE")).isIn("ycsb", "relational");
      assertThat(volumes(database))
          .contains("passwords:/passwords:ro", "./postgresql/start.sh:/etc/hybrid/start.sh:ro")
          .anyMatch(volume -> volume.matches(".*/role[.]sql:/docker-entrypoint-initdb[.]d/.*:ro"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"postgresql", "postgresql-ledger"})
  void theRoleOfClientsHasNoRightsButThoseOfItsDatabase(String system) throws IOException {
    assertThat(DOCKER.resolve(system).resolve("role.sql"))
        .content()
        .contains("CREATE ROLE :\"name\" LOGIN PASSWORD :'password'")
        .containsPattern(
            "REVOKE CONNECT, TEMPORARY ON DATABASE (postgres, )?template1 FROM PUBLIC;")
        .doesNotContainPattern("(?i)SUPERUSER|CREATEROLE|CREATEDB|GRANT");
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyMariaDbAsksForAPasswordAndItsRootIsLocal(ComposeFile compose) {
    for (Map<String, Object> database : withImage(compose, "mariadb")) {
      assertThat(environment(database, "MARIADB_ROOT_HOST")).isEqualTo("localhost");
      assertThat(environment(database, "MARIADB_ROOT_PASSWORD_FILE"))
          .startsWith("/passwords/database");
      assertThat(environment(database, "MARIADB_USER"))
          .isIn("ycsb", "relational")
          .isEqualTo(environment(database, "MARIADB_DATABASE"));
      assertThat(environment(database, "MARIADB_PASSWORD_FILE"))
          .startsWith("/passwords/")
          .doesNotContain("database");
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyRedisHasAPasswordOfItsOwnAndEveryMongoDbIsOnLoopback(ComposeFile compose) {
    List<String> names = new ArrayList<>();
    for (Map<String, Object> redis : withImage(compose, "redis")) {
      assertThat(ComposeFile.texts(redis.get("entrypoint")))
          .containsExactly("sh", "/etc/hybrid/redis.sh");
      names.addAll(ComposeFile.texts(redis.get("command")));
    }
    assertThat(names).doesNotHaveDuplicates();
    for (Map<String, Object> mongodb : withImage(compose, "mongo")) {
      assertThat(ComposeFile.texts(mongodb.get("command"))).startsWith("--bind_ip", "127.0.0.1");
    }
  }

  @Test
  void redisServesNoCommandThatWritesFilesOrRunsScripts() throws IOException {
    assertThat(DOCKER.resolve("redis/redis.sh"))
        .content()
        .containsPattern("user default on >\\$\\(cat \"/passwords/\\$1\"\\) ~\\* -@all \\+ping")
        .doesNotContainPattern(
            "\\+(@|config|module|debug|eval|script|function|save|bgsave|replicaof|acl|client )");
  }

  @ParameterizedTest
  @ValueSource(strings = {"veritas-tm", "relational-tm", "bigchaindb"})
  void onlyANodesOwnValidatorReachesItsAbci(String system) {
    ComposeFile compose = new ComposeFile(DOCKER.resolve(system + ".yml"));
    for (int n = 1; n <= 4; n++) {
      Object shared = compose.services().get("node" + n).get("network_mode");
      assertThat(shared).isNotNull();
      assertThat(compose.services().get("validator" + n)).containsEntry("network_mode", shared);
    }
    assertThat(compose.root().toString())
        .contains("--application=127.0.0.1:26658")
        .doesNotContainPattern("0\\.0\\.0\\.0:26658|HYBRID_ABCI_HOST=0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "relational-kafka"})
  void theBrokerAsksWhoAClientIsAndLetsItDoWhatANodeNeeds(String system) throws IOException {
    ComposeFile compose = new ComposeFile(DOCKER.resolve(system + ".yml"));
    String topic =
        ComposeFile.texts(compose.services().get("init").get("command")).stream()
            .filter(text -> text.startsWith("--set=kafka.topic="))
            .map(text -> text.substring(text.lastIndexOf('=') + 1))
            .findFirst()
            .orElseThrow();
    assertThat(ComposeFile.texts(compose.services().get("topic").get("command")))
        .containsExactly("topic", topic);
    assertThat(DOCKER.resolve("veritas-kafka/kafka.sh"))
        .content()
        .contains("--allow-principal User:node")
        .contains("--operation Read --operation Write --operation Describe --topic \"$2\"");
    assertThat(DOCKER.resolve("veritas-kafka/kafka.properties"))
        .content()
        .contains("StandardAuthorizer", "super.users=User:admin")
        .contains("allow.everyone.if.no.acl.found=false", "sasl.enabled.mechanisms=PLAIN");
  }

  @Test
  void callsThatAdministerAGethAreAnsweredAtASecretPathOnly() throws IOException {
    for (String system : List.of("blockchaindb", "quorum")) {
      String script = Files.readString(DOCKER.resolve(system).resolve("geth.sh"));
      assertThat(script).contains("--http.api=");
      if (script.matches("(?s).*--http[.]api=\\S*(admin|debug|miner|clique).*")) {
        assertThat(script).contains("HTTPPathPrefix = \"/%s\"", "WSPathPrefix = \"/%s\"");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("files")
  void toxiproxyIsToldWhatToDoInItsContainerOnly(ComposeFile compose) {
    if (compose.services().containsKey("toxiproxy")) {
      assertThat(ComposeFile.texts(compose.services().get("toxiproxy").get("command")))
          .startsWith("-host", "127.0.0.1");
    }
  }
}
