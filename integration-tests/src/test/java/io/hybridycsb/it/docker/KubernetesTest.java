package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import io.fabric8.kubernetes.api.model.HasMetadata;
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
import io.strimzi.api.kafka.model.user.KafkaUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * The Kubernetes manifests, against the types that are generated from Kubernetes' and Strimzi's own
 * schemas, and against what our servers take. No cluster is asked.
 */
class KubernetesTest {
  private static final Path MANIFESTS = DockerFolder.PATH.resolve("kubernetes");

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "v1/Service", Service.class,
          "apps/v1/StatefulSet", StatefulSet.class,
          "batch/v1/Job", Job.class,
          "networking.k8s.io/v1/NetworkPolicy", NetworkPolicy.class,
          "policy/v1/PodDisruptionBudget", PodDisruptionBudget.class,
          "kafka.strimzi.io/v1beta2/Kafka", Kafka.class,
          "kafka.strimzi.io/v1beta2/KafkaNodePool", KafkaNodePool.class,
          "kafka.strimzi.io/v1beta2/KafkaTopic", KafkaTopic.class,
          "kafka.strimzi.io/v1beta2/KafkaUser", KafkaUser.class);

  /** The systems that have manifests. */
  static List<String> systems() throws IOException {
    try (Stream<Path> files = Files.list(MANIFESTS)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("-node.yaml"))
          .map(name -> name.replace("-node.yaml", ""))
          .sorted()
          .toList();
    }
  }

  /** Rejects a property that a type doesn't have; the types themselves would keep it. */
  private static final ObjectMapper STRICT =
      new ObjectMapper()
          .setAnnotationIntrospector(
              new JacksonAnnotationIntrospector() {
                @Override
                public Boolean hasAnySetter(Annotated annotated) {
                  return false;
                }
              });

  private final Dockerfile dockerfile = new Dockerfile(DockerFolder.PATH.resolve("Dockerfile"));

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
        DockerFolder.ROOT.resolve("clients-job.yaml"),
        ClientJob.manifest(pods, "hybrid-ycsb/ycsb:0.1.0-SNAPSHOT", "hybrid-clients-1a"));
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
    assertThat(DockerFolder.PATH.resolve("Dockerfile"))
        .content()
        .containsPattern("cp -R .*bin .*harness .* /opt/ycsb")
        .contains("COPY --from=build /opt/ycsb /opt/hybrid");
  }

  /** The objects of a manifest, as node 1 has them. */
  static List<JsonNode> objects(Path manifest) throws IOException {
    return objects(manifest, 1);
  }

  private static List<JsonNode> objects(Path manifest, int node) throws IOException {
    LoaderOptions options = new LoaderOptions();
    options.setAllowDuplicateKeys(false);
    List<JsonNode> objects = new ArrayList<>();
    new Yaml(new SafeConstructor(options))
        .loadAll(Files.readString(manifest).replace("{n}", Integer.toString(node)))
        .forEach(object -> objects.add(new ObjectMapper().valueToTree(object)));
    return objects;
  }

  /** The objects of all manifests. */
  static List<JsonNode> everything() throws IOException {
    List<JsonNode> objects = new ArrayList<>();
    for (Path manifest : manifests().toList()) {
      objects.addAll(objects(manifest));
    }
    return objects;
  }

  private static List<JsonNode> everything(String kind) throws IOException {
    return everything().stream()
        .filter(object -> object.path("kind").asText().equals(kind))
        .toList();
  }

  /** The labels of all pods that the manifests make. */
  private static List<Map<String, String>> pods() throws IOException {
    return everything().stream()
        .map(object -> object.at("/spec/template/metadata/labels"))
        .filter(labels -> !labels.isMissingNode())
        .map(KubernetesTest::labels)
        .toList();
  }

  private static Map<String, String> labels(JsonNode labels) {
    return new ObjectMapper().convertValue(labels, new TypeReference<>() {});
  }

  private static boolean selects(JsonNode selector, Map<String, String> pod) {
    return !selector.isEmpty() && pod.entrySet().containsAll(labels(selector).entrySet());
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
        assertThat(container.path("image").asText()).matches(ImagesTest.EXACT);
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
  void everySelectorSelectsPodsThatExist(Path manifest) throws IOException {
    for (JsonNode object : objects(manifest)) {
      JsonNode selector =
          switch (object.path("kind").asText()) {
            case "Service" -> object.at("/spec/selector");
            case "PodDisruptionBudget", "StatefulSet" -> object.at("/spec/selector/matchLabels");
            case "NetworkPolicy" -> object.at("/spec/podSelector/matchLabels");
            default -> null;
          };
      if (selector != null) {
        assertThat(pods())
            .as("%s", object.path("metadata"))
            .anyMatch(pod -> selects(selector, pod));
      }
    }
  }

  @Test
  void nobodyReachesAPodUnlessAPolicySaysSo() throws IOException {
    List<JsonNode> policies = everything("NetworkPolicy");

    assertThat(pods()).hasSizeGreaterThan(5);
    for (Map<String, String> pod : pods()) {
      assertThat(policies)
          .as("%s", pod)
          .anyMatch(
              policy ->
                  selects(policy.at("/spec/podSelector/matchLabels"), pod)
                      && texts(policy.at("/spec/policyTypes")).contains("Ingress"));
    }
  }

  @Test
  void everyPortThatAPolicyOpensIsOpenToThoseWhomItNames() throws IOException {
    for (JsonNode policy : everything("NetworkPolicy")) {
      String name = policy.at("/metadata/name").asText();
      for (JsonNode rule : policy.at("/spec/ingress")) {
        assertThat(rule.path("ports")).as(name).isNotEmpty();
        assertThat(rule.path("from")).as(name).isNotEmpty();
        for (JsonNode peer : rule.path("from")) {
          assertThat(peer.findPath("matchLabels")).as(name).isNotEmpty();
        }
      }
    }
  }

  /** The validators' calls have no policy, since only their own pods use them: on loopback. */
  @Test
  void portsThatAskNobodyWhoHeIsAreOnlyForThoseWhoNeedThem() throws IOException {
    Map<Integer, Set<String>> open = new HashMap<>();
    for (JsonNode policy : everything("NetworkPolicy")) {
      for (JsonNode rule : policy.at("/spec/ingress")) {
        for (JsonNode port : rule.path("ports")) {
          open.computeIfAbsent(port.path("port").asInt(), number -> new HashSet<>())
              .addAll(rule.path("from").findValuesAsText("app.kubernetes.io/part-of"));
        }
      }
    }

    assertThat(open)
        .containsOnlyKeys(7000, 7100, 8545, 9100, 26656, 30303)
        .containsEntry(8545, Set.of("blockchaindb"))
        .containsEntry(9100, Set.of())
        .containsEntry(7100, Set.of("veritas-kafka", "ycsb"))
        .containsEntry(26656, Set.of("veritas-tm"));
  }

  @Test
  void theBrokersAskEveryClientWhoItIsAndLetItDoWhatANodeNeeds() throws IOException {
    JsonNode kafka = everything("Kafka").get(0).at("/spec/kafka");
    for (JsonNode listener : kafka.path("listeners")) {
      assertThat(listener.path("tls").asBoolean()).isTrue();
      assertThat(listener.at("/authentication/type").asText()).isEqualTo("tls");
      assertThat(listener.path("networkPolicyPeers")).isNotEmpty();
    }
    assertThat(kafka.at("/authorization/type").asText()).isEqualTo("simple");
    assertThat(kafka.path("authorization").has("superUsers")).isFalse();

    JsonNode user = everything("KafkaUser").get(0).path("spec");
    assertThat(user.at("/authentication/type").asText()).isEqualTo("tls");
    assertThat(user.at("/authorization/acls")).hasSize(1);
    JsonNode rule = user.at("/authorization/acls/0");
    assertThat(rule.at("/resource/type").asText()).isEqualTo("topic");
    assertThat(rule.at("/resource/name")).isEqualTo(topic().at("/metadata/name"));
    assertThat(texts(rule.path("operations")))
        .containsExactlyInAnyOrder("Read", "Write", "Describe");
  }

  private static JsonNode topic() throws IOException {
    return everything("KafkaTopic").get(0);
  }

  @Test
  void noNodeHasASecretOfAnothers() throws IOException {
    assertThat(systems()).isNotEmpty();
    for (String system : systems()) {
      Path manifest = MANIFESTS.resolve(system + "-node.yaml");
      Set<String> all = new HashSet<>();
      for (int n = 1; n <= 4; n++) {
        Set<String> own = secrets(objects(manifest, n));
        assertThat(own)
            .as(system)
            .contains(system + "-node-" + n)
            .allMatch(name -> !all.contains(name));
        all.addAll(own);
      }
    }
  }

  /** Without those that are a certificate, which is public. */
  private static Set<String> secrets(List<JsonNode> objects) {
    Set<String> names = new HashSet<>();
    for (JsonNode object : objects) {
      names.addAll(object.findValuesAsText("secretName"));
      object.findValues("secretKeyRef").forEach(key -> names.add(key.path("name").asText()));
    }
    names.removeIf(name -> name.endsWith("-ca-cert"));
    return names;
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
  @MethodSource("systems")
  void everyAddressInAClustersFilesIsThatOfAServiceOrAPod(String system) throws IOException {
    Set<String> names =
        objects(MANIFESTS.resolve(system + ".yaml")).stream()
            .filter(object -> object.path("kind").asText().equals("Service"))
            .map(object -> object.path("metadata").path("name").asText())
            .collect(Collectors.toSet());
    names.add("veritas-log-kafka-bootstrap");

    for (String line : Files.readAllLines(MANIFESTS.resolve(system + ".keygen"))) {
      if (line.matches("--(node-address|validator-address)=.*")) {
        assertThat(line).contains("=%1$s-node-{n}-0.%1$s-nodes:".formatted(system));
        assertThat(names).contains(system + "-nodes");
      }
      if (line.matches("--(timestamp-oracle|set=kafka.bootstrap.servers)=.*")) {
        assertThat(names).contains(line.replaceAll(".*=|:.*", ""));
      }
    }
  }
}
