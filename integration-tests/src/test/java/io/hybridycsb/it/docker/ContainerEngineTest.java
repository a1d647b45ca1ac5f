package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the tests with a real engine find one and what they ask of it; no engine takes part. */
class ContainerEngineTest {
  private static final Path SOURCE = DockerFolder.ROOT;

  @TempDir Path directory;
  private Path programs;
  private Path said;

  @BeforeEach
  void createPath() throws IOException {
    programs = Files.createDirectory(directory.resolve("programs"));
    said = directory.resolve("said.txt");
  }

  /** A program that writes down its arguments, and ends as the given lines of shell say. */
  private void program(String name, String ending) throws IOException {
    Path script = programs.resolve(name);
    Files.writeString(
        script, "#!/bin/sh\necho \"%s $*\" >>'%s'\n%s\n".formatted(name, said, ending));
    assertThat(script.toFile().setExecutable(true)).isTrue();
  }

  private ContainerEngine find() {
    return ContainerEngine.find(programs.toString(), directory);
  }

  @Test
  void withoutDockerItIsSaidThatThereIsNone() {
    assertThat(find().missing()).isEqualTo("there is no docker on the PATH");
  }

  @Test
  void anEngineThatDoesNotAnswerIsNoneAndWhatDockerSaysIsPassedOn() throws Exception {
    program("docker", "echo 'Cannot connect to the Docker daemon' >&2; exit 1");

    assertThat(find().missing())
        .isEqualTo("no engine answers 'docker info': Cannot connect to the Docker daemon");
  }

  @Test
  void theReasonIsFoundAmongWhatDockerTellsOfItself() throws Exception {
    program(
        "docker",
        "echo Client:; echo 'ERROR: no daemon'; echo 'errors pretty printing info' >&2; exit 1");

    assertThat(find().missing()).isEqualTo("no engine answers 'docker info': ERROR: no daemon");
  }

  @Test
  void anEngineWithoutComposeIsNone() throws Exception {
    program("docker", "[ \"$1\" = info ]");

    assertThat(find().missing()).contains("docker-compose");
  }

  @Test
  void composeIsDockersOwnOrElseTheProgramAloneOfThatVersion() throws Exception {
    program("docker", "[ \"$1\" = info ]");
    program("docker-compose", "echo 1.29.2");
    assertThat(find().missing()).contains("version 2");
    program("docker-compose", "exit 0");
    assertThat(find().missing()).isEmpty();
    assertThat(find().compose()).containsExactly(programs.resolve("docker-compose").toString());

    program("docker", "exit 0");
    assertThat(find().compose()).containsExactly(programs.resolve("docker").toString(), "compose");
  }

  @Test
  void anImageIsPulledOnlyWhereItIsNotThere() throws Exception {
    program("docker", "[ \"$1 $3\" != 'image absent:1' ]");
    ContainerEngine engine = find();

    assertThat(engine.has("present:1")).isTrue();
    assertThat(said).content().doesNotContain("docker pull");
    assertThat(engine.has("absent:1")).isTrue();
    assertThat(said).content().endsWith("docker pull absent:1\n");
  }

  @Test
  void everyImageOfOthersIsKnownBeforehandByItsVariable() throws Exception {
    program("docker", "exit 0");
    Map<String, String> environment = Map.of("REDIS_IMAGE", "mine/redis:7");
    try (ComposeProject project = new ComposeProject(find(), SOURCE, "veritas-tm", environment)) {
      Map<String, String> images = project.imagesOfOthers();

      assertThat(images).containsEntry("mine/redis:7", "REDIS_IMAGE");
      assertThat(images.values())
          .containsExactlyInAnyOrder("JDK_IMAGE", "BASE_IMAGE", "REDIS_IMAGE", "COMETBFT_IMAGE");
      assertThat(images.keySet()).allMatch(image -> image.matches("[a-z0-9./_-]+:[^ ${}]+"));
    }
  }

  @Test
  void whatWasBuiltAndStartedIsRemovedUnderItsOwnNames() throws Exception {
    program("docker", "exit 0");
    try (ComposeProject project = new ComposeProject(find(), SOURCE, "veritas-kafka", Map.of())) {
      project.build();
      project.up();
      project.run("audit", List.of("--help"));
      assertThat(project.hasAudit()).isTrue();
      assertThat(project.arguments()).containsExactly("-P", "/cluster/client.properties");
      Files.delete(said);
    }

    String name = "hybrid-it-%d-veritas-kafka".formatted(ProcessHandle.current().pid());
    List<String> removing = Files.readAllLines(said);
    assertThat(removing.get(0))
        .startsWith("docker compose -p %s -f ".formatted(name))
        .contains(" down --volumes --remove-orphans ");
    assertThat(removing)
        .contains(
            "docker image rm %s/veritas-kafka:it".formatted(name),
            "docker image rm %s/timestamp-oracle:it".formatted(name),
            "docker image rm %s/ycsb:it".formatted(name))
        .filteredOn(line -> line.contains("image rm"))
        .hasSize(3);
  }
}
