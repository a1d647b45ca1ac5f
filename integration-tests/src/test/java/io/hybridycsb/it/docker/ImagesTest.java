package io.hybridycsb.it.docker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Dockerfile of our servers, against the layout of the release that images are built from. */
class ImagesTest {
  /** Of a version, not of a series of versions; maybe of a digest. */
  static final String EXACT =
      "[a-z0-9./-]+:v?[0-9]+[.][0-9]+[A-Za-z0-9._-]*(@sha256:[0-9a-f]{64})?";

  private static final Path SOURCE = Path.of("..");

  /** What a stage takes of the release, which the first stage has as a whole. */
  private static final Pattern SERVER =
      Pattern.compile("--from=build /opt/release/(servers/\\S+) ");

  private static final Pattern LOAD_GENERATOR = Pattern.compile(" cp -R (.*) /opt/ycsb");

  private final Dockerfile dockerfile = new Dockerfile(DockerFolder.PATH.resolve("Dockerfile"));

  private static String poms() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(SOURCE, 4)) {
      for (Path file : files.filter(file -> file.endsWith("pom.xml")).toList()) {
        text.append(Files.readString(file));
      }
    }
    return text.toString();
  }

  private List<String> copied() {
    return dockerfile.stages().keySet().stream()
        .flatMap(stage -> dockerfile.all(stage, "COPY").stream())
        .toList();
  }

  @Test
  void theServersThatImagesAreMadeOfAreInTheRelease() throws Exception {
    List<String> servers =
        copied().stream()
            .flatMap(copy -> SERVER.matcher(copy).results())
            .map(found -> found.group(1))
            .toList();

    assertThat(servers).hasSizeGreaterThan(5);
    for (String server : servers) {
      assertThat(poms()).contains(server + "<");
    }
  }

  @Test
  void theEngineIsGivenWhatImagesAreMadeOf() throws Exception {
    List<String> ignore = Files.readAllLines(DockerFolder.PATH.resolve("dockerignore"));
    Matcher loadGenerator =
        LOAD_GENERATOR.matcher(String.join(" ", dockerfile.all("build", "RUN")));
    assertThat(loadGenerator.find()).isTrue();

    assertThat(ignore).contains("*", "!servers");
    for (String name : loadGenerator.group(1).split(" ")) {
      assertThat(ignore).contains("!" + name);
    }
    for (String copy : copied()) {
      if (copy.startsWith("docker/")) {
        String source = copy.substring(0, copy.indexOf(' '));
        assertThat(DockerFolder.ROOT.resolve(source)).exists();
        assertThat(ignore)
            .as("builders without BuildKit enter no folder that only a pattern names")
            .containsAnyOf(
                "!" + source, "!" + source.replaceFirst("^docker/image/.*", "docker/image"));
      }
    }
  }

  @Test
  void everyImageRunsWithoutRootAndSaysWhetherItIsHealthy() {
    assertThat(dockerfile.all("runtime", "USER")).containsExactly("10001:10001");
    List<String> ours =
        dockerfile.stages().keySet().stream()
            .filter(stage -> !Set.of("", "build", "runtime").contains(stage))
            .toList();
    assertThat(ours).contains("ycsb").hasSizeGreaterThan(5);
    for (String target : ours) {
      assertThat(dockerfile.all(target, "FROM")).as(target).containsExactly("runtime AS " + target);
      assertThat(dockerfile.all(target, "USER")).as(target).isEmpty();
      assertThat(dockerfile.all(target, "HEALTHCHECK")).as(target).hasSize(1);
    }
  }

  /** Runs "docker/pin" with an engine that can't pull an image of this name. */
  private static Process pin(Path programs, String missing) throws IOException {
    Path docker = programs.resolve("docker");
    Files.writeString(
        docker,
        """
        #!/bin/sh
        for last; do :; done
        case $last in %s:*) exit 1 ;; esac
        [ $1 = pull ] || echo "$last@sha256:1"
        """
            .formatted(missing));
    assertThat(docker.toFile().setExecutable(true)).isTrue();
    ProcessBuilder pin = new ProcessBuilder("sh", DockerFolder.PATH.resolve("pin").toString());
    pin.environment().merge("PATH", programs + ":", (path, first) -> first + path);
    return pin.start();
  }

  @Test
  void everyImageOfAnotherProjectCanBePinnedByItsDigest(@TempDir Path programs) throws Exception {
    Set<String> wanted = new TreeSet<>();
    for (ComposeFile compose : ComposeFilesTest.files().toList()) {
      compose
          .imageVariables()
          .forEach((image, variable) -> wanted.add(variable + "=" + image + "@sha256:1"));
    }

    Process process = pin(programs, "none");
    String printed = new String(process.getInputStream().readAllBytes(), UTF_8);

    assertThat(process.waitFor()).isZero();
    assertThat(printed.lines()).containsExactlyElementsOf(wanted);
  }

  @Test
  void whereAnImageCanNotBePulledNoneIsPinned(@TempDir Path programs) throws Exception {
    Process process = pin(programs, "redis");

    assertThat(process.getInputStream().readAllBytes()).isEmpty();
    assertThat(process.waitFor()).isNotZero();
  }

  static List<Path> dockerfiles() throws IOException {
    try (Stream<Path> files = Files.walk(DockerFolder.PATH)) {
      return files.filter(file -> file.endsWith("Dockerfile")).sorted().toList();
    }
  }

  @ParameterizedTest
  @MethodSource("dockerfiles")
  void baseImagesAreArgumentsWithPinnedDefaults(Path file) {
    Dockerfile built = new Dockerfile(file);
    List<String> arguments = built.all("", "ARG");

    assertThat(arguments).hasSize(2).allMatch(argument -> argument.matches("[A-Z0-9_]+=" + EXACT));
    String image = arguments.get(0).replaceFirst("=.*", "");
    assertThat(built.all("build", "FROM")).containsExactly("${%s} AS build".formatted(image));
    String base = arguments.get(1).replaceFirst("=.*", "");
    String stage = List.copyOf(built.stages().keySet()).get(2);
    assertThat(built.all(stage, "FROM")).containsExactly("${%s} AS %s".formatted(base, stage));
    assertThat(built.all(stage, "USER")).containsExactly("10001:10001");
  }
}
