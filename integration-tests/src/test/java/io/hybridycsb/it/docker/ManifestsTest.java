package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The scripts around the manifests, and what the clients' pods run. No cluster is asked. */
class ManifestsTest {
  private static final Path KUBERNETES = DockerFolder.PATH.resolve("kubernetes");
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  @TempDir Path directory;

  static List<String> systems() throws IOException {
    return KubernetesTest.systems();
  }

  private Ended run(Map<String, String> variables, String... command) {
    return Release.run(directory, variables, TIMEOUT, List.of(command));
  }

  private Ended make(Map<String, String> variables, String system) {
    return run(
        variables,
        "sh",
        KUBERNETES.resolve("make-manifests").toString(),
        system,
        directory.resolve("made").toString());
  }

  private Path program(String name, String script) throws IOException {
    Path program = Files.createDirectories(directory.resolve("programs")).resolve(name);
    Files.writeString(program, script);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return program;
  }

  private Map<String, String> withPrograms(Map<String, String> variables) {
    Map<String, String> all = new HashMap<>(variables);
    all.put("PATH", directory.resolve("programs") + ":" + System.getenv("PATH"));
    return all;
  }

  @ParameterizedTest
  @MethodSource("systems")
  void aSystemsFilesHaveItsFourNodesAndClientsOfIt(String system) throws IOException {
    make(Map.of(), system).requireSuccess();

    Path made = directory.resolve("made");
    for (int n = 1; n <= 4; n++) {
      assertThat(made.resolve("%s-node-%d.yaml".formatted(system, n)))
          .content()
          .contains("name: %s-node-%d\n".formatted(system, n))
          .doesNotContain("{n}");
    }
    for (String phase : List.of("load", "run")) {
      assertThat(made.resolve(phase + "/ycsb-" + phase + ".yaml"))
          .content()
          .contains("value: %s\n".formatted(system))
          .contains("secretName: %s-client\n".formatted(system));
    }
  }

  @ParameterizedTest
  @MethodSource("systems")
  void kubectlTakesThemWithTheImagesNamesThatAreGiven(String system) throws IOException {
    assumeTrue(
        Release.run(directory, Map.of(), TIMEOUT, List.of("sh", "-c", "command -v kubectl"))
                .status()
            == 0,
        "there is no kubectl on the PATH");
    make(Map.of("HYBRID_IMAGES", "registry.example:5000/mine", "HYBRID_VERSION", "9.9"), system)
        .requireSuccess();

    List<String> images = new ArrayList<>();
    for (String part : List.of("", "/load", "/run")) {
      Ended built = run(Map.of(), "kubectl", "kustomize", directory.resolve("made") + part);
      Path all = Files.writeString(directory.resolve("all.yaml"), built.requireSuccess().out());
      for (JsonNode object : KubernetesTest.objects(all)) {
        images.addAll(object.findValuesAsText("image"));
      }
    }

    assertThat(images)
        .hasSizeGreaterThan(8)
        .contains(
            "registry.example:5000/mine/" + system + ":9.9", "registry.example:5000/mine/ycsb:9.9")
        .allMatch(image -> !image.contains("hybrid-ycsb/"));
  }

  @Test
  void filesThatMayHaveBeenEditedAreKept() {
    make(Map.of(), "veritas-tm").requireSuccess();

    Ended again = make(Map.of(), "veritas-tm");

    assertThat(again.status()).isEqualTo(2);
    assertThat(again.err()).contains("name another directory");
  }

  @Test
  void aSystemWithoutManifestsIsRefusedWithTheNamesOfThoseThatHaveSome() {
    Ended refused = make(Map.of(), "etcd");

    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err()).contains("'etcd'; there are: blockchaindb veritas-kafka veritas-tm");
  }

  /** Runs what a client's pod runs, with a YCSB that only says its arguments; returns its log. */
  private Ended client(String phase, Map<String, String> variables) throws IOException {
    JsonNode job = KubernetesTest.objects(KUBERNETES.resolve("ycsb-" + phase + ".yaml")).get(0);
    JsonNode container = job.at("/spec/template/spec/containers/0");
    List<String> command = new ArrayList<>();
    container.path("command").forEach(word -> command.add(word.asText()));
    String script = container.at("/args/0").asText();
    for (String name : List.of("secrets", "cluster", "results")) {
      Path folder = Files.createDirectories(directory.resolve(name));
      script = script.replace("/" + name, folder.toString());
    }
    command.add(script);
    run(Map.of(), "tar", "-cf", directory + "/secrets/client.tar", "-T", "/dev/null")
        .requireSuccess();
    program(
        "ycsb",
        "#!/bin/sh\necho \"ycsb $*\"\n>'%s/results/client2-READ.hdr'\nexit ${STATUS:-0}\n"
            .formatted(directory));
    Map<String, String> all = withPrograms(variables);
    all.putAll(Map.of("SYSTEM", "veritas-kafka", "CLIENT", "2"));
    return Release.run(directory, all, TIMEOUT, command);
  }

  private Ended collect(Ended client, int clients) throws IOException {
    Files.writeString(directory.resolve("log"), client.out());
    program(
        "kubectl",
        """
        #!/bin/sh
        case "$*" in
          "-n some get job ycsb-run "*) echo %d ;;
          "-n some get pods -l job-name=ycsb-run "*) echo pod/one ;;
          "-n some logs pod/one -c ycsb") cat '%s/log' ;;
          *) exit 1 ;;
        esac
        """
            .formatted(clients, directory));
    return run(
        withPrograms(Map.of()),
        "sh",
        KUBERNETES.resolve("collect").toString(),
        "run",
        directory.resolve("collected").toString(),
        "-n",
        "some");
  }

  @Test
  void whatAClientFoundIsInItsLogAndComesBackWhole() throws IOException {
    String soon = Long.toString(Instant.now().getEpochSecond() + 1);
    Ended client = client("run", Map.of("START_AT", soon)).requireSuccess();

    collect(client, 1).requireSuccess();

    assertThat(directory.resolve("collected/client2.txt"))
        .content()
        .contains("ycsb run veritas-kafka -P workloada ");
    assertThat(directory.resolve("collected/client2-READ.hdr")).exists();
  }

  @Test
  void aClientThatFailsIsSeenToFailAndLeavesItsOutput() throws IOException {
    Ended client = client("load", Map.of("STATUS", "3"));

    assertThat(client.status()).isEqualTo(3);
    assertThat(client.out())
        .contains("-p insertstart=50000 -p insertcount=25000")
        .contains("\n--- results ---\n");
  }

  @Test
  void aClientThatWouldBeginAfterTheOthersDoesNotBegin() throws IOException {
    String past = Long.toString(Instant.now().getEpochSecond() - 100);
    Ended client = client("run", Map.of("START_AT", past));

    assertThat(client.status()).isEqualTo(1);
    assertThat(client.err()).contains("too late by ").contains("give ycsb-start a later time");
    assertThat(client.out()).doesNotContain("ycsb run");
  }

  @Test
  void resultsOfFewerClientsThanTheJobHasAreNotTakenForAll() throws IOException {
    Ended client = client("load", Map.of());

    Ended collected = collect(client, 2);

    assertThat(collected.status()).isEqualTo(1);
    assertThat(collected.err()).contains("expected 2 clients");
  }

  @Test
  void aLogWithoutResultsIsAnError() throws IOException {
    Ended collected = collect(new Ended("", 0, "killed\n", ""), 1);

    assertThat(collected.status()).isEqualTo(1);
    assertThat(collected.err()).contains("no results in the log of pod/one");
  }
}
