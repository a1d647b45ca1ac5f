package io.hybridycsb.it.extending;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.newsystem.Skeleton;
import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code hybrid new-system} writes compiles as it is, and its unit test passes. */
class NewSystemTest {
  private static final Path SOURCE = Path.of("..").toAbsolutePath().normalize();
  private static final List<String> POMS = List.of("pom.xml", "bindings/all/pom.xml");

  @TempDir private Path directory;

  @Test
  void inTheTreeItCompilesAndItsTestPasses() throws Exception {
    for (String pom : POMS) {
      Files.createDirectories(directory.resolve(pom).getParent());
      Files.copy(SOURCE.resolve(pom), directory.resolve(pom));
    }

    Skeleton.inTree(directory, "my-db", "1.0").write();

    assertThat(Files.readString(directory.resolve("pom.xml")))
        .contains("<module>bindings/my-db</module>");
    requireThatItsTestPasses(
        directory.resolve("bindings/my-db"), "io.hybridycsb.harness.system.mydb.MyDbSystemTest");
  }

  @Test
  void outsideItCompilesAndItsTestPasses() throws Exception {
    Path project = directory.resolve("project");

    Skeleton.outside(project, "my-db", "1.0").write();

    requireThatItsTestPasses(project, "com.example.mydb.MyDbSystemTest");
  }

  @Test
  void outsideItIsBuiltWithTheVersionsOfThisProject() throws Exception {
    Path project = directory.resolve("project");
    Skeleton.outside(project, "my-db", "1.0").write();
    String ours = Files.readString(SOURCE.resolve("pom.xml"));

    for (DocumentedPom.Dependency dependency :
        new DocumentedPom(Files.readString(project.resolve("pom.xml"))).dependencies()) {
      if (!dependency.groupId().equals("io.hybridycsb")) {
        assertThat(ours).contains(".version>" + dependency.version() + "</");
      }
    }
  }

  private void requireThatItsTestPasses(Path project, String test) throws Exception {
    Path classes = Files.createDirectories(directory.resolve("classes"));
    compile(project, classes);
    Path resources = project.resolve("src/main/resources");
    try (Stream<Path> files = Files.walk(resources)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path to = classes.resolve(resources.relativize(file));
        Files.createDirectories(to.getParent());
        Files.copy(file, to, StandardCopyOption.REPLACE_EXISTING);
      }
    }
    try (URLClassLoader loader =
        new URLClassLoader(new URL[] {classes.toUri().toURL()}, getClass().getClassLoader())) {
      Class<?> type = loader.loadClass(test);
      Constructor<?> constructor = type.getDeclaredConstructor();
      constructor.setAccessible(true);
      List<Method> tests =
          Stream.of(type.getDeclaredMethods())
              .filter(method -> method.isAnnotationPresent(Test.class))
              .toList();
      assertThat(tests).isNotEmpty();
      for (Method method : tests) {
        method.setAccessible(true);
        method.invoke(constructor.newInstance());
      }
    }
  }

  private static void compile(Path project, Path classes) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    List<String> options =
        List.of(
            "--release",
            "17",
            "-proc:none",
            "-Xlint:all,-path,-classfile,-options",
            "-Werror",
            "-cp",
            System.getProperty("java.class.path"),
            "-d",
            classes.toString());
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        Stream<Path> sources = Files.walk(project)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(
                      sources.filter(file -> file.toString().endsWith(".java")).toList()))
              .call();
      assertThat(compiled).as("%s", said).isTrue();
    }
  }
}
