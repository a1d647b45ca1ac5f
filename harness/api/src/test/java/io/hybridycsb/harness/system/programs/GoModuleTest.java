package io.hybridycsb.harness.system.programs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.process.ProcessLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What is built by Go is of the modules that we know, with the real Go and without a network. */
class GoModuleTest {
  private static final String MODULE = "example.com/tiny";
  private static final String REQUIREMENTS =
      """
      module hybridycsb/tiny

      go 1.22

      require example.com/tiny v1.0.0
      """;
  private static final String THEIR_REQUIREMENTS = "module example.com/tiny\n\ngo 1.22\n";
  private static final String PROGRAM =
      """
      package main

      func main() { println("tiny 1.0.0") }
      """;

  @TempDir private Path dir;
  private final Map<String, String> environment = new HashMap<>();

  /** A proxy that has the module, and a user whose settings turn all checks off that they can. */
  @BeforeEach
  void publish() throws Exception {
    Path versions = Files.createDirectories(dir.resolve("proxy").resolve(MODULE).resolve("@v"));
    Files.writeString(versions.resolve("v1.0.0.info"), "{\"Version\": \"v1.0.0\"}");
    Files.writeString(versions.resolve("v1.0.0.mod"), THEIR_REQUIREMENTS);
    try (ZipOutputStream zip =
        new ZipOutputStream(Files.newOutputStream(versions.resolve("v1.0.0.zip")))) {
      for (Map.Entry<String, String> file : published(PROGRAM).entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue().getBytes(UTF_8));
      }
    }
    environment.put("GOPROXY", dir.resolve("proxy").toUri().toString());
    environment.put("GOMODCACHE", dir.resolve("modules").toString());
    environment.put("GOFLAGS", "-mod=mod -modcacherw");
    environment.put("GOSUMDB", "off");
    environment.put("GONOSUMDB", "*");
    environment.put("GONOSUMCHECK", "1");
    environment.put("GOINSECURE", "*");
    environment.put("GOPRIVATE", "*");
    environment.put("GONOPROXY", "none");
    environment.put("GOWORK", "");
  }

  private static Map<String, String> published(String program) {
    String at = MODULE + "@v1.0.0/";
    return new TreeMap<>(Map.of(at + "go.mod", THEIR_REQUIREMENTS, at + "main.go", program));
  }

  /** Go's first kind of checksum: of a list of files, each with its hash. */
  private static String sum(Map<String, String> files) throws Exception {
    StringBuilder list = new StringBuilder();
    for (Map.Entry<String, String> file : new TreeMap<>(files).entrySet()) {
      list.append(HexFormat.of().formatHex(sha256(file.getValue())))
          .append("  ")
          .append(file.getKey())
          .append('\n');
    }
    return "h1:" + Base64.getEncoder().encodeToString(sha256(list.toString()));
  }

  private static byte[] sha256(String text) throws Exception {
    return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
  }

  private static String sums(String program) throws Exception {
    return "%1$s v1.0.0 %2$s\n%1$s v1.0.0/go.mod %3$s\n"
        .formatted(MODULE, sum(published(program)), sum(Map.of("go.mod", THEIR_REQUIREMENTS)));
  }

  private Path build(String sums) {
    return new GoProgram(
            new GoProgram.Description(
                "Tiny",
                List.of("tiny"),
                "tiny.program",
                "TINY",
                new GoProgram.Version("version", "^tiny ([0-9.]+)", "1.0", "1.0.0", "1.22"),
                new GoProgram.Source(
                    List.of(MODULE), new GoModule(REQUIREMENTS, sums), List.of("-trimpath"))),
            environment,
            name -> name.equals("go") ? ProcessLauncher.onPath(name) : Optional.empty(),
            dir.resolve("cache"),
            line -> {})
        .find("");
  }

  @Test
  void aModuleWithTheChecksumThatWeKnowIsBuilt() throws Exception {
    assertThat(build(sums(PROGRAM))).isExecutable();
  }

  @Test
  void aModuleWithAnotherChecksumIsRefusedWhateverTheUsersSettingsAre() throws Exception {
    String sums = sums(PROGRAM.replace("1.0.0", "1.0.1"));

    assertThatThrownBy(() -> build(sums))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("tiny was not built")
        .hasMessageContaining("SECURITY ERROR");
    assertThat(dir.resolve("cache/go")).doesNotExist();
  }

  @Test
  void aModuleOfWhichWeKnowNoChecksumIsRefusedWhateverTheUsersSettingsAre() {
    assertThatThrownBy(() -> build(""))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("missing go.sum entry");
  }

  @Test
  void whatIsKeptIsBuiltAnewWhenItsModuleChanges() throws Exception {
    Path first = build(sums(PROGRAM));
    Path second = build(sums(PROGRAM) + "example.com/other v1.0.0/go.mod " + sum(Map.of()) + "\n");

    assertThat(second).isNotEqualTo(first).isExecutable();
    assertThat(build(sums(PROGRAM))).isEqualTo(first);
  }

  /** The modules that come with the harness and with systems, in the source tree. */
  static List<Path> ours() throws IOException {
    try (Stream<Path> files =
        Stream.concat(
            Files.walk(Path.of("src/main/resources")), Files.walk(Path.of("../../bindings")))) {
      return files
          .filter(file -> file.endsWith("go.mod") && !file.toString().contains("/target/"))
          .map(Path::getParent)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("ours")
  void eachModuleThatAProgramIsBuiltOfHasAChecksum(Path directory) throws IOException {
    GoModule module =
        new GoModule(
            Files.readString(directory.resolve("go.mod")),
            Files.readString(directory.resolve("go.sum")));
    List<String> unknown = new ArrayList<>();
    Map<String, String> replaced = new HashMap<>();
    Pattern.compile("(?m)^replace (\\S+)(?: v\\S+)? => (\\S+ v\\S+)$")
        .matcher(module.requirements())
        .results()
        .forEach(line -> replaced.put(line.group(1), line.group(2)));

    List<MatchResult> required =
        Pattern.compile("(?m)^(?:\\t|require )(\\S+) (v\\S+)")
            .matcher(module.requirements())
            .results()
            .toList();
    for (MatchResult one : required) {
      String built = replaced.getOrDefault(one.group(1), one.group(1) + " " + one.group(2));
      if (module.sums().lines().noneMatch(sum -> sum.startsWith(built))) {
        unknown.add(built);
      }
    }
    assertThat(required).hasSizeGreaterThan(5);
    assertThat(unknown).isEmpty();
    assertThat(module.sums().lines())
        .allMatch(line -> line.matches("\\S+ v[^\\s/]+(/go\\.mod)? h1:[A-Za-z0-9+/]{43}="));
  }
}
