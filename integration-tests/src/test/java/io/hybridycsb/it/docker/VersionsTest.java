package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Containers run the same versions of other projects' programs as everything else. */
class VersionsTest {
  private static final Path SOURCE = Path.of("..");

  /** All files that name images, and the page on them, as one text. */
  private static String images() throws IOException {
    StringBuilder text = new StringBuilder();
    try (Stream<Path> files = Files.walk(SOURCE.resolve("docker"))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        text.append(Files.readString(file)).append('\n');
      }
    }
    return text.append(Files.readString(SOURCE.resolve("docs/docker.md"))).toString();
  }

  private static List<String> tagsOf(String image) throws IOException {
    List<String> tags =
        Pattern.compile("\\b" + Pattern.quote(image) + ":v?([0-9][A-Za-z0-9._-]*)")
            .matcher(images())
            .results()
            .map(found -> found.group(1))
            .toList();
    assertThat(tags).as(image).isNotEmpty();
    return tags;
  }

  /** A component of a local cluster's description of a program. */
  private static Object described(String program, String component)
      throws ReflectiveOperationException {
    Object value = constant(program, "PROGRAM");
    Method accessor = value.getClass().getDeclaredMethod(component);
    accessor.setAccessible(true);
    return accessor.invoke(value);
  }

  private static Object constant(String program, String name) throws ReflectiveOperationException {
    Field field = Class.forName("io.hybridycsb.harness.system." + program).getDeclaredField(name);
    field.setAccessible(true);
    return field.get(null);
  }

  private static String property(String name) throws IOException {
    Matcher found =
        Pattern.compile("<%1$s>([^<]+)</%1$s>".formatted(Pattern.quote(name)))
            .matcher(Files.readString(SOURCE.resolve("pom.xml")));
    assertThat(found.find()).as(name).isTrue();
    return found.group(1);
  }

  @ParameterizedTest
  @CsvSource({
    "cometbft/cometbft, validators.CometBftProgram",
    "coreos/etcd, etcd.EtcdSystem",
    "ethereum/client-go, blockchaindb.GethNode",
    "hyperledger/fabric-orderer, fabric.FabricProgram",
    "hyperledger/fabric-peer, fabric.FabricProgram",
    "shopify/toxiproxy, network.NetworkOptions",
    "tendermint/tendermint, validators.Tendermint"
  })
  void programsAreOfTheVersionThatLocalClustersBuild(String image, String program)
      throws Exception {
    assertThat(tagsOf(image)).containsOnly((String) described(program, "builtVersion"));
  }

  @ParameterizedTest
  @CsvSource({"apache/kafka, kafka.version", "cassandra, cassandra.version"})
  void serversInJavaAreOfTheVersionThatTheReleaseHas(String image, String property)
      throws Exception {
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

  @Test
  void redisServesTheCommandsThatItServesInLocalClusters() throws Exception {
    String commands =
        ((List<?>) constant("stores.RedisServer", "COMMANDS"))
            .stream().map(command -> "+" + command).collect(Collectors.joining(" "));

    assertThat(SOURCE.resolve("docker/redis/redis.sh"))
        .content()
        .contains(" ~* -@all " + commands + "\n");
  }

  /** The image and local clusters have one go.mod and go.sum, which the harness takes from here. */
  @ParameterizedTest
  @CsvSource({
    "fabric, fabric.FabricProgram, 0",
    "quorum, ethereum.QuorumProgram, 1",
    "immudb, immudb.ImmudbSystem, 0"
  })
  void whatIsBuiltFromSourceIsBuiltAsForLocalClusters(String image, String program, int cgo)
      throws Exception {
    Path directory = SOURCE.resolve("docker").resolve(image);
    Object source = described(program, "source");
    Method flags = source.getClass().getDeclaredMethod("flags");
    String dockerfile = Files.readString(directory.resolve("Dockerfile"));

    for (Object flag : (List<?>) flags.invoke(source)) {
      assertThat(dockerfile).contains(flag.toString());
    }
    assertThat(dockerfile)
        .contains(described(program, "builtVersion").toString())
        .contains("COPY go.mod go.sum ./")
        .contains("CGO_ENABLED=%d GOBIN=/opt/%s go install -mod=readonly ".formatted(cgo, image));
    assertThat(source.toString())
        .contains(Files.readString(directory.resolve("go.mod")))
        .contains(Files.readString(directory.resolve("go.sum")));
  }

  @ParameterizedTest
  @CsvSource({
    "validators.CometBftProgram, github.com/cometbft/cometbft",
    "validators.Tendermint, github.com/tendermint/tendermint",
    "etcd.EtcdSystem, go.etcd.io/etcd/server/v3",
    "blockchaindb.GethNode, github.com/ethereum/go-ethereum",
    "network.NetworkOptions, github.com/Shopify/toxiproxy/v2",
    "immudb.ImmudbSystem, github.com/codenotary/immudb"
  })
  void aProgramTellsTheVersionOfTheModuleThatItIsBuiltOf(String program, String module)
      throws Exception {
    assertThat(described(program, "source").toString())
        .contains("require %s v%s\n".formatted(module, described(program, "builtVersion")));
  }

  @Test
  void bigchainDbIsInstalledAsForLocalClusters() throws Exception {
    Path directory = SOURCE.resolve("docker/bigchaindb");
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
    String manifest = Files.readString(SOURCE.resolve("docker/kubernetes/veritas-kafka.yaml"));
    String page = Files.readString(SOURCE.resolve("docs/kubernetes.md"));

    assertThat(manifest).contains("Strimzi %s.".formatted(checked));
    assertThat(page)
        .contains("Strimzi](https://strimzi.io) operator, version %s".formatted(checked));
  }
}
