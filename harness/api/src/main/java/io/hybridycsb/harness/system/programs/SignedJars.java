package io.hybridycsb.harness.system.programs;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** The signed jars of a class path. */
final class SignedJars {
  private static final String CLASS = ".class";

  private SignedJars() {}

  /**
   * The names of their classes, with slashes.
   *
   * @param classPath directories of jars, each with a JVM wildcard
   */
  static Set<String> classes(String classPath) throws IOException {
    Set<String> classes = new HashSet<>();
    for (String entry : classPath.split(File.pathSeparator)) {
      try (Stream<Path> files = Files.list(Path.of(entry).getParent())) {
        for (Path jar : files.filter(file -> file.toString().endsWith(".jar")).toList()) {
          addIfSigned(jar, classes);
        }
      }
    }
    return classes;
  }

  private static void addIfSigned(Path jar, Set<String> classes) throws IOException {
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      List<String> names = file.stream().map(ZipEntry::getName).toList();
      if (names.stream().anyMatch(name -> name.startsWith("META-INF/") && name.endsWith(".SF"))) {
        names.stream()
            .filter(name -> name.endsWith(CLASS))
            .map(name -> name.substring(0, name.length() - CLASS.length()))
            .forEach(classes::add);
      }
    }
  }
}
