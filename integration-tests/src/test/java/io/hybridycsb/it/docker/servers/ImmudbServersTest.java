package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.DockerFolder;
import io.hybridycsb.it.docker.Dockerfile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The compose file of immudb: our commands and its server agree. No server runs here. */
class ImmudbServersTest {
  private static final Path DOCKER = DockerFolder.PATH;

  private final ComposeFile compose = new ComposeFile(DOCKER.resolve("immudb.yml"));

  @Test
  void allUseTheDatabaseThatIsMadeWhereTheServerListens() throws Exception {
    Dockerfile image = new Dockerfile(DOCKER.resolve("immudb/Dockerfile"));
    List<String> client = ComposeFile.texts(compose.services().get("init").get("command"));

    assertThat(image.all("immudb", "ENTRYPOINT").get(0)).contains("--port=3322");
    for (String service : List.of("create", "audit")) {
      assertThat(ComposeFile.texts(compose.services().get(service).get("command")))
          .contains("--address=database:3322", "--database=hybrid")
          .contains("--password-file=/passwords/client");
    }
    assertThat(compose.services()).containsKey("database");
    assertThat(client)
        .contains("immudb.address=database:3322", "immudb.database=hybrid")
        .contains("immudb.state=/cluster/verified-state", "immudb.password={password}");
    assertThat(compose.passwords()).containsExactly("client");
    assertThat(ComposeFile.texts(compose.services().get("audit").get("command")))
        .contains("--state=/cluster/verified-state");
  }

  @Test
  void whatIsVerifiedIsKeptWhereOnlyClientsWrite() {
    for (String service : List.of("ycsb", "audit")) {
      assertThat(ComposeFile.texts(compose.services().get(service).get("volumes")))
          .contains("cluster:/cluster");
    }
    assertThat(ComposeFile.texts(compose.services().get("database").get("volumes")))
        .containsExactly("data:/data", "passwords:/passwords:ro");
  }

  @Test
  void theServerIsRunAsInALocalCluster() throws Exception {
    String image =
        new Dockerfile(DOCKER.resolve("immudb/Dockerfile")).all("immudb", "ENTRYPOINT").get(0);
    String system =
        Files.readString(
            Path.of(
                "../bindings/immudb/src/main/java/io/hybridycsb/harness/system/immudb/ImmudbSystem.java"));

    for (String flag :
        List.of("--pgsql-server=false", "--web-server=false", "--max-sessions=1000")) {
      assertThat(image).contains(flag);
      assertThat(system).contains("\"" + flag + "\"");
    }
    assertThat(ComposeFile.texts(compose.services().get("database").get("command")))
        .containsExactly("--synced=true");
    assertThat(ComposeFile.texts(unsynced().services().get("database").get("command")))
        .containsExactly("--synced=false");
    assertThat(ComposeFile.texts(compose.services().get("create").get("command")))
        .contains("--concurrency=256", "--sync-ms=20");
  }

  private static ComposeFile unsynced() {
    return new ComposeFile(DOCKER.resolve("immudb.yml"), Map.of("FSYNC", "false"));
  }
}
