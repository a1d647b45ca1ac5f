package io.hybridycsb.it.extending;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A user's project that a page of the documentation shows: its {@code pom.xml}, its classes, and
 * what each of them prints. It sees one library of ours and its dependencies.
 */
public final class DocumentedProject {
  private static final Duration TIMEOUT = Duration.ofMinutes(5);
  private static final Path MODULES = Path.of(System.getProperty("it.modules"));
  private static final String VERSION = System.getProperty("it.version");

  /** A block of a page: its language, or nothing, and its text. */
  static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w*)\\n(.*?)^```$");

  private static final Pattern CLASS = Pattern.compile("public final class (\\w+)");

  private final Path directory;
  private final String classPath;
  private final List<String> classes = new ArrayList<>();
  private final List<String> outputs = new ArrayList<>();

  /**
   * @param page the page's text
   * @param directory an empty one to work in
   * @param module where the library is built, below the project
   */
  public DocumentedProject(String page, Path directory, String module) throws IOException {
    this.directory = directory;
    Path target = MODULES.resolve(module).resolve("target");
    Matcher block = BLOCK.matcher(page);
    List<Path> sources = new ArrayList<>();
    String artifact = "";
    while (block.find()) {
      switch (block.group(1)) {
        case "xml" -> artifact = onlyDependency(block.group(2));
        case "java" -> {
          classes.add(className(block.group(2)));
          sources.add(source(block.group(2), directory));
        }
        case "text" -> outputs.add(block.group(2));
        default -> throw new IllegalArgumentException(block.group(1));
      }
    }
    assertThat(outputs).as("an output for each class").hasSameSizeAs(classes).isNotEmpty();
    Path jar = target.resolve("%s-%s.jar".formatted(artifact, VERSION));
    assertThat(jar).exists();
    classPath =
        String.join(
            File.pathSeparator,
            directory.toString(),
            jar.toString(),
            Files.readString(target.resolve("class-path.txt")));
    compile(sources, classPath, directory);
  }

  /** The only dependency of a project's pom: one of our artifacts, in this version. */
  private static String onlyDependency(String pom) {
    List<DocumentedPom.Dependency> dependencies = new DocumentedPom(pom).dependencies();
    assertThat(dependencies).hasSize(1);
    DocumentedPom.Dependency dependency = dependencies.get(0);
    assertThat(dependency.groupId()).isEqualTo("io.hybridycsb");
    assertThat(dependency.version()).isEqualTo(VERSION);
    return dependency.artifactId();
  }

  private static String className(String code) {
    Matcher name = CLASS.matcher(code);
    assertThat(name.find()).as("a class in%n%s", code).isTrue();
    return name.group(1);
  }

  /** Writes a class's source into a directory. */
  static Path source(String code, Path directory) throws IOException {
    return Files.writeString(directory.resolve(className(code) + ".java"), code);
  }

  /** Compiles into a directory, without warnings. */
  static void compile(List<Path> sources, String classPath, Path directory) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options =
        Arrays.asList(
            "--release", "17", "-proc:none", "-Xlint:all,-path,-classfile,-options", "-Werror");
    List<String> all = new ArrayList<>(options);
    all.addAll(List.of("-cp", classPath, "-d", directory.toString()));
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(compiled).as("%s", said).isTrue();
    }
  }

  /** Runs each class; what they print must be what the page says. */
  public void requireItPrintsWhatThePageSays(String... arguments) {
    for (int i = 0; i < classes.size(); i++) {
      List<String> command = new ArrayList<>(List.of(Release.java(), "-cp", classPath));
      command.add("com.example." + classes.get(i));
      command.addAll(List.of(arguments));
      Ended ended = Release.run(directory, Map.of(), TIMEOUT, command).requireSuccess();
      assertThat(ended.out()).isEqualTo(outputs.get(i));
    }
  }
}
