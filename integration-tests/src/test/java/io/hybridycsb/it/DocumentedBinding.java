package io.hybridycsb.it;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/**
 * A YCSB binding's project that a page shows: its {@code pom.xml}, its class, the commands that
 * build it, install it and try it out, and the output of the last one. Maven's part is done without
 * Maven, only with what the pom asks for, since a test has no repository with plugins.
 */
final class DocumentedBinding {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Path LIBRARIES = Path.of(System.getProperty("it.example.libraries"));

  /** The page's Maven command. */
  private static final String BUILD =
      "mvn package dependency:copy-dependencies -DincludeScope=runtime"
          + " -DoutputDirectory=target/lib";

  /** The port in the page's commands. */
  private static final String PORT = "6379";

  private final Path project;
  private final List<String> commands;
  private final String output;

  /**
   * Builds it.
   *
   * @param commands of the page: to build, to install, to try out
   * @param directory an empty one to work in
   * @param release whose YCSB it is compiled with
   */
  DocumentedBinding(String page, List<String> commands, Path directory, Release release)
      throws IOException {
    assertThat(commands).hasSize(3).startsWith(BUILD);
    this.commands = commands;
    project = Files.createDirectories(directory.resolve("project"));
    Map<String, List<String>> blocks = new TreeMap<>();
    DocumentedProject.BLOCK
        .matcher(page)
        .results()
        .forEach(
            block ->
                blocks
                    .computeIfAbsent(block.group(1), unused -> new ArrayList<>())
                    .add(block.group(2)));
    assertThat(blocks).containsOnlyKeys("java", "sh", "text", "xml");
    assertThat(blocks.get("sh")).hasSameSizeAs(commands);
    output = only(blocks.get("text"));
    build(new DocumentedPom(only(blocks.get("xml"))), only(blocks.get("java")), release);
  }

  private static String only(List<String> blocks) {
    assertThat(blocks).hasSize(1);
    return blocks.get(0);
  }

  private void build(DocumentedPom pom, String code, Release release) throws IOException {
    Path libraries = Files.createDirectories(project.resolve("target/lib"));
    for (DocumentedPom.Dependency dependency : pom.dependencies()) {
      Path from = dependency.scope().equals("provided") ? release.home().resolve("lib") : LIBRARIES;
      assertThat(from.resolve(dependency.jar())).exists();
    }
    copy(LIBRARIES, libraries);
    Path classes = Files.createDirectories(project.resolve("target/classes"));
    List<String> classPath = new ArrayList<>(jarsIn(libraries));
    classPath.addAll(jarsIn(release.home().resolve("lib")));
    DocumentedProject.compile(
        List.of(DocumentedProject.source(code, project)),
        String.join(File.pathSeparator, classPath),
        classes);
    jar(classes, project.resolve("target").resolve(pom.jar()));
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

  private static void jar(Path classes, Path jar) throws IOException {
    try (OutputStream out = Files.newOutputStream(jar);
        JarOutputStream entries = new JarOutputStream(out);
        Stream<Path> all = Files.walk(classes)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
        Files.copy(file, entries);
      }
    }
  }

  /** A copy of a release whose launcher's directory is writable and can take a binding. */
  Path copyOf(Release release) throws IOException {
    Path home = Files.createDirectories(release.newDirectory().resolve("a release"));
    try (Stream<Path> entries = Files.list(release.home())) {
      for (Path entry : entries.toList()) {
        if (!entry.getFileName().toString().equals("bin")) {
          Files.createSymbolicLink(home.resolve(entry.getFileName()), entry);
        }
      }
    }
    Path bin = Files.createDirectories(home.resolve("bin"));
    copy(release.home().resolve("bin"), bin);
    return home;
  }

  /** Installs it into a release or a stock YCSB, by the page's commands. */
  void install(Path home) {
    shell(home, "set -e\n" + commands.get(1)).requireSuccess();
  }

  /** Runs the page's commands on an installation, one by one. */
  List<Ended> tryOut(Path home, int port) {
    assertThat(commands.get(2)).contains(PORT);
    return commands
        .get(2)
        .lines()
        .map(line -> shell(home, line.replace(PORT, String.valueOf(port))))
        .toList();
  }

  private Ended shell(Path home, String script) {
    return Release.run(
        project, Map.of("YCSB", home.toString()), TIMEOUT, List.of("sh", "-c", script));
  }

  /** What the last of the commands prints. */
  String output() {
    return output;
  }
}
