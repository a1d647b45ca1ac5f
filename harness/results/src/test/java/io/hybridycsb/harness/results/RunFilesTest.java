package io.hybridycsb.harness.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunFilesTest {
  private static final String WRITTEN =
      """
      {
        "format" : 1,
        "experiment" : "fig05-clients",
        "paper" : "vldb22",
        "figure" : "5",
        "baseline" : "etcd",
        "title" : "Clients",
        "labels" : {
          "clients" : "threads"
        },
        "values" : {
          "clients" : [ "4", "8" ]
        },
        "system" : "veritas-kafka",
        "place" : 1,
        "varied" : {
          "clients" : "4"
        },
        "repeat" : 1,
        "repeats" : 3,
        "failure" : "it \\"failed\\"",
        "started" : "2026-01-01T00:00:00Z",
        "seconds" : 12.5,
        "settings" : {
          "nodes" : 4,
          "clients" : 1,
          "threads" : 4,
          "options" : { },
          "properties" : {
            "a" : "b"
          }
        },
        "commitMode" : "sync",
        "versions" : {
          "Java" : "17"
        },
        "machine" : {
          "name" : "host",
          "processor" : "processor",
          "cores" : 4,
          "memoryBytes" : 17179869184,
          "operatingSystem" : "Linux"
        },
        "load" : null,
        "warmUp" : {
          "setting" : "auto",
          "seconds" : 8.0,
          "steady" : true,
          "windows" : [ {
            "fromSecond" : 0.0,
            "toSecond" : 8.0,
            "operations" : 100,
            "cpuSeconds" : 0.5,
            "compilerSeconds" : 0.1
          } ]
        },
        "run" : {
          "seconds" : 1.0,
          "committed" : 2,
          "committedPerSecond" : 2.0,
          "accepted" : 1,
          "operations" : {
            "READ" : {
              "statuses" : {
                "ERROR" : 1,
                "OK" : 2
              },
              "latency" : {
                "count" : 2,
                "meanMs" : 1.5,
                "minMs" : 1.0,
                "maxMs" : 2.0,
                "percentilesMs" : {
                  "50" : 1.0
                },
                "histogram" : "AAAA"
              },
              "intendedLatency" : null
            }
          }
        },
        "recorded" : {
          "what" : "revisions",
          "acknowledged" : 5,
          "undecided" : 1,
          "servers" : {
            "node1" : 6
          },
          "notCompared" : "",
          "audit" : ""
        },
        "processes" : {
          "node1" : {
            "role" : "node",
            "cpuSeconds" : 0.5,
            "writtenBytes" : -1,
            "memory" : {
              "peakRssBytes" : 300,
              "meanRssBytes" : 200
            },
            "network" : null,
            "contextSwitches" : {
              "voluntary" : 70,
              "involuntary" : 3
            }
          }
        },
        "cpuWindowSeconds" : 3.5,
        "components" : {
          "consensus" : 0.1
        },
        "componentsSource" : "timers",
        "counters" : {
          "earlier runs on this cluster" : 2.0
        },
        "events" : {
          "per" : "update",
          "count" : 50.0,
          "each" : {
            "broker requests" : 0.5
          }
        },
        "warnings" : [ "acknowledged writes lost: 1" ],
        "files" : [ "client1.out" ]
      }\
      """;

  @TempDir Path directory;

  @Test
  void aResultThatWasWrittenIsReadBack() {
    RunResult result = result("");
    RunFiles.write(directory.resolve("a"), result);

    assertThat(RunFiles.below(directory))
        .singleElement()
        .satisfies(file -> assertThat(RunFiles.read(file)).isEqualTo(result));
  }

  /** Whoever reads results with other programs goes by these names, in this order. */
  @Test
  void theFileIsAsItHasAlwaysBeen() throws Exception {
    RunFiles.write(directory, result("it \"failed\""));

    assertThat(directory.resolve(RunResult.FILE)).hasContent(WRITTEN);
  }

  @Test
  void aFormatOfAnotherReleaseIsRefused() throws Exception {
    Path file = Files.writeString(directory.resolve(RunResult.FILE), "{\"format\": 99}");

    assertThatThrownBy(() -> RunFiles.read(file))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("format 99")
        .hasMessageContaining("reads format 1");
  }

  @Test
  void aResultThatIsNotWholeIsRefusedByWhatIsMissing() throws Exception {
    RunFiles.write(directory, result(""));
    Path file = directory.resolve(RunResult.FILE);
    ObjectNode written = (ObjectNode) Json.MAPPER.readTree(file.toFile());
    ((ObjectNode) written.path("run")).putNull("operations");
    Files.writeString(file, Json.text(written));

    assertThatThrownBy(() -> RunFiles.read(file))
        .isInstanceOf(HarnessException.class)
        .hasMessageContaining("operations is missing");
  }

  @Test
  void aResultOfAnEarlierReleaseHasNoCpuWindow() throws Exception {
    RunFiles.write(directory, result(""));
    Path file = directory.resolve(RunResult.FILE);
    String written = Files.readString(file);
    assertThat(written).contains("\"cpuWindowSeconds\" : 3.5,");
    Files.writeString(file, written.replace("\"cpuWindowSeconds\" : 3.5,", ""));

    assertThat(RunFiles.read(file).observed().cpuWindowSeconds()).isEmpty();
  }

  @Test
  void aResultOfAnEarlierReleaseHasNoWordsForReaders() throws Exception {
    RunFiles.write(directory, result(""));
    Path file = directory.resolve(RunResult.FILE);
    String written = Files.readString(file);
    Files.writeString(
        file,
        written
            .replaceFirst("(?s)\"title\".*\"system\"", "\"system\"")
            .replace("\"place\" : 1,", ""));

    RunResult.Identity identity = RunFiles.read(file).identity();
    assertThat(identity.place()).isEmpty();
    assertThat(identity.subject().title()).isEmpty();
    assertThat(identity.subject().labels()).isEmpty();
    assertThat(identity.subject().values()).isEmpty();
  }

  @Test
  void aResultTellsWhetherItsFailureIsOneOfCorrectness() {
    RunFiles.write(directory, result("").audited("", "its audit FAILED", true));
    RunResult read = RunFiles.read(directory.resolve(RunResult.FILE));

    assertThat(read.incorrect()).isTrue();
    assertThat(read.failure()).isEqualTo("its audit FAILED");
    assertThat(result("a timeout").incorrect()).isFalse();
  }

  @Test
  void anEarlierFailureIsARunBesideTheOneThatWasDoneInstead() {
    Path run = directory.resolve("default").resolve("2");
    Path earlier = RunFiles.earlierFailure(run, 1);
    RunFiles.write(run, result(""));
    RunFiles.write(earlier, result("").audited("", "its audit FAILED", true));

    assertThat(RunFiles.below(directory))
        .containsExactlyInAnyOrder(run.resolve(RunResult.FILE), earlier.resolve(RunResult.FILE));
    assertThat(RunFiles.below(directory).stream().filter(RunFiles::isEarlierFailure))
        .containsExactly(earlier.resolve(RunResult.FILE));
  }

  @Test
  void noResultHasTheValueOfASecret() throws Exception {
    assertThat(
            new RunResult.Settings(
                    1,
                    1,
                    1,
                    new TreeMap<>(Map.of("node.sql.password", "sesame")),
                    new TreeMap<>(Map.of("load.immudb.password", "sesame", "immudb.user", "me")))
                .toString())
        .contains("node.sql.password=(hidden)", "load.immudb.password=(hidden)", "immudb.user=me")
        .doesNotContain("sesame");
  }

  @Test
  void ofAResultOfAnEarlierReleaseNoSecretIsRead() throws Exception {
    RunFiles.write(directory, result(""));
    Path file = directory.resolve(RunResult.FILE);
    Files.writeString(
        file, Files.readString(file).replace("\"a\" : \"b\"", "\"a.password\" : \"sesame\""));

    assertThat(RunFiles.read(file).setup().settings().properties())
        .isEqualTo(Map.of("a.password", "(hidden)"));
  }

  private static RunResult result(String failure) {
    RunResult.Latency latency =
        new RunResult.Latency(2, 1.5, 1, 2, new TreeMap<>(Map.of("50", 1.0)), "AAAA");
    RunResult.Operations reads =
        new RunResult.Operations(
            new TreeMap<>(Map.of("OK", 2L, "ERROR", 1L)), Optional.of(latency), Optional.empty());
    return new RunResult(
        RunResult.FORMAT,
        new RunResult.Identity(
            new RunResult.Subject(
                "fig05-clients",
                "vldb22",
                "5",
                "etcd",
                "Clients",
                new TreeMap<>(Map.of("clients", "threads")),
                new TreeMap<>(Map.of("clients", List.of("4", "8")))),
            "veritas-kafka",
            OptionalInt.of(1),
            new TreeMap<>(Map.of("clients", "4")),
            1,
            3),
        new RunResult.Outcome(failure, false, "2026-01-01T00:00:00Z", 12.5, ""),
        new RunResult.Setup(
            new RunResult.Settings(4, 1, 4, new TreeMap<>(), new TreeMap<>(Map.of("a", "b"))),
            "sync",
            new TreeMap<>(Map.of("Java", "17")),
            new RunResult.Machine("host", "processor", 4, 1L << 34, "Linux")),
        new RunResult.Phases(
            Optional.empty(),
            Optional.of(
                new RunResult.WarmUp(
                    "auto", 8, true, List.of(new RunResult.WarmUpWindow(0, 8, 100, 0.5, 0.1)))),
            Optional.of(new RunResult.Phase(1, 2, 2, 1, new TreeMap<>(Map.of("READ", reads)))),
            Optional.of(
                new RunResult.Recorded(
                    "revisions", 5, 1, new TreeMap<>(Map.of("node1", 6L)), "", ""))),
        new RunResult.Observed(
            new TreeMap<>(
                Map.of(
                    "node1",
                    new ProcessCost(
                        "node",
                        0.5,
                        -1,
                        Optional.of(new ProcessCost.Memory(300, 200)),
                        Optional.empty(),
                        Optional.of(new ProcessCost.ContextSwitches(70, 3)),
                        Optional.empty()))),
            OptionalDouble.of(3.5),
            new TreeMap<>(Map.of("consensus", 0.1)),
            "timers",
            new TreeMap<>(Map.of(Counters.EARLIER_RUNS, 2.0)),
            Optional.of(
                new Events(Events.UPDATE, 50, new TreeMap<>(Map.of(Events.BROKER_REQUESTS, 0.5))))),
        List.of(RunWarning.Kind.LOST_WRITES.of(1)),
        List.of("client1.out"));
  }
}
