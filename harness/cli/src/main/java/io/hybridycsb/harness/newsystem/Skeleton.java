package io.hybridycsb.harness.newsystem;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.system.Template;
import io.hybridycsb.harness.system.registry.Systems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.SourceVersion;

/**
 * The files of a system that is to be written: its binding, its description, a test, and how they
 * are built. What is to be filled in throws an error that says so.
 */
public final class Skeleton {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]{0,19}(-[a-z0-9]{1,19}){0,3}");

  /** Files below a system's folder, and their templates. */
  private static final Map<String, String> SOURCES =
      Map.of(
          "bindings.properties", "bindings.properties",
          "src/main/java/${bindingPath}/${title}Client.java", "Client.java",
          "src/main/java/${systemPath}/${title}System.java", "System.java",
          "src/main/resources/${systemPath}/${name}.yaml", "data.yaml",
          "src/main/resources/META-INF/services/io.hybridycsb.harness.system.SystemDescription",
              "services",
          "src/test/java/${systemPath}/${title}SystemTest.java", "SystemTest.java");

  private static final Pattern MODULE = Pattern.compile("<module>([^<]+)</module>");

  private static final String FOLDER = "bindings/${name}/";

  private final Path root;
  private final Map<String, String> values = new HashMap<>();
  private final SortedMap<Path, String> files = new TreeMap<>();

  private Skeleton(Path root, String name, String version, String binding, String system) {
    String word = name.replace("-", "");
    if (!NAME.matcher(name).matches() || SourceVersion.isKeyword(word)) {
      throw new UsageException(
          "'%s' is no name: one is such as my-db, of small letters and digits, and no word of Java"
              .formatted(name));
    }
    this.root = root;
    values.put("name", name);
    values.put("title", title(name));
    values.put("package", word);
    values.put("version", version);
    values.put("place", Integer.toString(freePlace()));
    values.put("bindingPackage", binding + word);
    values.put("systemPackage", system + word);
    values.put("bindingPath", (binding + word).replace('.', '/'));
    values.put("systemPath", (system + word).replace('.', '/'));
    // As Maven reads it.
    values.put("project.version", "${project.version}");
  }

  /** Behind all systems that this command knows. */
  private static int freePlace() {
    return Systems.all().stream().mapToInt(system -> system.data().place()).max().orElse(0) + 1;
  }

  /** The beginning of its classes' names: {@code MyDb} of {@code my-db}. */
  private static String title(String name) {
    return Arrays.stream(name.split("-", -1))
        .map(word -> word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1))
        .collect(Collectors.joining());
  }

  /**
   * Of a system in this project.
   *
   * @param root the source tree
   * @param version of this project
   * @throws UsageException if the name is none, or something would be overwritten
   */
  public static Skeleton inTree(Path root, String name, String version) {
    if (!Files.isRegularFile(root.resolve("bindings/all/pom.xml"))) {
      throw new UsageException(
          "%s is no source tree of hybrid-ycsb: go to the top of one, or give --dir DIRECTORY for a project of its own"
              .formatted(root));
    }
    Skeleton skeleton =
        new Skeleton(root, name, version, "io.hybridycsb.ycsb.", "io.hybridycsb.harness.system.");
    SOURCES.forEach((file, template) -> skeleton.add(FOLDER + file, template));
    skeleton.add(FOLDER + "pom.xml", "pom.xml");
    skeleton.add(FOLDER + "src/main/java/${bindingPath}/package-info.java", "binding-package");
    skeleton.add(FOLDER + "src/main/java/${systemPath}/package-info.java", "system-package");
    skeleton.add("docs/systems/${name}.md", "page.md");
    skeleton.requireFree(root.resolve("bindings").resolve(name));
    skeleton.requireNewPackages();
    skeleton.edit("pom.xml", "    <module>bindings/binding-jar</module>\n", "module");
    skeleton.edit("bindings/all/pom.xml", "  <dependencies>\n", "dependency");
    return skeleton;
  }

  /**
   * Of a project outside the source tree.
   *
   * @param directory where it is written; it must not be there
   * @param version of hybrid-ycsb, with which it is built
   * @throws UsageException as above
   */
  public static Skeleton outside(Path directory, String name, String version) {
    Skeleton skeleton = new Skeleton(directory, name, version, "com.example.", "com.example.");
    SOURCES.forEach(skeleton::add);
    skeleton.add("pom.xml", "outside-pom.xml");
    skeleton.requireFree(directory);
    return skeleton;
  }

  private void add(String file, String template) {
    Path path = root.resolve(Template.fill(file, values));
    files.put(path, Template.fill(Skeleton.class, template + ".template", values));
  }

  private void requireFree(Path folder) {
    files.put(folder, "");
    for (Path file : files.keySet()) {
      if (Files.exists(file)) {
        throw new UsageException(file + " is there already, and is not overwritten");
      }
    }
    files.remove(folder);
  }

  /** All modules are on one class path, where no two may have the same package. */
  private void requireNewPackages() {
    MODULE
        .matcher(text(root.resolve("pom.xml")))
        .results()
        .map(module -> root.resolve(module.group(1)).resolve("src/main/java"))
        .flatMap(
            sources ->
                Stream.of("bindingPath", "systemPath").map(values::get).map(sources::resolve))
        .filter(Files::exists)
        .findFirst()
        .ifPresent(
            taken -> {
              throw new UsageException(
                  "another module has the package %s: choose another name".formatted(taken));
            });
  }

  private static String text(Path file) {
    return Disk.read(file);
  }

  /** Puts a template behind the first line of this text. */
  private void edit(String file, String line, String template) {
    Path path = root.resolve(file);
    String text = text(path);
    int end = text.indexOf(line) + line.length();
    if (end < line.length()) {
      throw new HarnessException("%s has no line '%s'".formatted(path, line.strip()));
    }
    String more = Template.fill(Skeleton.class, template + ".template", values);
    files.put(path, text.substring(0, end) + more + text.substring(end));
  }

  /** Writes its files, and returns which. */
  public Set<Path> write() {
    files.forEach(
        (file, text) -> {
          Disk.makeDirectory(file.getParent());
          Disk.write(file, text);
        });
    return files.keySet();
  }
}
