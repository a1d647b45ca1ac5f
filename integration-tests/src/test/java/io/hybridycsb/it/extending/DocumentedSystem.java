package io.hybridycsb.it.extending;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.pages.shell.Pages;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The system that a page shows: the skeleton that {@code hybrid new-system} writes, filled in with
 * the page's blocks, and the commands that build it, install it and try it out. Maven's part is
 * done without Maven, only with what the pom asks for, since a test has no repository with plugins.
 */
final class DocumentedSystem {
  static final String NAME = "my-redis";

  private static final List<String> COMMANDS =
      List.of(
          "docs/extending.md: A system in an hour",
          "docs/extending.md: A system in an hour (2)",
          "docs/extending.md: A system in an hour (3)",
          "docs/extending.md: A system in an hour (4)",
          "docs/extending.md: A system in an hour (5)");

  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Path LIBRARIES = Path.of(System.getProperty("it.example.libraries"));
  private static final String DEPENDENCIES = "  <dependencies>\n";

  /** The page's Maven command. */
  private static final String BUILD =
      "cd my-redis\nmvn package dependency:copy-dependencies -DincludeScope=runtime"
          + " -DoutputDirectory=target/lib";

  /** The method of the skeleton in whose place the page has another. */
  private static final Pattern START =
      Pattern.compile("(?ms)^  private static List<String> command\\(.*?^  }\\n");

  private final Path project;
  private final Release release;
  private final List<String> commands;
  private final String output;

  /**
   * Writes the skeleton, fills it in, and builds it.
   *
   * @param directory an empty one to work in
   * @param release whose command it is written by, and whose YCSB it is compiled with
   */
  DocumentedSystem(Path directory, Release release) throws IOException {
    this.release = release;
    this.project = directory.resolve(NAME);
    Pages pages = new Pages(release.home());
    commands = COMMANDS.stream().map(id -> pages.block(id).text()).toList();
    assertThat(commands.get(1)).isEqualTo(BUILD);
    Map<String, List<String>> blocks = new TreeMap<>();
    DocumentedProject.BLOCK
        .matcher(release.page("extending.md"))
        .results()
        .forEach(
            block ->
                blocks
                    .computeIfAbsent(block.group(1), unused -> new ArrayList<>())
                    .add(block.group(2)));
    assertThat(blocks.get("sh")).hasSameSizeAs(commands);
    assertThat(blocks.get("java")).hasSize(2);
    assertThat(blocks.get("text")).hasSize(1);
    output = blocks.get("text").get(0);
    shell(directory, release.home(), Map.of(), commands.get(0)).requireSuccess();
    Path sources = project.resolve("src/main/java/com/example/myredis");
    Path pom = project.resolve("pom.xml");
    replace(pom, DEPENDENCIES, DEPENDENCIES + blocks.get("xml").get(0));
    Path system = sources.resolve("MyRedisSystem.java");
    String skeleton = START.matcher(Files.readString(system)).results().findFirst().get().group();
    replace(system, skeleton, blocks.get("java").get(0));
    DocumentedProject.source(blocks.get("java").get(1), sources);
    build(new DocumentedPom(Files.readString(pom)), sources);
  }

  private static void replace(Path file, String part, String other) throws IOException {
    String text = Files.readString(file);
    assertThat(text).contains(part);
    Files.writeString(file, text.replace(part, other));
  }

  private void build(DocumentedPom pom, Path sources) throws IOException {
    Path ours = release.home().resolve("harness/lib");
    Path ycsb = release.home().resolve("lib");
    for (DocumentedPom.Dependency dependency : pom.dependencies()) {
      if (!dependency.scope().equals("test")) {
        assertThat(Stream.of(LIBRARIES, ours, ycsb).map(lib -> lib.resolve(dependency.jar())))
            .as("%s", dependency)
            .anyMatch(Files::exists);
      }
    }
    Path libraries = Files.createDirectories(project.resolve("target/lib"));
    copy(LIBRARIES, libraries);
    Path classes = Files.createDirectories(project.resolve("target/classes"));
    List<String> classPath = new ArrayList<>();
    for (Path lib : List.of(libraries, ycsb, ours)) {
      classPath.addAll(jarsIn(lib));
    }
    try (Stream<Path> files = Files.list(sources)) {
      DocumentedProject.compile(
          files.toList(), String.join(File.pathSeparator, classPath), classes);
    }
    Path jar = project.resolve("target").resolve(pom.jar());
    jar(List.of(classes, project.resolve("src/main/resources")), jar);
  }

  private static List<String> jarsIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(Path::toString).filter(name -> name.endsWith(".jar")).toList();
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.list(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void jar(List<Path> directories, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out)) {
      for (Path directory : directories) {
        try (Stream<Path> all = Files.walk(directory)) {
          for (Path file : all.filter(Files::isRegularFile).toList()) {
            entries.putNextEntry(new JarEntry(directory.relativize(file).toString()));
            Files.copy(file, entries);
          }
        }
      }
    }
  }

  /** A copy of the release that can take a system: its directories are links but for two. */
  Path copyOfRelease() throws IOException {
    Path home = Files.createDirectories(release.newDirectory().resolve("a release"));
    link(release.home(), home, Set.of("bin", "harness"));
    copy(release.home().resolve("bin"), Files.createDirectories(home.resolve("bin")));
    link(
        release.home().resolve("harness/lib"),
        Files.createDirectories(home.resolve("harness/lib")),
        Set.of());
    return home;
  }

  private static void link(Path from, Path to, Set<String> except) throws IOException {
    try (Stream<Path> entries = Files.list(from)) {
      for (Path entry : entries.toList()) {
        if (!except.contains(entry.getFileName().toString())) {
          Files.createSymbolicLink(to.resolve(entry.getFileName()), entry);
        }
      }
    }
  }

  /** Installs the binding into a release or a stock YCSB, by the page's commands. */
  void installBinding(Path home) {
    shell(project, home, Map.of(), "set -e\n" + commands.get(2)).requireSuccess();
  }

  /** Installs the description into a release, and looks at the system, by the page's commands. */
  List<Ended> conform(Path home, Map<String, String> environment) {
    return oneByOne(home, environment, commands.get(3));
  }

  /** Runs the page's commands on a cluster, one by one. */
  List<Ended> tryOut(Path home, Map<String, String> environment) {
    return oneByOne(home, environment, commands.get(4));
  }

  private List<Ended> oneByOne(Path home, Map<String, String> environment, String block) {
    return block.lines().map(line -> shell(project, home, environment, line)).toList();
  }

  private static Ended shell(
      Path directory, Path home, Map<String, String> environment, String script) {
    Map<String, String> all = new TreeMap<>(environment);
    all.put("YCSB", home.toString());
    return Release.run(directory, all, TIMEOUT, List.of("sh", "-c", script));
  }

  /** What the check prints. */
  String output() {
    return output;
  }
}
