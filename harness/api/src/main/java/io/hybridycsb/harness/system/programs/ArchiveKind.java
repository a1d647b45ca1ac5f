package io.hybridycsb.harness.system.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/** How a JVM archives classes. */
public enum ArchiveKind {
  /** Class data sharing, by a list of classes. */
  CLASS_DATA {
    private static final String LAMBDA = "@lambda-proxy ";

    /**
     * Drops the lambdas of signed classes, which themselves are never archived. JDK 17 crashes over
     * them.
     */
    @Override
    public void mend(Path record, String classPath) throws IOException {
      Set<String> signed = SignedJars.classes(classPath);
      List<String> lines = Files.readAllLines(record);
      lines.removeIf(
          line ->
              line.startsWith(LAMBDA)
                  && signed.contains(line.substring(LAMBDA.length()).split(" ", 2)[0]));
      Files.write(record, lines);
    }

    @Override
    List<String> recording(Path record) {
      return List.of("-XX:DumpLoadedClassList=" + record);
    }

    @Override
    public List<String> making(Path record, Path archive) {
      return List.of(
          "-Xshare:dump", "-XX:SharedClassListFile=" + record, "-XX:SharedArchiveFile=" + archive);
    }

    @Override
    public String using(Path archive) {
      return "-XX:SharedArchiveFile=" + archive;
    }
  },

  /** The ahead-of-time cache of JEP 483, which from JDK 25 on has profiles of methods as well. */
  AHEAD_OF_TIME {
    @Override
    List<String> recording(Path record) {
      return List.of("-XX:AOTMode=record", "-XX:AOTConfiguration=" + record);
    }

    @Override
    public List<String> making(Path record, Path archive) {
      return List.of(
          "-XX:AOTMode=create", "-XX:AOTConfiguration=" + record, "-XX:AOTCache=" + archive);
    }

    @Override
    public String using(Path archive) {
      return "-XX:AOTCache=" + archive;
    }
  };

  private static final int FIRST_AHEAD_OF_TIME = 24;

  public static ArchiveKind ofThisJvm() {
    return Runtime.version().feature() < FIRST_AHEAD_OF_TIME ? CLASS_DATA : AHEAD_OF_TIME;
  }

  /** Whether profiles of methods are recorded, too. */
  public final boolean hasProfiles() {
    return this == AHEAD_OF_TIME;
  }

  /** Options of a JVM that records the classes which it loads. */
  abstract List<String> recording(Path record);

  /** Makes a record one from which an archive can be made. */
  public void mend(Path record, String classPath) throws IOException {}

  /** Options of a JVM that makes an archive from a record, and ends. */
  public abstract List<String> making(Path record, Path archive);

  /** The option of a JVM that uses an archive; one that doesn't fit is left aside. */
  public abstract String using(Path archive);
}
