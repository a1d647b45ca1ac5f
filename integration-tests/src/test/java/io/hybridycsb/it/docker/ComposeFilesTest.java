package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The form of the compose files, as far as it can be judged without an engine. */
public class ComposeFilesTest {
  private static final Path DOCKER = DockerFolder.PATH;

  /** The part of the compose specification that our files use. */
  private static final Set<String> SERVICE_KEYS =
      Set.of(
          "build",
          "command",
          "depends_on",
          "entrypoint",
          "environment",
          "healthcheck",
          "image",
          "init",
          "network_mode",
          "networks",
          "profiles",
          "pull_policy",
          "restart",
          "stop_grace_period",
          "ulimits",
          "user",
          "volumes");

  private static final Pattern SUBNET = Pattern.compile("subnet: \"([0-9.]+[.])0/24\"");
  private static final Pattern ADDRESS =
      Pattern.compile("(?<![0-9.:])(?!127|0[.]0)[0-9]{1,3}([.][0-9]{1,3}){3}(?![0-9.])");

  private static final Set<String> CONDITIONS =
      Set.of("service_started", "service_healthy", "service_completed_successfully");
  private static final Set<String> HEALTH_KEYS =
      Set.of("test", "interval", "timeout", "retries", "start_period");

  public static Stream<ComposeFile> files() throws IOException {
    try (Stream<Path> files = Files.list(DOCKER)) {
      return files.filter(file -> file.toString().endsWith(".yml")).sorted().toList().stream()
          .map(ComposeFile::new);
    }
  }

