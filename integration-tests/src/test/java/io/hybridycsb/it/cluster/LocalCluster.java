package io.hybridycsb.it.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.results.YcsbReport;
import io.hybridycsb.it.otherusers.PortUse;
import io.hybridycsb.it.pages.shell.Pages;
import io.hybridycsb.it.release.Ended;
import io.hybridycsb.it.release.Release;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestWatcher;

/**
 * A cluster of real processes for the tests of one class, driven by the release's commands, or by
 * the same classes where a command would cost more. A subclass says what is a system's own.
 *
 * <p>Classes that want equal clusters share one, see {@link SharedCluster}. Each has tables of its
 * own there: {@link #table} names them, and every command that is run here is given them. A class
 * after which no other can use the cluster says so by {@link LastOnCluster}. The next class then
 * gets a new one, as it does after a failed test or if a process is dead. Whatever happens, the
 * processes end with the tests; when a test fails, the ends of their logs are shown.
 */
public abstract class LocalCluster extends ClusterRun
    implements BeforeAllCallback, AfterAllCallback, TestWatcher {
  /**
   * Several times what a command needs on a machine with few cores: it only ends commands that
   * hang.
   */
  private static final Duration COMMAND_TIMEOUT = Duration.ofMinutes(10);

  /** For the processes' start: several JVMs share a machine's cores. */
  private static final Duration START = Duration.ofMinutes(5);

  private static final List<String> START_TIMEOUT =
      List.of("--timeout", Long.toString(START.toSeconds()));

  /** A system's first start on a machine may build programs, for which it has 20 minutes. */
  private static final Duration UP_TIMEOUT = Duration.ofMinutes(30);

  /** A quickstart may be a system's first start: the order of classes differs between machines. */
  private static final Duration QUICKSTART_TIMEOUT = UP_TIMEOUT;

  /**
   * Options of many JVMs that live for seconds or minutes on few cores, where thorough compilation
   * would not pay. Verifying the compiler's classes would be an eighth of a node's start; the unit
   * tests, quickstarts and the pages' commands run with the defaults.
   */
  public static final String SHORT_LIVED =
      "-XX:+UseSerialGC -XX:TieredStopAtLevel=1"
          + " -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote";

  /** The default of YCSB and of our commands. */
  private static final String DEFAULT_TABLE = "usertable";

  private static final Set<String> COMMANDS_ON_RECORDS = Set.of("get", "put", "delete", "verify");
  private static final Set<String> COMMANDS_THAT_END_SERVERS = Set.of("kill", "restart", "down");

  /** What {@code bin/hybrid} only hands on. */
  private static final Set<String> SYSTEMS_OWN_COMMANDS =
      Set.of("get", "put", "delete", "verify", "audit");

  private final int nodes;
  private final Map<String, String> settings = new LinkedHashMap<>();
  private final Thread killer = new Thread(this::killAll, "kill-cluster");
  private Optional<PageCommand> start = Optional.empty();
  private boolean byCommands = Release.hasItsOwnJvm();
  private boolean startedByTest;
  private boolean lastClass;
  private boolean aTestFailed;
  private String tablePrefix;
  private Release release;
  private YcsbClients clients;

  protected LocalCluster(String system, int nodes) {
    super(system);
    this.nodes = nodes;
  }

  /** Properties with which YCSB waits long enough for answers on a machine that is very busy. */
  public abstract Map<String, String> patience();

  /** What another user of the machine may do at each of its ports, by the ports' uses. */
  public abstract List<PortUse> ports();

  /** Sets an option of the system for the next start. */
  public LocalCluster with(String option, String value) {
    settings.put(option, value);
    return this;
  }

  /** A command of a page, by its block's id and its index there, from 0. */
  private record PageCommand(String block, int index) {}

  /**
   * Starts as a page tells to; the test's options come after the page's.
   *
   * @param block the id of a block of commands
   * @param index which of the block's commands, from 0 on
   */
  public LocalCluster startedAsIn(String block, int index) {
    start = Optional.of(new PageCommand(block, index));
    return this;
  }

  /** Leaves the start to the test; the cluster is the class's alone. */
  public LocalCluster notStarted() {
    startedByTest = true;
    return this;
  }

  /**
   * Has all done by {@code bin/hybrid}, as a user would. The classes of etcd and of PostgreSQL with
   * a ledger are enough for what the commands do. The others have the same done by the harness's
   * classes, in less time.
   */
  public LocalCluster byCommands() {
    byCommands = true;
    return this;
  }

  /** How it is started, as text: clusters with equal texts can replace each other. */
  String description() {
    return "%s %d %s %s %s"
        .formatted(system, nodes, new TreeMap<>(settings), start, startedByTest ? "alone" : "");
  }

  boolean isLike(LocalCluster other) {
    return description().equals(other.description()) && !startedByTest;
  }

  /** Takes over a running cluster that is equal to this one. */
  void takeOver(LocalCluster other) {
    Runtime.getRuntime().removeShutdownHook(other.killer);
    root = other.root;
    clients = other.clients;
    Runtime.getRuntime().addShutdownHook(killer);
  }

  /** Gets a directory, and starts unless the test does. */
  void begin() {
    root = release.newDirectory();
    clients = new YcsbClients(release, system, root, COMMAND_TIMEOUT);
    Runtime.getRuntime().addShutdownHook(killer);
    if (!startedByTest) {
      up();
    }
  }

  /** Whether another class can use it. */
  boolean isReusable() {
    return !startedByTest
        && !lastClass
        && !aTestFailed
        && processes().stream().allMatch(this::isRunning);
  }

  void remove() throws IOException {
    if (root == null) {
      return;
    }
    try {
      if (facts().exists()) {
        if (byCommands) {
          hybrid("down", system, "--purge").requireSuccess();
        } else {
          inProcess().down(true);
        }
      }
    } finally {
      killAll();
      Runtime.getRuntime().removeShutdownHook(killer);
      // With the last cluster its empty directory goes, too.
      if (Files.exists(root)) {
        Release.delete(root);
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException {
    release = Release.of(context);
    lastClass = context.getRequiredTestClass().isAnnotationPresent(LastOnCluster.class);
    tablePrefix = context.getRequiredTestClass().getSimpleName().toLowerCase(Locale.ROOT) + "_";
    SharedCluster.of(context).lend(this);
  }

  @Override
  public void afterAll(ExtensionContext context) throws IOException {
    if (root != null) {
      facts().lookAtCpu();
      clients.close();
    }
    aTestFailed |= context.getExecutionException().isPresent();
    SharedCluster.of(context).takeBack(this);
  }

  @Override
  public void testFailed(ExtensionContext context, Throwable cause) {
    aTestFailed = true;
    if (facts().exists()) {
      System.err.printf("logs of %s after %s%s%n", system, context.getUniqueId(), facts().logs());
    }
  }

  private void killAll() {
    clients.close();
    facts().killAll();
  }

  /** The full name of a table of this class. */
  public String table(String name) {
    return tablePrefix + name;
  }

  public int nodes() {
    return nodes;
  }

  private ClusterInProcess inProcess() {
    return new ClusterInProcess(release.home(), root, system);
  }

  public Ended hybrid(String... arguments) {
    return script("hybrid", COMMAND_TIMEOUT, List.of(arguments));
  }

  /** Runs {@code bin/hybrid COMMAND SYSTEM ...}, on a table of this class where it takes one. */
  public Ended hybridOn(String command, String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (COMMANDS_ON_RECORDS.contains(command)) {
      int option = all.indexOf("--table");
      if (option < 0) {
        all.addAll(0, List.of("--table", table(DEFAULT_TABLE)));
      } else {
        all.set(option + 1, table(all.get(option + 1)));
      }
    }
    if (command.equals("restart")) {
      all.addAll(START_TIMEOUT);
    }
    if (!byCommands && SYSTEMS_OWN_COMMANDS.contains(command)) {
      all.addAll(0, withOptionsOfShortLivedJvm(inProcess().command(command)));
      return Release.run(root, Map.of(), COMMAND_TIMEOUT, all);
    }
    all.addAll(0, List.of(command, system));
    return script("hybrid", COMMAND_TIMEOUT, all);
  }

  /** A JVM lives for seconds; Fabric's commands are shell scripts. */
  private static List<String> withOptionsOfShortLivedJvm(List<String> program) {
    List<String> command = new ArrayList<>(program);
    if (program.get(0).endsWith("java")) {
      command.addAll(1, List.of(SHORT_LIVED.split(" ", -1)));
    }
    return command;
  }

  /**
   * Runs a command of a page.
   *
   * @param block the id of a block of commands
   * @param index which of the block's commands, from 0 on
   */
  public Ended hybridAsIn(String block, int index) {
    List<String> all = new ArrayList<>(arguments(new PageCommand(block, index)));
    if (all.get(0).equals("restart")) {
      all.addAll(START_TIMEOUT);
    }
    return script("hybrid", COMMAND_TIMEOUT, all);
  }

  private List<String> arguments(PageCommand command) {
    String line = new Pages(release.home()).block(command.block).commands().get(command.index);
    List<String> words = List.of(line.split(" +", -1));
    assertThat(words).startsWith("bin/hybrid");
    return words.subList(1, words.size());
  }

  public Ended quickstart(String... arguments) {
    List<String> all = new ArrayList<>(List.of(system, "--nodes", Integer.toString(nodes)));
    all.addAll(START_TIMEOUT);
    all.addAll(List.of(arguments));
    all.addAll(YcsbClients.options(patience()));
    return script("quickstart", QUICKSTART_TIMEOUT, all);
  }

  public Ended ycsb(String... arguments) {
    return clients.script(List.of(arguments));
  }

  /** A page of the release's documentation. */
  public String page(String name) throws IOException {
    return release.page(name);
  }

  /** Runs a phase of a workload to its end, on a table of this class. */
  public Ended workload(String phase, String workload, Map<String, String> properties) {
    Map<String, String> all = new TreeMap<>(patience());
    all.putAll(properties);
    all.put("table", table(properties.getOrDefault("table", DEFAULT_TABLE)));
    return clients.run(phase, workload, all, byCommands);
  }

  /** Runs a phase of a workload and requires that YCSB succeeds. */
  public YcsbReport ycsb(String phase, String workload, Map<String, String> properties) {
    return YcsbReport.parse(workload(phase, workload, properties).requireSuccess().out());
  }

  private Ended script(String name, Duration timeout, List<String> arguments) {
    return script(name, Map.of(), timeout, arguments);
  }

  private Ended script(
      String name, Map<String, String> environment, Duration timeout, List<String> arguments) {
    List<String> command = new ArrayList<>(List.of(release.script(name)));
    command.addAll(arguments);
    Map<String, String> all = new TreeMap<>(environment);
    all.put("HYBRID_DIR", root.toString());
    if (COMMANDS_THAT_END_SERVERS.contains(arguments.get(0))) {
      facts().lookAtCpu();
    }
    return Release.run(root, all, timeout, command);
  }

  /** Starts the cluster: a new one, or one that has data. */
  public void up() {
    if (byCommands || start.isPresent()) {
      upWith(Map.of()).requireSuccess();
    } else {
      inProcess().up(nodes, settings, START);
    }
  }

  /** Starts the cluster with further variables in its processes' environment. */
  public Ended upWith(Map<String, String> environment) {
    List<String> arguments =
        new ArrayList<>(start.map(this::arguments).orElse(List.of("up", system)));
    if (!arguments.contains("--nodes")) {
      arguments.addAll(List.of("--nodes", Integer.toString(nodes)));
    }
    arguments.addAll(START_TIMEOUT);
    settings.forEach((option, value) -> arguments.addAll(List.of("--set", option + "=" + value)));
    return script("hybrid", environment, UP_TIMEOUT, arguments);
  }

  /** Stops the cluster; its data stay. */
  public void down() {
    if (byCommands) {
      hybridOn("down").requireSuccess();
    } else {
      inProcess().down(false);
    }
  }

  /** Ends processes by SIGKILL. */
  public void kill(String... names) {
    if (byCommands) {
      hybridOn("kill", names).requireSuccess();
    } else {
      inProcess().kill(List.of(names));
    }
    for (String name : names) {
      assertThat(isRunning(name)).as("%s after its death", name).isFalse();
    }
  }

  /** Starts processes again; returns when they serve. */
  public void restart(String... names) {
    if (byCommands) {
      hybridOn("restart", names).requireSuccess();
    } else {
      inProcess().restart(List.of(names), START);
    }
  }

  /** Starts a process again with further variables in its environment. */
  public void restartWith(Map<String, String> environment, String name) {
    List<String> arguments = new ArrayList<>(List.of("restart", system, name));
    arguments.addAll(START_TIMEOUT);
    script("hybrid", environment, COMMAND_TIMEOUT, arguments).requireSuccess();
  }

  /** Runs a process as the cluster does, to its end, which must come within the timeout. */
  public Ended runDirectly(String name, Duration timeout) {
    ProcessSpec process = process(name);
    return Release.run(process.dir(), process.environment(), timeout, process.command());
  }

  /** Requires that the audit finds nothing wrong. */
  public void requireAuditPasses() {
    hybridOn("audit").requireSuccess();
  }
}
