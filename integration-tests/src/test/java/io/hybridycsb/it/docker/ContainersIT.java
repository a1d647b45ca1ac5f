package io.hybridycsb.it.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.release.Release;
import io.hybridycsb.it.release.ReleaseParameter;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All compose files, with a real engine: images built from the release, a cluster of containers, a
 * load, a run, and the audit if there is one. It is skipped, and says why, where no engine answers
 * or an image of another project is neither there nor can be pulled.
 */
@Tag("campaign")
@Tag("pages")
@ExtendWith(ReleaseParameter.class)
class ContainersIT {
  private static final int RECORDS = 200;
  private static final int OPERATIONS = 400;

  /** Whose properties begin otherwise than with the system's name. */
  private static final Map<String, String> PATIENCE =
      Map.of(
          "veritas-kafka", "veritas",
          "veritas-tm", "veritas",
          "relational-kafka", "relational",
          "relational-tm", "relational",
          "cassandra-lwt", "cassandra");

  @TempDir private static Path directory;
  private static ContainerEngine engine;

  @BeforeAll
  static void findEngine() {
    engine = ContainerEngine.find(System.getenv().getOrDefault("PATH", ""), directory);
    assumeTrue(engine.missing().isEmpty(), engine::missing);
  }

  static List<String> systems() throws IOException {
    return ComposeFilesTest.files().map(ComposeFile::name).toList();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("systems")
  void aClusterOfContainersCommitsALoadAndARunAndPassesItsAudit(String system, Release release) {
    try (ComposeProject project =
        new ComposeProject(engine, release.home(), system, System.getenv())) {
      requireImages(project);
      project.build();
      try {
        project.up();
        loadRunAndAudit(project, system);
      } catch (AssertionError e) {
        throw new AssertionError(e.getMessage() + "\n" + project.logs(), e);
      }
    }
  }

  private static void requireImages(ComposeProject project) {
    for (Map.Entry<String, String> image : project.imagesOfOthers().entrySet()) {
      assumeTrue(
          engine.has(image.getKey()),
          () ->
              "the image %s is not here, and can't be pulled; %s names another"
                  .formatted(image.getKey(), image.getValue()));
    }
  }

  private static void loadRunAndAudit(ComposeProject project, String system) {
    YcsbReport load = ycsb(project, "load", system);
    assertThat(load.committed()).as("inserts").isEqualTo(RECORDS);

    YcsbReport run = ycsb(project, "run", system);
    assertThat(run.attempted()).isEqualTo(OPERATIONS);
    assertThat(run.committed()).isPositive();
    assertThat(run.wrongReads()).isZero();
    assertThat(run.uncommitted().keySet()).isSubsetOf("ABORTED");

    if (project.hasAudit()) {
      assertThat(project.run("audit", List.of()).requireSuccess().out()).contains("audit passed");
    }
  }

  /** As the file's first lines say, with numbers for a test. */
  private static YcsbReport ycsb(ComposeProject project, String phase, String system) {
    List<String> arguments = new ArrayList<>(List.of(phase, system, "-P", "workloada"));
    arguments.addAll(project.arguments());
    arguments.addAll(List.of("-threads", "8"));
    for (String property :
        List.of(
            "recordcount=" + RECORDS,
            "operationcount=" + OPERATIONS,
            "dataintegrity=true",
            PATIENCE.getOrDefault(system, system) + ".timeout.ms=60000")) {
      arguments.addAll(List.of("-p", property));
    }
    return YcsbReport.parse(project.run("ycsb", arguments).requireSuccess().out());
  }
}