  private static String what(ComposeFile compose, String service) {
    return compose.name() + ".yml: " + service;
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyKeyIsOneOfTheSpecification(ComposeFile compose) {
    assertThat(compose.root().keySet())
        .allMatch(
            key ->
                key.startsWith("x-")
                    || Set.of("name", "services", "volumes", "networks").contains(key));
    compose
        .services()
        .forEach(
            (name, service) -> {
              assertThat(SERVICE_KEYS).as(what(compose, name)).containsAll(service.keySet());
              assertThat(HEALTH_KEYS)
                  .containsAll(ComposeFile.map(service.get("healthcheck")).keySet());
              assertThat(service.getOrDefault("restart", "no"))
                  .isIn("no", "always", "on-failure", "unless-stopped");
            });
  }

  /** So that no file takes the volumes of another, nor takes its containers for strays. */
  @ParameterizedTest
  @MethodSource("files")
  void everyFileIsAProjectOfItsOwn(ComposeFile compose) {
    assertThat(compose.root().get("name")).isEqualTo("hybrid-" + compose.name());
  }

  /** Nobody of us owns their names where engines pull from. */
  @ParameterizedTest
  @MethodSource("files")
  void ourImagesAreBuiltAndNeverPulled(ComposeFile compose) {
    compose
        .services()
        .forEach(
            (name, service) -> {
              boolean ours = !ComposeFile.target(service).isEmpty();
              assertThat(service.get("image").toString().startsWith("hybrid-ycsb/"))
                  .as(what(compose, name))
                  .isEqualTo(ours);
              assertThat(service.get("pull_policy"))
                  .as(what(compose, name))
                  .isEqualTo(ours ? "build" : null);
            });
  }

  /** No cloud's network is among those for benchmarks (RFC 2544), nor are an engine's own pools. */
  @Test
  void addressesThatAreGivenAreOfANetworkForBenchmarksWhichNoOtherFileHas() throws IOException {
    List<String> subnets = new ArrayList<>();
    for (ComposeFile compose : files().toList()) {
      Matcher subnet = SUBNET.matcher(Files.readString(compose.file()));
      if (subnet.find()) {
        subnets.add(subnet.group(1));
      }
      assertThat(ADDRESS.matcher(Files.readString(compose.file())).results())
          .as(compose.name())
          .allMatch(address -> address.group().startsWith(subnet.group(1)));
    }

    assertThat(subnets)
        .doesNotHaveDuplicates()
        .hasSize(5)
        .allMatch(net -> net.startsWith("198.18."));
  }

  /** What a user pastes: the images first, since they are built. */
  @ParameterizedTest
  @MethodSource("files")
  void theFirstLinesSayHowToBuildStartLoadAndEnd(ComposeFile compose) throws IOException {
    String command = "docker compose -f docker/%s.yml ".formatted(compose.name());
    List<String> said =
        Files.readAllLines(compose.file()).stream()
            .filter(line -> line.startsWith("#   "))
            .map(line -> line.substring(4))
            .toList();

    assertThat(said).allMatch(line -> line.startsWith(command));
    assertThat(said)
        .startsWith(command + "--profile tools build", command + "up -d")
        .endsWith(command + "down --volumes");
    assertThat(said.get(2))
        .startsWith(command + "run --rm ycsb load %s -P workloada ".formatted(compose.name()));
    assertThat(said.contains(command + "run --rm audit"))
        .isEqualTo(compose.services().containsKey("audit"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyImageIsOfAnExactVersion(ComposeFile compose) {
    compose
        .services()
        .forEach(
            (name, service) ->
                assertThat(service.get("image").toString())
                    .as(what(compose, name))
                    .matches(ImagesTest.EXACT));
  }

  @ParameterizedTest
  @MethodSource("files")
  void ourImagesAreBuiltFromStagesThatExistWithTheArgumentsOfTheDockerfileAndItsDefaults(
      ComposeFile compose) {
    compose
        .services()
        .forEach(
            (name, service) -> {
              String target = ComposeFile.target(service);
              if (!target.isEmpty()) {
                assertThat(compose.dockerfile(service)).startsWith(DOCKER).exists();
                Dockerfile dockerfile = new Dockerfile(compose.dockerfile(service));
                assertThat(dockerfile.stages()).containsKey(target);
                assertThat(service.get("image").toString())
                    .as(what(compose, name))
                    .startsWith("hybrid-ycsb/" + target + ":");
                Map<String, Object> build = ComposeFile.map(service.get("build"));
                assertThat(dockerfile.all("", "ARG"))
                    .containsExactlyInAnyOrderElementsOf(
                        ComposeFile.map(build.get("args")).entrySet().stream()
                            .map(argument -> argument.getKey() + "=" + argument.getValue())
                            .toList());
              }
            });
  }

  @ParameterizedTest
  @MethodSource("files")
  void nobodyWaitsForWhatNeverHappens(ComposeFile compose) {
    compose
        .services()
        .forEach(
            (name, service) ->
                ComposeFile.map(service.get("depends_on"))
                    .forEach(
                        (other, wait) -> {
                          assertThat(compose.services()).as(what(compose, name)).containsKey(other);
                          Object condition = ComposeFile.map(wait).get("condition");
                          assertThat(CONDITIONS).contains(condition.toString());
                          Map<String, Object> awaited = compose.services().get(other);
                          if (condition.equals("service_healthy")) {
                            assertThat(saysWhetherItIsHealthy(compose, awaited)).as(other).isTrue();
                          }
                          if (condition.equals("service_completed_successfully")) {
                            assertThat(awaited.getOrDefault("restart", "no"))
                                .as(other)
                                .isEqualTo("no");
                          }
                        }));
  }

  private static boolean saysWhetherItIsHealthy(ComposeFile compose, Map<String, Object> service) {
    String target = ComposeFile.target(service);
    return service.containsKey("healthcheck")
        || (!target.isEmpty()
            && new Dockerfile(compose.dockerfile(service))
                .all(target, "HEALTHCHECK").stream().noneMatch("NONE"::equals));
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyVolumeIsDeclaredAndEveryMountedFileIsThere(ComposeFile compose) {
    Set<String> declared = ComposeFile.map(compose.root().get("volumes")).keySet();
    compose
        .services()
        .forEach(
            (name, service) -> {
              for (String volume : ComposeFile.texts(service.get("volumes"))) {
                String source = volume.substring(0, volume.indexOf(':'));
                if (source.startsWith("./../")) {
                  // The same path in the source tree and in the release.
                  assertThat(Path.of(source.substring("./".length())))
                      .as(what(compose, name))
                      .exists();
                } else if (source.startsWith("./")) {
                  assertThat(DOCKER.resolve(source)).as(what(compose, name)).exists();
                } else {
                  assertThat(declared).as(what(compose, name)).contains(source);
                }
              }
            });
  }

  /** A new volume takes the owner of the directory that an image has in its place. */
  @ParameterizedTest
  @MethodSource("files")
  void ourUsersVolumesAreMountedWhereOtherProjectsImagesHaveNothing(ComposeFile compose) {
    compose
        .services()
        .forEach(
            (name, service) -> {
              if (service.getOrDefault("user", "").equals("10001:10001")) {
                assertThat(ComposeFile.texts(service.get("volumes")))
                    .as(what(compose, name))
                    .allMatch(
                        volume ->
                            volume.startsWith("./")
                                || volume.matches(".*:/(cluster|data|kafka|passwords)(:ro)?"));
              }
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "relational-kafka"})
  void theBrokersLogIsOnTheVolumeThatInitHasGivenToOurUser(String system) throws IOException {
    ComposeFile compose = new ComposeFile(DOCKER.resolve(system + ".yml"));

    assertThat(ComposeFile.texts(compose.services().get("init").get("volumes")))
        .contains("kafka:/data");
    assertThat(new Dockerfile(DOCKER.resolve("Dockerfile")).all("runtime", "RUN").toString())
        .contains("chown -R 10001:10001 /cluster /data /results");
    assertThat(ComposeFile.texts(compose.services().get("kafka").get("volumes")))
        .contains("kafka:/kafka");
    assertThat(DOCKER.resolve("veritas-kafka/kafka.properties"))
        .content()
        .contains("\nlog.dirs=/kafka/log\n");
  }

  @ParameterizedTest
  @MethodSource("files")
  void whoeverSharesANetworkSharesThatOfAServiceThatOnlyHoldsItUnderHisName(ComposeFile compose) {
    compose
        .services()
        .forEach(
            (name, service) -> {
              String mode = service.getOrDefault("network_mode", "").toString();
              if (!mode.isEmpty()) {
                String holder = mode.replace("service:", "");
                assertThat(service).as(what(compose, name)).doesNotContainKey("networks");
                assertThat(compose.aliases(holder)).contains(name);
                // A server that starts again would leave the others in a network that has ended.
                assertThat(compose.services().get(holder).get("entrypoint"))
                    .as(holder)
                    .isEqualTo(List.of("sleep", "infinity"));
              }
            });
  }

  @ParameterizedTest
  @MethodSource("files")
  void everySystemHasALoadGeneratorThatStartsOnlyWhenAsked(ComposeFile compose) {
    Map<String, Object> ycsb = compose.services().get("ycsb");

    assertThat(ComposeFile.target(ycsb)).isEqualTo("ycsb");
    assertThat(ComposeFile.texts(ycsb.get("profiles"))).containsExactly("tools");
    assertThat(Systems.names()).contains(compose.name());
  }

  @ParameterizedTest
  @MethodSource("files")
  void nothingRunsAsRootUnlessItsOwnImageDemandsIt(ComposeFile compose) {
    compose
        .services()
        .forEach(
            (name, service) ->
                assertThat(service.getOrDefault("user", "10001:10001").toString())
                    .as(what(compose, name))
                    .isIn("10001:10001", "999:999"));
  }
}
