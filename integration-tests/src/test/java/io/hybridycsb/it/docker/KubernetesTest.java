package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.batch.v1.Job;
import io.fabric8.kubernetes.api.model.networking.v1.NetworkPolicy;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.hybridycsb.harness.bench.hosts.ClientJob;
import io.hybridycsb.harness.bench.plan.ClientHosts.Pods;
import io.strimzi.api.kafka.model.kafka.Kafka;
import io.strimzi.api.kafka.model.nodepool.KafkaNodePool;
import io.strimzi.api.kafka.model.topic.KafkaTopic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The Kubernetes manifests, against the types that are generated from Kubernetes' and Strimzi's own
 * schemas, and against what our servers take. No cluster is asked.
 */
class KubernetesTest {
  private static final Path MANIFESTS = Path.of("..", "docker", "kubernetes");

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/Service", Service.class,
          "v1/PersistentVolumeClaim", PersistentVolumeClaim.class,
          "apps/v1/StatefulSet", StatefulSet.class,
          "batch/v1/Job", Job.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class,
          "kafka.strimzi.io/v1beta2/Kafka", Kafka.class,
          "kafka.strimzi.io/v1beta2/KafkaNodePool", KafkaNodePool.class,
          "kafka.strimzi.io/v1beta2/KafkaTopic", KafkaTopic.class);

  /** Rejects a property that a type doesn't have; the types themselves would keep it. */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                private static final long serialVersionUID = 1L;

                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              });

  private final Dockerfile dockerfile = new Dockerfile(Path.of("..", "docker", "Dockerfile"));

  @TempDir static Path rendered;

  static Stream<Path> manifests() throws IOException {
    try (Stream<Path> files = Files.list(MANIFESTS)) {
      return Stream.concat(
          files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream(),
          Stream.of(jobOfClients()));
    }
  }

  /** What 'hybrid bench --clients kubernetes' has made. */
  private static Path jobOfClients() throws IOException {
    Pods pods = new Pods(3, "", "", "", "500m", "2Gi", 2);
    return Files.writeString(
        rendered.resolve("clients-job.yaml"),
        ClientJob.manifest(pods, "hybrid-ycsb/ycsb:0.1.0", "hybrid-clients-1a"));
  }

  @Test
  void theJobOfABenchsClientsHasItsPodsAndEndsByItself() throws IOException {
    JsonNode job = objects(jobOfClients()).get(0);

    assertThat(job.path("spec").path("completions").asInt()).isEqualTo(3);
    assertThat(job.path("spec").path("parallelism").asInt()).isEqualTo(3);
    assertThat(job.path("spec").path("activeDeadlineSeconds").asInt()).isEqualTo(2 * 3600);
    assertThat(job.path("spec").path("template").path("metadata").path("labels"))
        .anyMatch(label -> label.asText().equals(job.path("metadata").path("name").asText()));
    // What clients need of the image is where they look for it.
    assertThat(Path.of("..", "docker", "Dockerfile"))
        .content()
        .contains("COPY bin /opt/hybrid/bin", "COPY harness /opt/hybrid/harness");
  }

  private static List<JsonNode> objects(Path manifest) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonNode> objects = new ArrayList<>();
    new Yaml(new SafeConstructor(options))
        .loadAll(Files.readString(manifest))
        .forEach(object -> objects.add(new ObjectMapper().valueToTree(object)));
    return objects;
  }

  private static List<JsonNode> podsOf(Path manifest) throws IOException {
    return objects(manifest).stream()
        .map(object -> object.path("spec").path("template").path("spec"))
        .filter(pod -> !pod.isMissingNode())
        .toList();
  }

  private static List<JsonNode> containers(JsonNode pod) {
    List<JsonNode> containers = new ArrayList<>();
    pod.path("initContainers").forEach(containers::add);
    pod.path("containers").forEach(containers::add);
    return containers;
  }

  private static List<String> texts(JsonNode list) {
    List<String> texts = new ArrayList<>();
    list.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyObjectIsOfItsSchema(Path manifest) throws IOException {
    for (JsonNode object : objects(manifest)) {
      String kind = object.path("apiVersion").asText() + "/" + object.path("kind").asText();
      assertThat(KINDS).containsKey(kind);
      HasMetadata typed = STRICT.treeToValue(object, KINDS.get(kind));
      assertThat(typed.getMetadata().getName()).as(kind).matches("[a-z0-9]([a-z0-9-]*[a-z0-9])?");
    }
  }

  @Test
  void aPropertyThatTheSchemaDoesNotHaveIsFound() {
    ObjectMapper json = new ObjectMapper();
    JsonNode wrong = json.createObjectNode().set("spec", json.createObjectNode().put("port", 1));

    assertThat(
            org.assertj.core.api.Assertions.catchThrowable(
                () -> STRICT.treeToValue(wrong, Service.class)))
        .isInstanceOf(JsonProcessingException.class)
        .hasMessageContaining("port");
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyContainerIsPinnedUnprivilegedAndLimited(Path manifest) throws IOException {
    for (JsonNode pod : podsOf(manifest)) {
      assertThat(pod.path("securityContext").path("runAsNonRoot").asBoolean()).isTrue();
      for (JsonNode container : containers(pod)) {
        assertThat(container.path("image").asText())
            .matches("[a-z0-9./-]+:[A-Za-z._-]*[0-9][A-Za-z0-9._-]*");
        JsonNode security = container.path("securityContext");
        assertThat(security.path("readOnlyRootFilesystem").asBoolean()).isTrue();
        assertThat(security.path("allowPrivilegeEscalation").asBoolean(true)).isFalse();
        assertThat(texts(security.path("capabilities").path("drop"))).containsExactly("ALL");
      }
      for (JsonNode container : pod.path("containers")) {
        assertThat(container.path("resources").path("limits").has("memory")).isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void whatIsMountedIsAVolumeOfThePodOrOneThatIsClaimedForIt(Path manifest) throws IOException {
    for (JsonNode object : objects(manifest)) {
      JsonNode pod = object.path("spec").path("template").path("spec");
      Set<String> volumes =
          Stream.concat(
                  pod.path("volumes").findValuesAsText("name").stream(),
                  object
                      .path("spec")
                      .path("volumeClaimTemplates")
                      .findValuesAsText("name")
                      .stream())
              .collect(Collectors.toSet());
      for (JsonNode container : containers(pod)) {
        for (JsonNode mount : container.path("volumeMounts")) {
          assertThat(volumes)
              .as("%s", container.path("name"))
              .contains(mount.path("name").asText());
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void everyDisruptionBudgetAndServiceSelectsPodsThatExist(Path manifest) throws IOException {
    List<JsonNode> objects = objects(manifest);
    List<JsonNode> labels =
        objects.stream()
            .map(object -> object.path("spec").path("template").path("metadata").path("labels"))
            .filter(found -> !found.isMissingNode())
            .toList();
    for (JsonNode object : objects) {
      JsonNode selector =
          switch (object.path("kind").asText()) {
            case "Service" -> object.path("spec").path("selector");
            case "PodDisruptionBudget", "StatefulSet" ->
                object.path("spec").path("selector").path("matchLabels");
            default -> null;
          };
      if (selector != null) {
        assertThat(labels).as("%s", object.path("metadata")).contains(selector);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("manifests")
  void ourServersUnderstandWhatTheyAreStartedWith(Path manifest) throws Exception {
    for (JsonNode pod : podsOf(manifest)) {
      for (JsonNode container : pod.path("containers")) {
        String image = container.path("image").asText();
        if (image.startsWith("hybrid-ycsb/") && !image.startsWith("hybrid-ycsb/ycsb:")) {
          String target = image.replaceAll(".*/|:.*", "");
          assertThat(container.has("command")).isFalse();
          OwnCommands.requireUnderstood(
              dockerfile.mainClass(target), texts(container.path("args")));
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"veritas-kafka", "veritas-tm", "blockchaindb"})
  void everyAddressInAClustersFilesIsThatOfAServiceOrAPod(String system) throws IOException {
    Set<String> names =
        objects(MANIFESTS.resolve(system + ".yaml")).stream()
            .filter(object -> object.path("kind").asText().equals("Service"))
            .map(object -> object.path("metadata").path("name").asText())
            .collect(Collectors.toSet());
    names.add("veritas-log-kafka-bootstrap");

    for (String line : Files.readAllLines(MANIFESTS.resolve(system + ".keygen"))) {
      if (line.matches("--(node-address|validator-address)=.*")) {
        assertThat(line).contains("=%1$s-node-{n}.%1$s-nodes:".formatted(system));
        assertThat(names).contains(system + "-nodes");
      }
      if (line.matches("--(timestamp-oracle|set=kafka.bootstrap.servers)=.*")) {
        assertThat(names).contains(line.replaceAll(".*=|:.*", ""));
      }
    }
  }
}
