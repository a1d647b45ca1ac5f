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
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The Dockerfile of our servers, against the layout of the release that images are built from. */
class ImagesTest {
  /** Of a version, not of a series of versions; maybe of a digest. */
  static final String EXACT =
      "[a-z0-9./-]+:v?[0-9]+[.][0-9]+[A-Za-z0-9._-]*(@sha256:[0-9a-f]{64})?";

  private static final Path SOURCE = Path.of("..");
  private static final Pattern OUTPUT =
      Pattern.compile("<outputDirectory>([^<]+)</outputDirectory>");
  private static final Pattern INCLUDE = Pattern.compile("<include>([^<]+)</include>");

  private static final Pattern LAID_OUT =
      Pattern.compile("(?:<release\\.lib>|/target/release/|directory}/release/)([a-z/-]+)<");
  private static final Pattern SYSTEM = Pattern.compile("<system[.a-z]*>([a-z-]+)</system");

  private final Dockerfile dockerfile = new Dockerfile(SOURCE.resolve("docker/Dockerfile"));

  private static Set<String> releaseLayout() throws Exception {
    String assembly = Files.readString(SOURCE.resolve("distribution/src/assembly/release.xml"));
    Set<String> layout =
        OUTPUT.matcher(assembly).results().map(found -> found.group(1)).collect(Collectors.toSet());
    for (Matcher found = INCLUDE.matcher(assembly); found.find(); ) {
      layout.add(found.group(1).replace("/**", ""));
    }
    // What modules lay out themselves.
    for (String folder : List.of("bindings", "distribution", "harness", "servers")) {
      try (Stream<Path> modules = Files.walk(SOURCE.resolve(folder), 2)) {
        for (Path module : modules.toList()) {
          Path pom = module.resolve("pom.xml");
          if (Files.exists(pom)) {
            String text = Files.readString(pom);
            LAID_OUT.matcher(text).results().map(found -> found.group(1)).forEach(layout::add);
            SYSTEM
                .matcher(text)
                .results()
                .map(found -> found.group(1) + "-binding/lib")
                .forEach(layout::add);
          }
        }
      }
    }
    return layout;
  }

  /** Sources of all COPY instructions that take from the context. */
  private List<String> copied() {
    return dockerfile.stages().keySet().stream()
        .flatMap(stage -> dockerfile.all(stage, "COPY").stream())
        .filter(copy -> !copy.startsWith("--from="))
        .map(copy -> copy.substring(0, copy.indexOf(' ')))
        .toList();
  }

  @Test
  void whatImagesAreMadeOfIsInTheRelease() throws Exception {
    Set<String> layout = releaseLayout();

    assertThat(copied()).hasSizeGreaterThan(10);
    for (String source : copied()) {
      boolean there =
          layout.stream().anyMatch(path -> path.equals(source) || path.startsWith(source + "/"))
              || (source.startsWith("docker/") && Files.exists(SOURCE.resolve(source)));
      assertThat(there).as(source).isTrue();
    }
  }

  @Test
  void theEngineIsGivenWhatImagesAreMadeOf() throws Exception {
    List<String> ignore = Files.readAllLines(SOURCE.resolve("docker/dockerignore"));
    List<String> given =
        ignore.stream()
            .filter(line -> line.startsWith("!"))
            .map(line -> line.substring(1))
            .toList();

    for (String source : copied()) {
      assertThat(given)
          .as(source)
          .anyMatch(
              path ->
                  source.equals(path)
                      || source.startsWith(path + "/")
                      || (path.startsWith("*") && source.endsWith(path.substring(1))));
    }
    assertThat(ignore).contains("*");
  }

  @Test
  void everyImageRunsWithoutRootAndSaysWhetherItIsHealthy() {
    assertThat(dockerfile.all("runtime", "USER")).containsExactly("10001:10001");
    for (String target :
        List.of(
            "veritas-kafka",
            "timestamp-oracle",
            "veritas-tm",
            "relational-tm",
            "relational-kafka",
            "blockchaindb",
            "quorum-tools",
            "immudb-tools",
            "postgresql-ledger-tools",
            "fabric-chaincode",
            "ycsb")) {
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
    ProcessBuilder pin = new ProcessBuilder("sh", SOURCE.resolve("docker/pin").toString());
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

  @ParameterizedTest
  @CsvSource({
    "Dockerfile, JDK_IMAGE, runtime, BASE_IMAGE",
    "fabric/Dockerfile, GO_IMAGE, fabric-tools, BASE_IMAGE",
    "quorum/Dockerfile, GO_IMAGE, quorum, BASE_IMAGE",
    "immudb/Dockerfile, GO_IMAGE, immudb, BASE_IMAGE",
    "bigchaindb/Dockerfile, PYTHON36_BUILD_IMAGE, bigchaindb, PYTHON36_IMAGE"
  })
  void baseImagesAreArgumentsWithPinnedDefaults(
      String file, String buildImage, String stage, String image) {
    Dockerfile built = new Dockerfile(SOURCE.resolve("docker").resolve(file));

    assertThat(built.all("", "ARG"))
        .hasSize(2)
        .allMatch(argument -> argument.matches("[A-Z0-9_]+=" + EXACT));
    assertThat(built.all("build", "FROM")).containsExactly("${%s} AS build".formatted(buildImage));
    assertThat(built.all(stage, "FROM")).containsExactly("${%s} AS %s".formatted(image, stage));
    assertThat(built.all(stage, "USER")).containsExactly("10001:10001");
  }
}
