package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The hosts on which YCSB's processes run; docs/clients.md has the file's format. They are either
 * reached over OpenSSH, or pods of one Kubernetes job.
 *
 * @param hosts over OpenSSH; empty if they are pods
 * @param pods empty if they are hosts over OpenSSH
 * @param clockOffsetMsMax how far off a host's clock may be
 */
public record ClientHosts(List<SshHost> hosts, Optional<Pods> pods, long clockOffsetMsMax) {
  /** What stands for a file that says nothing but that the clients are pods. */
  public static final String KUBERNETES = "kubernetes";

  private static final Set<String> KEYS =
      Set.of("hosts", KUBERNETES, "options", "clock-offset-max-ms");
  private static final Set<String> HOST_KEYS =
      Set.of("ssh", "dir", "java", "env", "options", "processes");
  private static final Set<String> POD_KEYS =
      Set.of("pods", "image", "namespace", "context", "cpu", "memory", "hours-max");

  private static final long OFFSET_MS_MAX = 500;
  private static final int PODS = 4;
  private static final int HOURS = 24;

  /**
   * A host over OpenSSH.
   *
   * @param destination as ssh(1) takes it
   * @param directory where the release is unpacked there
   * @param environment of YCSB's processes there
   * @param options of ssh(1)
   * @param processes of YCSB there
   */
  public record SshHost(
      String destination,
      String directory,
      SortedMap<String, String> environment,
      List<String> options,
      int processes) {}

  /**
   * Pods of a job, each with one process of YCSB.
   *
   * @param image as it is called for the cluster; empty for the one of this release
   * @param namespace empty for that of kubectl's context
   * @param context of kubectl's configuration; empty for the current one
   * @param cpu that each pod requests
   * @param memory that each pod requests, and its limit
   * @param hoursMax after which the cluster ends the pods, whatever has become of this command
   */
  public record Pods(
      int count,
      String image,
      String namespace,
      String context,
      String cpu,
      String memory,
      int hoursMax) {}

  /**
   * Reads a file; {@value #KUBERNETES} stands for pods with the settings that need none.
   *
   * @throws UsageException if it doesn't describe hosts
   */
  public static ClientHosts read(String file) {
    return file.equals(KUBERNETES)
        ? new ClientHosts(
            List.of(), Optional.of(pods(FileSettings.of(new TreeMap<>()))), OFFSET_MS_MAX)
        : read(Path.of(file));
  }

  private static ClientHosts read(Path file) {
    FileSettings tree = FileSettings.read(file, "hosts");
    tree.requireOnly(KEYS, "setting");
    long offset = tree.number("clock-offset-max-ms", OFFSET_MS_MAX, 1);
    if (tree.has("hosts") == tree.has(KUBERNETES)) {
      throw new UsageException(
          "%s: name either hosts, a list, or kubernetes, settings of pods".formatted(file));
    }
    if (tree.has(KUBERNETES)) {
      return new ClientHosts(List.of(), Optional.of(pods(tree.below(KUBERNETES))), offset);
    }
    List<SshHost> hosts = new ArrayList<>();
    for (FileSettings host : tree.each("hosts")) {
      hosts.add(host(host, tree.list("options")));
    }
    if (hosts.isEmpty()) {
      throw new UsageException("%s: hosts is empty; name at least one".formatted(file));
    }
    requireDistinct(file, hosts);
    return new ClientHosts(hosts, Optional.empty(), offset);
  }

  private static void requireDistinct(Path file, List<SshHost> hosts) {
    Set<String> names = hosts.stream().map(SshHost::destination).collect(Collectors.toSet());
    if (names.size() < hosts.size()) {
      throw new UsageException(
          "%s: a host stands there twice; give it more processes instead".formatted(file));
    }
  }

  private static SshHost host(FileSettings tree, List<String> options) {
    tree.requireOnly(HOST_KEYS, "setting of a host");
    SortedMap<String, String> environment = tree.below("env").texts();
    for (String name : environment.keySet()) {
      if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
        throw new UsageException("env: '%s' is no name of a variable".formatted(name));
      }
    }
    String java = tree.text("java", "");
    if (!java.isEmpty()) {
      environment.put("JAVA_HOME", java);
    }
    List<String> all = new ArrayList<>(tree.list("options"));
    all.addAll(options);
    return new SshHost(
        tree.text("ssh"), tree.text("dir"), environment, all, (int) tree.number("processes", 1, 1));
  }

  /** They become part of a manifest. */
  private static void matching(FileSettings tree, String name, String pattern, String what) {
    String text = tree.text(name, "");
    if (!text.isEmpty() && !text.matches(pattern)) {
      throw new UsageException("%s is %s, not '%s'".formatted(name, what, text));
    }
  }

  private static Pods pods(FileSettings tree) {
    tree.requireOnly(POD_KEYS, "setting of pods");
    matching(tree, "image", "[A-Za-z0-9][A-Za-z0-9._/:@-]*", "the name of an image");
    matching(tree, "namespace", "[a-z0-9][a-z0-9-]*", "the name of a namespace");
    matching(tree, "cpu", "[0-9]+(\\.[0-9]+)?m?", "a quantity such as 2 or 500m");
    matching(tree, "memory", "[0-9]+([KMGT]i?)?", "a quantity such as 2Gi");
    return new Pods(
        (int) tree.number("pods", PODS, 1),
        tree.text("image", ""),
        tree.text("namespace", ""),
        tree.text("context", ""),
        tree.text("cpu", "1"),
        tree.text("memory", "1Gi"),
        (int) tree.number("hours-max", HOURS, 1));
  }

  /** How many processes of YCSB there are. */
  public int processes() {
    return pods.map(Pods::count).orElseGet(() -> hosts.stream().mapToInt(SshHost::processes).sum());
  }

  /** What a result says of where its clients ran: results of other hosts are other results. */
  String spelled() {
    return pods.map(some -> "%d pods of kubernetes".formatted(some.count()))
        .orElseGet(
            () ->
                hosts.stream()
                    .map(
                        host ->
                            host.processes() == 1
                                ? host.destination()
                                : host.destination() + " x" + host.processes())
                    .collect(Collectors.joining(", ")));
  }

  /** Why a run can't be done by clients on these hosts; empty if it can. */
  String reasonAgainst(RunSettings run) {
    if (run.fault().isPresent()) {
      return "lost writes are found by the times in the clients' histories, which are of several"
          + " clocks where clients run on other hosts";
    }
    if (Path.of(run.workload()).isAbsolute()) {
      return "the workload file %s isn't on the clients' hosts; put it into workloads/ of the release"
          .formatted(run.workload());
    }
    if (run.properties().containsKey(FieldLengths.CONTENT)) {
      return "the file of field lengths isn't on the clients' hosts";
    }
    if (run.inserts() || on(run).threads() % processes() == 0) {
      return "";
    }
    return "%d clients don't divide into the %d processes of the clients' hosts"
        .formatted(run.threads(), processes());
  }

  /**
   * The run as clients on these hosts do it: a process for each, but one where records are
   * inserted, since several would insert the same.
   */
  RunSettings on(RunSettings run) {
    int count = run.inserts() ? 1 : processes();
    return run.onHosts(spelled(), count);
  }
}
