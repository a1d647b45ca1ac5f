package io.hybridycsb.harness.cluster;

import io.hybridycsb.harness.process.NeededProcess;
import io.hybridycsb.harness.process.ProcessPart;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.process.SetupCommand;
import io.hybridycsb.harness.process.TestProcesses;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tiny processes: one "log" first, then the nodes. */
public final class ShellSystem implements SystemDescription {
  /** What a node does: a script of sh. */
  public static final String SCRIPT = "node.script";

  /** What the audit does: a script of sh. */
  public static final String AUDIT = "audit.script";

  /** What waits until the nodes commit: a script of sh. */
  public static final String AWAIT = "await.script";

  /** What node1's partner, which ends with it, does: a script of sh; empty: there is none. */
  public static final String PARTNER = "partner.script";

  /** The name of a server in the "log" process; empty: it is one by itself. */
  public static final String PART = "log.part";

  /** A file of a node to which each restart adds a line. */
  static final String RESTARTS = "restarts";

  public static final String RUNS = "echo ready; exec sleep 600";
  public static final String FAILS = "echo no such luck; exit 7";
  public static final String HANGS = "exec sleep 600";
  public static final String IGNORES_TERM = "trap '' TERM; " + RUNS;

  /** What node1 reads in the logs of the first two nodes after its first start. */
  static final String MET = "met";

  private static final SetupCommand MEET =
      new SetupCommand("meet", List.of("sh", "-c", "cat node1.log ../node2/node2.log > " + MET));

  private static final SetupCommand COUNT_RESTARTS =
      new SetupCommand("count", List.of("sh", "-c", "echo once more >> " + RESTARTS));

  @Override
  public String name() {
    return "shell";
  }

  @Override
  public List<Property<?>> options() {
    return List.of(
        Property.text(SCRIPT, "text", RUNS, "what a node does"),
        Property.text(AUDIT, "text", "echo all is well", "what the audit does"),
        Property.text(AWAIT, "text", "true", "what waits until the nodes commit"),
        Property.text(PARTNER, "text", "", "what node1's partner does"),
        Property.text(PART, "text", "", "a server in the log's process"),
        Property.choice("policy", List.of("all", "majority"), "a word").fixed());
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.empty();
  }

  @Override
  public ClusterPlan plan(PlanContext context) {
    List<ProcessSpec> processes = new ArrayList<>();
    ProcessSpec log = process(context, "log", 0, RUNS);
    String part = context.settings().get(PART);
    processes.add(
        part.isEmpty()
            ? log
            : log.withParts(List.of(new ProcessPart(part, "part", context.directoryOf(part)))));
    for (int i = 1; i <= context.nodes(); i++) {
      ProcessSpec node = process(context, "node" + i, 1, context.settings().get(SCRIPT));
      processes.add(
          node.withBeforeRestart(List.of(COUNT_RESTARTS))
              .withSetup(List.of(), i == 1 ? List.of(MEET) : List.of()));
    }
    String partnerScript = context.settings().get(PARTNER);
    if (!partnerScript.isEmpty()) {
      ProcessSpec partner = process(context, "partner1", 1, partnerScript);
      processes.add(partner.endingWith(List.of(new NeededProcess("node1", 0))));
    }
    return new ClusterPlan(
        processes,
        Map.of(context.directory().resolve("policy"), context.settings().get("policy")),
        Map.of("shell.directory", context.directory().toString()),
        Map.of(
            "audit",
            List.of("sh", "-c", context.settings().get(AUDIT)),
            ClusterPlan.AWAIT_COMMITS,
            List.of("sh", "-c", context.settings().get(AWAIT), "sh")),
        Map.of("Shell", "1"));
  }

  private static ProcessSpec process(PlanContext context, String name, int stage, String script) {
    ProcessSpec spec = TestProcesses.shell(context.directory(), name, stage, script);
    return TestProcesses.onPort(spec, context.ports().port(name));
  }
}
