package io.hybridycsb.it.docker;

import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * A system in containers, from the compose file of an unpacked release, under names of its own.
 * Closing it removes its containers, networks, volumes and the images that were built for it; what
 * was pulled stays. It ends with this JVM, too.
 *
 * <p>Other projects' images come from where the environment says, as for all users of these files:
 * {@code JDK_IMAGE}, {@code BASE_IMAGE}, {@code REDIS_IMAGE} and so on.
 */
final class ComposeProject implements AutoCloseable {
  private static final Duration BUILD_TIMEOUT = Duration.ofMinutes(20);
  private static final Duration UP_TIMEOUT = Duration.ofMinutes(10);
  private static final Duration RUN_TIMEOUT = Duration.ofMinutes(5);
  private static final Duration DOWN_TIMEOUT = Duration.ofMinutes(5);
  private static final String LOG_LINES_SHOWN = "30";

  private final ContainerEngine engine;
  private final Path release;
  private final ComposeFile file;
  private final String project;
  private final Map<String, String> variables = new LinkedHashMap<>();
  private final Thread remover = new Thread(this::remove, "remove-containers");

  /**
   * @param system the compose file's name without its ending
   * @param environment variables that the user has set
   */
  ComposeProject(
      ContainerEngine engine, Path release, String system, Map<String, String> environment) {
    this.engine = engine;
    this.release = release;
    this.project = "hybrid-it-%d-%s".formatted(ProcessHandle.current().pid(), system);
    // So that no other project's images are replaced.
    this.variables.put("HYBRID_IMAGES", project);
    this.variables.put("HYBRID_VERSION", "it");
    Map<String, String> all = new LinkedHashMap<>(environment);
    all.putAll(variables);
    this.file = new ComposeFile(release.resolve("docker").resolve(system + ".yml"), all);
    Runtime.getRuntime().addShutdownHook(remover);
  }

  /** The other projects' images that this system uses, each with the variable that replaces it. */
  Map<String, String> imagesOfOthers() {
    Map<String, String> images = file.imageVariables();
    images.values().remove("TOXIPROXY_IMAGE");
    return images;
  }

  boolean hasAudit() {
    return file.services().containsKey("audit");
  }

  /** What the file's first lines give to YCSB beside the workload. */
  List<String> arguments() {
    return file.arguments();
  }

  void build() {
    compose(BUILD_TIMEOUT, "--profile", "tools", "build").requireSuccess();
  }

  /** Starts all services; returns when they are healthy. */
  void up() {
    compose(UP_TIMEOUT, "up", "-d").requireSuccess();
  }

  /** Runs a service that ends by itself. */
  Ended run(String service, List<String> arguments) {
    List<String> all = new ArrayList<>(List.of("run", "-T", "--rm", service));
    all.addAll(arguments);
    return compose(RUN_TIMEOUT, all.toArray(String[]::new));
  }

  /** The ends of all services' logs. */
  String logs() {
    return compose(RUN_TIMEOUT, "logs", "--no-color", "--tail", LOG_LINES_SHOWN).text();
  }

  private Ended compose(Duration timeout, String... arguments) {
    List<String> command = new ArrayList<>(engine.compose());
    command.addAll(List.of("-p", project, "-f", file.file().toString()));
    command.addAll(List.of(arguments));
    return Release.run(release, variables, timeout, command);
  }

  private Set<String> ownImages() {
    Set<String> images = new TreeSet<>();
    file.services()
        .values()
        .forEach(
            service -> {
              if (!ComposeFile.target(service).isEmpty()) {
                images.add(service.get("image").toString());
              }
            });
    return images;
  }

  private List<Ended> remove() {
    List<Ended> ended = new ArrayList<>();
    ended.add(
        compose(
            DOWN_TIMEOUT,
            "--profile",
            "tools",
            "down",
            "--volumes",
            "--remove-orphans",
            "--timeout",
            "20"));
    for (String image : ownImages()) {
      if (engine.docker(DOWN_TIMEOUT, "image", "inspect", image).status() == 0) {
        ended.add(engine.docker(DOWN_TIMEOUT, "image", "rm", image));
      }
    }
    return ended;
  }

  @Override
  public void close() {
    Runtime.getRuntime().removeShutdownHook(remover);
    remove().forEach(Ended::requireSuccess);
  }
}
