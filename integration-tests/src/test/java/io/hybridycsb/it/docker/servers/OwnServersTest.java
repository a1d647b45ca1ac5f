package io.hybridycsb.it.docker.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.it.docker.ComposeFile;
import io.hybridycsb.it.docker.ComposeFilesTest;
import io.hybridycsb.it.docker.DockerFolder;
import io.hybridycsb.it.docker.Dockerfile;
import io.hybridycsb.it.docker.OwnCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Our servers and tools understand what the compose files and images start them with. */
class OwnServersTest {
  private static final Dockerfile DOCKERFILE =
      new Dockerfile(DockerFolder.PATH.resolve("Dockerfile"));

  static Stream<ComposeFile> files() throws IOException {
    return ComposeFilesTest.files();
  }

  /** The images whose entry point is a class of ours. */
  static Stream<String> images() {
    return DOCKERFILE.stages().keySet().stream().filter(DOCKERFILE::runsAClass);
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyCommandOfOurServersIsOneThatTheyUnderstand(ComposeFile compose) throws Exception {
    for (Map<String, Object> service : compose.services().values()) {
      String target = ComposeFile.target(service);
      List<String> command = ComposeFile.texts(service.get("command"));
      if (DOCKERFILE.runsAClass(target) && !command.isEmpty()) {
        OwnCommands.requireUnderstood(DOCKERFILE.mainClass(target), command);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("images")
  void everyImageIsStartedBySomeComposeFile(String target) throws IOException {
    assertThat(files().flatMap(compose -> compose.services().values().stream()))
        .anyMatch(service -> ComposeFile.target(service).equals(target));
  }

  @ParameterizedTest
  @MethodSource("images")
  void everyImageStartsItsServerAsItIs(String target) throws Exception {
    OwnCommands.requireUnderstood(DOCKERFILE.mainClass(target), DOCKERFILE.command(target));
  }

  @ParameterizedTest
  @MethodSource("files")
  void toxiproxyLeadsEachNodeToServicesThatExist(ComposeFile compose) throws IOException {
    Path file = DockerFolder.PATH.resolve(compose.name()).resolve("toxiproxy.json");
    assertThat(compose.services().containsKey("toxiproxy")).isEqualTo(Files.exists(file));
    if (Files.exists(file)) {
      JsonNode proxies = new ObjectMapper().readTree(file.toFile());

      assertThat(proxies).isNotEmpty();
      for (JsonNode proxy : proxies) {
        MadeFilesTests.requireReachable(compose, proxy.path("upstream").asText());
        assertThat(proxy.path("listen").asText()).startsWith("0.0.0.0:");
      }
    }
  }
}
