package io.hybridycsb.harness.bench;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.files.Attempt;
import io.hybridycsb.harness.files.Disk;
import io.hybridycsb.harness.results.RunResult;
import io.hybridycsb.harness.results.RunResult.Machine;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.programs.Programs;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipFile;

/**
 * Where results come from: a build of the code, and a machine. A release's version is the same for
 * all builds between two releases.
 */
final class Origin {
  private static final int DIGITS = 12;

  private static final Machine MACHINE = thisMachine();

  private Origin() {}

  /**
   * The build of a release: a hash of the names and checksums of all that its jars hold. Dates
   * don't count, so that the same code built again is the same build.
   *
   * @throws HarnessException if a jar can't be read
   */
  static String build(Home home) {
    List<String> lines =
        Disk.walk(home.directory()).stream()
            .filter(file -> file.toString().endsWith(".jar"))
            .flatMap(jar -> lines(home.directory().relativize(jar).toString(), jar).stream())
            .sorted()
            .toList();
    return Programs.digest(String.join("\n", lines));
  }

  private static List<String> lines(String name, Path jar) {
    return Attempt.get(
        "read " + jar,
        () -> {
          try (ZipFile zip = new ZipFile(jar.toFile())) {
            return zip.stream()
                .map(
                    entry ->
                        "%s %s %d %x"
                            .formatted(name, entry.getName(), entry.getSize(), entry.getCrc()))
                .toList();
          }
        });
  }

  /**
   * The other build or machine that made a result; empty if it was this build on this machine.
   *
   * @param build this one
   */
  static Optional<String> other(RunResult result, String build) {
    Machine machine = result.setup().machine();
    boolean here =
        machine.processor().equals(MACHINE.processor()) && machine.cores() == MACHINE.cores();
    return here && result.build().equals(build)
        ? Optional.empty()
        : Optional.of(words(result.build(), machine));
  }

  /** This build on this machine, in words. */
  static String here(String build) {
    return words(build, MACHINE);
  }

  private static String words(String build, Machine machine) {
    return "build %s on %s, %d cores".formatted(build, machine.processor(), machine.cores());
  }

  static Machine thisMachine() {
    return new Machine(
        name(),
        value(Path.of("/proc/cpuinfo"), "model name", ":", System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        memoryBytes(),
        "%s %s, %s"
            .formatted(
                System.getProperty("os.name"),
                System.getProperty("os.version"),
                value(Path.of("/etc/os-release"), "PRETTY_NAME", "=", "unknown distribution")));
  }

  private static String name() {
    try {
      return InetAddress.getLocalHost().getHostName();
    } catch (UnknownHostException e) {
      return "unknown";
    }
  }

  private static long memoryBytes() {
    String kb = value(Path.of("/proc/meminfo"), "MemTotal", ":", "").replaceAll("[^0-9]", "");
    return kb.isEmpty() ? -1 : Long.parseLong(kb) * 1024;
  }

  private static String value(Path file, String name, String separator, String otherwise) {
    return Attempt.maybe(() -> Files.readString(file)).stream()
        .flatMap(String::lines)
        .filter(line -> line.startsWith(name))
        .map(line -> line.substring(line.indexOf(separator) + 1).strip().replace("\"", ""))
        .findFirst()
        .orElse(otherwise);
  }
}
