package io.hybridycsb.harness.system;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.hybridycsb.harness.network.Links;
import io.hybridycsb.harness.process.Ports;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.system.programs.Home;
import io.hybridycsb.harness.system.programs.TestHome;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Plans of one system, and what is in them. */
public final class TestPlans {
  private final SystemDescription system;
  private final Home home;
  private final Path run;
  private final Map<String, String> always = new HashMap<>();

  /** As a cluster keeps them, whatever else of the machine listens by the next plan. */
  private final Map<String, Integer> chosen = new HashMap<>();

  /** Their release and their clusters are below a directory. */
  public TestPlans(SystemDescription system, Path dir) throws IOException {
    this.system = system;
    home = TestHome.hollow(dir.resolve("home"));
    run = dir.resolve("run").resolve(system.name());
    // To make a certificate takes a second, and nothing here looks into it.
    Path certificates = Files.createDirectories(run.resolve("passwords"));
    Files.write(certificates.resolve("peer.p12"), new byte[0]);
    Files.write(certificates.resolve("peer.key"), new byte[0]);
  }

  /** Sets an option of every plan. */
  public TestPlans with(String option, Path program) {
    always.put(option, program.toString());
    return this;
  }

  /** The cluster's directory. */
  public Path run() {
    return run;
  }

  public ClusterPlan plan(int nodes, Map<String, String> set) {
    return plan(nodes, set, Map.of());
  }

  public ClusterPlan plan(int nodes, Map<String, String> set, Map<String, Integer> ports) {
    return plan(nodes, set, ports, line -> {});
  }

  /** The lines that planning tells. */
  public List<String> said(int nodes, Map<String, String> set) {
    List<String> lines = new ArrayList<>();
    plan(nodes, set, Map.of(), lines::add);
    return lines;
  }

  private ClusterPlan plan(
      int nodes, Map<String, String> set, Map<String, Integer> ports, Consumer<String> progress) {
    Map<String, String> all = new HashMap<>(always);
    all.putAll(set);
    Settings settings = NetworkOptions.settings(system, all);
    Map<String, Integer> taken = new HashMap<>(chosen);
    taken.putAll(ports);
    Ports known = new Ports(taken, 22_000);
    Links links = new Links(NetworkOptions.areSet(settings), known);
    ClusterPlan plan =
        system.plan(new PlanContext(nodes, settings, run, home, known, links, progress));
    chosen.putAll(known.chosen());
    return plan;
  }

  public static List<String> names(ClusterPlan plan) {
    return plan.processes().stream().map(ProcessSpec::name).toList();
  }

  public static List<Integer> ports(ClusterPlan plan) {
    return plan.processes().stream().flatMap(spec -> spec.ports().stream()).toList();
  }

  /** All that other users of the machine may see of a plan: its programs' arguments. */
  public static Stream<String> seen(ClusterPlan plan) {
    Stream<List<String>> ofProcesses =
        plan.processes().stream()
            .flatMap(
                spec ->
                    Stream.concat(
                        Stream.of(spec.command()),
                        Stream.of(
                                spec.beforeFirstStart(),
                                spec.afterFirstStart(),
                                spec.beforeRestart())
                            .flatMap(List::stream)
                            .map(SetupCommand::command)));
    return Stream.concat(ofProcesses, plan.commands().values().stream()).flatMap(List::stream);
  }

  /** A process' password. */
  public String password(String process) {
    return Passwords.in(run.resolve("passwords").resolve(process));
  }

  public static ProcessSpec process(ClusterPlan plan, String name) {
    return plan.processes().stream()
        .filter(spec -> spec.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  public static Properties properties(ClusterPlan plan, String end) throws IOException {
    Properties properties = new Properties();
    properties.load(new StringReader(file(plan, end)));
    return properties;
  }

  public static JsonNode json(ClusterPlan plan, String end) throws IOException {
    return new ObjectMapper().readTree(file(plan, end));
  }

  public static String file(ClusterPlan plan, String end) {
    return plan.files().entrySet().stream()
        .filter(file -> file.getKey().endsWith(end))
        .map(Map.Entry::getValue)
        .findFirst()
        .orElseThrow();
  }
}
