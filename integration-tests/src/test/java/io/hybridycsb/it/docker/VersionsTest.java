package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.commons.support.ModifierSupport.isStatic;

import io.hybridycsb.harness.system.programs.GoModule;
import io.hybridycsb.harness.system.programs.GoProgram;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/** Containers run the same versions of other projects' programs as everything else. */
class VersionsTest {
  private static final Path SOURCE = Path.of("..");
  private static final Pattern VERSION = Pattern.compile("<[a-z-]+[.]version>([^<]+)<");
  private static final Pattern MODULE = Pattern.compile("(?m)^require (\\S+) v(\\S+)$");

  /** With the default in compose files, and without. */
  private static final Pattern OUR_TAG =
      Pattern.compile("hybrid-ycsb}?/[a-z-]+:(?:\\$\\{HYBRID_VERSION:-)?([0-9][A-Za-z0-9.-]*)");

  /** A commit, and a version that a replacement of ours gives. */
  private static final String NO_RELEASE = ".*-.*[0-9]{14}-[0-9a-f]{12}|0[.]0[.]0";

  /**
   * Images of what local clusters don't build and the release doesn't have: what images are made
   * of, and servers that users have installed. Of the databases the release has another version of
   * the same series.
   */
  private static final String OTHERS =
      "debian|eclipse-temurin|golang|python|mongo|redis|postgres|mariadb";

  /** What local clusters build, by the harness's names. */
  static List<GoProgram.Description> built() {
    return ReflectionSupport.findAllClassesInPackage(
            "io.hybridycsb.harness.system", type -> true, name -> true)
        .stream()
        .flatMap(
            type ->
                ReflectionSupport.findFields(
                    type,
                    field -> isStatic(field) && field.getType().equals(GoProgram.Description.class),
                    HierarchyTraversalMode.TOP_DOWN)
                    .stream())
        .map(field -> (GoProgram.Description) value(field))
        // Images have the published programs.
        .filter(program -> program.source().changed().isEmpty())
        .distinct()
        .toList();
  }

  private static Object value(Field field) {
    try {
      field.setAccessible(true);
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(field + " can't be read", e);
    }
  }

  private static Object constant(String program, String name) throws ReflectiveOperationException {
    return value(Class.forName("io.hybridycsb.harness.system." + program).getDeclaredField(name));
  }

