package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * What the schemas of Kubernetes and Strimzi demand of the objects that our manifests have. The
 * types that {@link KubernetesTest} reads them with don't know it.
 */
class RequiredPropertiesTest {
  /**
   * By a path, what must be there. A star is every element of a list. A path whose begin isn't
   * there demands nothing.
   */
  private static final Map<String, List<String>> OF_EVERY =
      Map.ofEntries(
          Map.entry("", List.of("apiVersion", "kind", "metadata/name")),
          Map.entry("spec/template/spec", List.of("containers")),
          Map.entry("spec/template/spec/containers/*", List.of("name", "image", "resources")),
          Map.entry("spec/template/spec/initContainers/*", List.of("name", "image")),
          Map.entry("spec/template/spec/containers/*/ports/*", List.of("containerPort", "name")),
          Map.entry("spec/template/spec/containers/*/env/*", List.of("name")),
          Map.entry(
              "spec/template/spec/containers/*/env/*/valueFrom/secretKeyRef",
              List.of("name", "key")),
          Map.entry(
              "spec/template/spec/containers/*/env/*/valueFrom/configMapKeyRef",
              List.of("name", "key")),
          Map.entry("spec/template/spec/containers/*/volumeMounts/*", List.of("name", "mountPath")),
          Map.entry(
              "spec/template/spec/initContainers/*/volumeMounts/*", List.of("name", "mountPath")),
          Map.entry("spec/template/spec/volumes/*", List.of("name")),
          Map.entry("spec/template/spec/volumes/*/secret", List.of("secretName")),
          Map.entry("spec/template/spec/volumes/*/secret/items/*", List.of("key", "path")),
          Map.entry("spec/template/spec/volumes/*/configMap", List.of("name")),
          Map.entry(
              "spec/template/spec/topologySpreadConstraints/*",
              List.of("maxSkew", "topologyKey", "whenUnsatisfiable", "labelSelector")),
          Map.entry(
              "spec/volumeClaimTemplates/*",
              List.of("metadata/name", "spec/accessModes", "spec/resources/requests/storage")));

  private static final Map<String, List<String>> BY_KIND =
      Map.of(
          "Service", List.of("spec/ports", "spec/selector"),
          "StatefulSet",
              List.of("spec/selector/matchLabels", "spec/serviceName", "spec/template/spec"),
          "Job", List.of("spec/template/spec/restartPolicy"),
          "NetworkPolicy", List.of("spec/podSelector", "spec/policyTypes"),
          "PodDisruptionBudget", List.of("spec/selector", "spec/maxUnavailable"),
          "Kafka", List.of("spec/kafka/listeners"),
          "KafkaNodePool",
              List.of(
                  "spec/replicas",
                  "spec/roles",
                  "spec/storage/type",
                  "metadata/labels/strimzi.io~1cluster"),
          "KafkaTopic",
              List.of("spec/partitions", "spec/replicas", "metadata/labels/strimzi.io~1cluster"),
          "KafkaUser",
              List.of(
                  "spec/authentication/type",
                  "spec/authorization/type",
                  "metadata/labels/strimzi.io~1cluster"));

  private static final Set<String> HANDLERS = Set.of("exec", "httpGet", "tcpSocket");

  /** The properties that an object lacks, by their paths. */
  private static Set<String> missing(JsonNode object) {
    Set<String> missing = new TreeSet<>();
    OF_EVERY.forEach(
        (path, required) -> {
          for (JsonNode place : places(object, path)) {
            addMissing(place, required, path + "/", missing);
          }
        });
    String kind = object.path("kind").asText();
    assertThat(BY_KIND).containsKey(kind);
    addMissing(object, BY_KIND.get(kind), "", missing);
    return missing;
  }

  private static void addMissing(
      JsonNode place, List<String> required, String prefix, Set<String> missing) {
    for (String name : required) {
      if (place.at("/" + name).isMissingNode()) {
        missing.add(prefix + name);
      }
    }
  }

  private static List<JsonNode> places(JsonNode object, String path) {
    List<JsonNode> places = List.of(object);
    for (String step : path.isEmpty() ? new String[0] : path.split("/")) {
      List<JsonNode> next = new ArrayList<>();
      for (JsonNode place : places) {
        if (step.equals("*")) {
          place.forEach(next::add);
        } else if (place.has(step)) {
          next.add(place.path(step));
        }
      }
      places = next;
    }
    return places;
  }

  @Test
  void everyObjectHasWhatItsSchemaDemands() throws IOException {
    for (JsonNode object : KubernetesTest.everything()) {
      assertThat(missing(object)).as("%s", object.path("metadata")).isEmpty();
    }
  }

  @Test
  void aPropertyThatIsMissingIsFound() throws IOException {
    JsonNode service =
        new ObjectMapper()
            .readTree("{'kind':'Service','metadata':{},'spec':{'ports':[]}}".replace('\'', '"'));

    assertThat(missing(service)).containsExactly("/apiVersion", "/metadata/name", "spec/selector");
  }

  @Test
  void podsHaveTheLabelsThatTheirOwnersSelect() throws IOException {
    for (JsonNode object : KubernetesTest.everything()) {
      object
          .at("/spec/selector/matchLabels")
          .fields()
          .forEachRemaining(
              label -> {
                if (object.path("spec").has("template")) {
                  assertThat(
                          object.at("/spec/template/metadata/labels").path(label.getKey()).asText())
                      .isEqualTo(label.getValue().asText());
                }
              });
    }
  }

  @Test
  void everyServerSaysWhetherItServesAndIsStartedAgainIfItHangs() throws IOException {
    int servers = 0;
    for (JsonNode object : KubernetesTest.everything()) {
      if (object.path("kind").asText().equals("StatefulSet")) {
        for (JsonNode container : object.at("/spec/template/spec/containers")) {
          assertThat(container.fieldNames())
              .toIterable()
              .as("%s %s", object.at("/metadata/name"), container.path("name"))
              .contains("readinessProbe", "livenessProbe");
          servers++;
        }
      }
    }

    assertThat(servers).isEqualTo(8);
  }

  @Test
  void everyProbeAsksInOneWayAndAtAPortThatTheContainerHas() throws IOException {
    for (JsonNode object : KubernetesTest.everything()) {
      for (JsonNode container : object.at("/spec/template/spec/containers")) {
        List<String> ports = container.path("ports").findValuesAsText("name");
        for (String probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
          if (container.has(probe)) {
            JsonNode asked = container.path(probe);
            assertThat(HANDLERS.stream().filter(asked::has)).as(probe).hasSize(1);
            assertThat(ports).as(probe).containsAll(asked.findValuesAsText("port"));
          }
        }
      }
    }
  }

  @Test
  void noVolumeMustBeOneThatSeveralNodesCanWriteTo() throws IOException {
    for (JsonNode object : KubernetesTest.everything()) {
      assertThat(object.findParents("accessModes"))
          .allMatch(volume -> volume.path("accessModes").toString().equals("[\"ReadWriteOnce\"]"));
    }
  }
}
