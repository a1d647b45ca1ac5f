package io.hybridycsb.it.cluster;

import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import io.hybridycsb.it.ycsb.YcsbJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The YCSB clients of a cluster. */
final class YcsbClients implements AutoCloseable {
  /** Few, so that operations contend, but not all. */
  private static final String THREADS = "8";

  /** Many, whose inserts share blocks. */
  private static final String LOADING_THREADS = "32";

  private final Release release;
  private final String system;
  private final Path root;
  private final Duration timeout;
  private final YcsbJvm jvm;
  private boolean oneHasRun;

  /**
   * @param root the directory of all run directories
   * @param timeout of each client
   */
  YcsbClients(Release release, String system, Path root, Duration timeout) {
    this.release = release;
    this.system = system;
    this.root = root;
    this.timeout = timeout;
    List<String> options = new ArrayList<>(List.of(LocalCluster.SHORT_LIVED.split(" ", -1)));
    options.addAll(List.of(JvmFlags.NATIVE_ACCESS, JvmFlags.UNSAFE_ACCESS));
    jvm = YcsbJvm.of(release.home(), system, root, options);
  }

  /** Runs {@code bin/ycsb}. */
  Ended script(List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(release.script("ycsb")));
    command.addAll(arguments);
    return Release.run(
        root,
        Map.of("HYBRID_DIR", root.toString(), "JAVA_OPTS", LocalCluster.SHORT_LIVED),
        timeout,
        command);
  }

  /**
   * Runs a phase of a workload to its end. The first client is started by {@code bin/ycsb}, in a
   * JVM of its own; the next ones share one, unless commands are asked for. A client also has its
   * own while another is running.
   */
  Ended run(String phase, String workload, Map<String, String> properties, boolean byCommands) {
    Map<String, String> all = new TreeMap<>(properties);
    all.putIfAbsent("threadcount", phase.equals("load") ? LOADING_THREADS : THREADS);
    List<String> options = options(all);
    Optional<Ended> ended = Optional.empty();
    Path cluster = root.resolve(system).resolve("ycsb.properties");
    Path file = release.home().resolve("workloads").resolve(workload);
    // YCSB itself exits with 0 where there is no such file.
    if (oneHasRun && !byCommands && Files.exists(cluster) && Files.exists(file)) {
      List<String> arguments =
          new ArrayList<>(List.of("-P", cluster.toString(), "-P", file.toString()));
      arguments.addAll(options);
      ended = jvm.run(phase, arguments, timeout);
    }
    oneHasRun = true;
    List<String> arguments = new ArrayList<>(List.of(phase, system, "-P", workload));
    arguments.addAll(options);
    return ended.orElseGet(() -> script(arguments));
  }

  /** Properties as options of YCSB. */
  static List<String> options(Map<String, String> properties) {
    List<String> options = new ArrayList<>();
    properties.forEach((name, value) -> options.addAll(List.of("-p", name + "=" + value)));
    return options;
  }

  @Override
  public void close() {
    jvm.close();
  }
}