  /** All files that name images, and the page on them, as one text. */
  private static String texts() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(DockerFolder.PATH)) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        text.append(Files.readString(file)).append('\n');
      }
    }
    return text.append(Files.readString(SOURCE.resolve("docs/docker.md"))).toString();
  }

  private static List<String> tagsOf(String image) throws IOException {
    List<String> tags =
        Pattern.compile("\\b" + Pattern.quote(image) + ":v?([0-9][A-Za-z0-9._-]*)")
            .matcher(texts())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(tags).as(image).isNotEmpty();
    return tags;
  }

  /** The names of the other projects' images that compose files take. */
  static List<String> images() throws IOException {
    return ComposeFilesTest.files()
        .flatMap(compose -> compose.imageVariables().keySet().stream())
        .map(image -> image.substring(0, image.lastIndexOf(':')))
        .filter(image -> !image.matches(OTHERS))
        .distinct()
        .sorted()
        .toList();
  }

  private static String property(String name) throws IOException {
    Matcher found =
        Pattern.compile("<%1$s>([^<]+)</%1$s>".formatted(Pattern.quote(name)))
            .matcher(Files.readString(SOURCE.resolve("pom.xml")));
    assertThat(found.find()).as(name).isTrue();
    return found.group(1);
  }

  @ParameterizedTest
  @MethodSource("images")
  void programsAreOfAVersionThatLocalClustersBuildOrTheReleaseHas(String image) throws IOException {
    Set<String> known =
        built().stream().map(GoProgram.Description::builtVersion).collect(Collectors.toSet());
    VERSION
        .matcher(Files.readString(SOURCE.resolve("pom.xml")))
        .results()
        .forEach(found -> known.add(found.group(1)));

    assertThat(Set.copyOf(tagsOf(image))).hasSize(1);
    assertThat(known).containsAll(tagsOf(image));
  }

  @ParameterizedTest
  @CsvSource({"apache/kafka, kafka.version", "cassandra, cassandra.version"})
  void serversInJavaAreOfTheVersionThatTheReleaseHas(String image, String property)
      throws IOException {
    assertThat(tagsOf(image)).containsOnly(property(property));
  }

  /** The images have fixes that the artifacts of a release don't have yet. */
  @ParameterizedTest
  @CsvSource({
    "postgres, postgresql-program.version, [0-9]+[.]",
    "mariadb, mariadb-program.version, [0-9]+[.][0-9]+[.]"
  })
  void databasesAreOfTheSeriesThatTheReleaseHas(String image, String property, Pattern series)
      throws Exception {
    Matcher found = series.matcher(property(property));
    assertThat(found.lookingAt()).isTrue();
    assertThat(tagsOf(image)).allMatch(tag -> tag.startsWith(found.group()));
  }

  /** In all files that name them: an engine must not take the images of another release. */
  @Test
  void ourImagesAreOfTheVersionOfTheRelease() throws IOException {
    Matcher version =
        Pattern.compile("<artifactId>hybrid-ycsb</artifactId>\\s*<version>([^<]+)<")
            .matcher(Files.readString(SOURCE.resolve("pom.xml")));
    assertThat(version.find()).isTrue();

    assertThat(OUR_TAG.matcher(texts()).results().map(found -> found.group(1)))
        .hasSizeGreaterThan(30)
        .containsOnly(version.group(1));
  }

  @Test
  void redisServesTheCommandsThatItServesInLocalClusters() throws Exception {
    String commands =
        ((List<?>) constant("stores.RedisServer", "COMMANDS"))
            .stream().map(command -> "+" + command).collect(Collectors.joining(" "));

    assertThat(DockerFolder.PATH.resolve("redis/redis.sh"))
        .content()
        .contains(" ~* -@all " + commands + "\n");
  }

  /** The folders of images that are built in Go. */
  static List<Path> builtInGo() throws IOException {
    try (Stream<Path> files = Files.walk(DockerFolder.PATH)) {
      return files.filter(file -> file.endsWith("go.mod")).map(Path::getParent).sorted().toList();
    }
  }

  /** The image and local clusters have one go.mod and go.sum. */
  @ParameterizedTest
  @MethodSource("builtInGo")
  void whatIsBuiltFromSourceIsBuiltAsForLocalClusters(Path directory) throws IOException {
    GoModule module =
        new GoModule(
            Files.readString(directory.resolve("go.mod")),
            Files.readString(directory.resolve("go.sum")));
    List<GoProgram.Description> programs =
        built().stream().filter(program -> program.source().module().equals(module)).toList();
    String dockerfile = Files.readString(directory.resolve("Dockerfile"));

    assertThat(programs).hasSize(1);
    GoProgram.Description program = programs.get(0);
    assertThat(program.source().flags()).allMatch(dockerfile::contains);
    assertThat(dockerfile)
        .contains(program.builtVersion())
        .contains("COPY go.mod go.sum ./")
        .contains(
            "CGO_ENABLED=%d GOBIN=/opt/%s go install -mod=readonly "
                .formatted(program.source().needsC() ? 1 : 0, directory.getFileName()));
  }

  @ParameterizedTest
  @MethodSource("built")
  void aProgramTellsTheVersionOfTheModuleThatItIsBuiltOf(GoProgram.Description program) {
    Matcher module = MODULE.matcher(program.source().module().requirements());

    assertThat(module.find()).isTrue();
    assertThat(program.source().packages().get(0)).startsWith(module.group(1));
    if (!module.group(2).matches(NO_RELEASE)) {
      assertThat(program.builtVersion()).isEqualTo(module.group(2));
    }
  }

  @Test
  void bigchainDbIsInstalledAsForLocalClusters() throws Exception {
    Path directory = DockerFolder.PATH.resolve("bigchaindb");
    List<String> files = List.of("build-requirements.txt", "requirements.txt");
    List<String> texts = new ArrayList<>();
    for (String file : files) {
      texts.add(Files.readString(directory.resolve(file)));
    }

    assertThat(constant("bigchaindb.BigchainDbProgram", "REQUIREMENTS")).isEqualTo(texts);
    assertThat(directory.resolve("Dockerfile"))
        .content()
        .contains("COPY " + String.join(" ", files))
        .contains("for file in " + String.join(" ", files))
        .contains("--require-hashes --no-deps --no-build-isolation -r /src/$file");
  }

  @Test
  void strimziIsOfTheVersionWhoseSchemaTheManifestsAreCheckedAgainst() throws Exception {
    String checked = property("strimzi.version").replaceFirst("\\.[0-9]+$", "");
    String manifest = Files.readString(DockerFolder.PATH.resolve("kubernetes/veritas-kafka.yaml"));
    String page = Files.readString(SOURCE.resolve("docs/kubernetes.md"));

    assertThat(manifest).contains("Strimzi %s.".formatted(checked));
    assertThat(page)
        .contains("Strimzi](https://strimzi.io) operator, version %s".formatted(checked));
  }
}
