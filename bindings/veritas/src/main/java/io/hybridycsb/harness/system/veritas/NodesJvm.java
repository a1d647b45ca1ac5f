package io.hybridycsb.harness.system.veritas;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SharedJvm;
import io.hybridycsb.harness.system.kafka.KafkaBrokers;
import io.hybridycsb.harness.system.nodes.Order;
import io.hybridycsb.harness.system.programs.JvmFlags;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Whether nodes, broker and timestamp oracle are a process each, or share one JVM. */
final class NodesJvm {
  private static final String OPTION = "nodes.jvm";
  private static final String NODE_JVM = "node.jvm";
  private static final String SEPARATE = "separate";
  private static final String SHARED = "shared";
  static final int ORACLE_HEAP_MB = 64;

  /** A node gives its clients' requests an eighth of its heap, if not told otherwise. */
  private static final int REQUESTS_SHARE_OF_HEAP = 8;

  private final PlanContext context;
  private final Settings settings;

  /**
   * @throws UsageException if they are to share one, and another option doesn't allow that
   */
  NodesJvm(PlanContext context) {
    this.context = context;
    this.settings = context.settings();
    if (isShared()) {
      whyNotShared(settings)
          .ifPresent(
              why -> {
                throw new UsageException(
                    "nodes.jvm=shared doesn't go with %s; leave that out, or set nodes.jvm=separate"
                        .formatted(why));
              });
    }
  }

  static Property<?> option() {
    return Property.choice(
        OPTION,
        List.of(SEPARATE, SHARED),
        "shared: all nodes, the broker and the timestamp oracle are one process, which starts"
            + " sooner and dies as a whole; a quickstart takes it where other options allow it");
  }

  /**
   * These options, and that all share a JVM, unless they don't allow it or are for nodes' JVMs.
   *
   * @param options of the system
   * @param set may have other options, too, such as the network's
   */
  static Map<String, String> sharedIfAllowed(List<Property<?>> options, Map<String, String> set) {
    if (set.containsKey(OPTION) || set.containsKey(NODE_JVM)) {
      return set;
    }
    Map<String, String> own = new TreeMap<>(set);
    own.keySet().removeIf(key -> options.stream().noneMatch(option -> option.covers(key)));
    if (whyNotShared(new Settings(options, own)).isPresent()) {
      return set;
    }
    Map<String, String> shared = new TreeMap<>(set);
    shared.put(OPTION, SHARED);
    return shared;
  }

  boolean isShared() {
    return settings.get(OPTION).equals(SHARED);
  }

  /** Which option is against it, and why. */
  private static Optional<String> whyNotShared(Settings settings) {
    if (KafkaBrokers.count(settings) > 1) {
      return Optional.of("kafka.brokers=3: three brokers in one process would die together");
    }
    if (settings.isSet(KafkaBrokers.JVM)) {
      return Optional.of("kafka.jvm: the broker has no JVM of its own; node.jvm is for all parts");
    }
    if (settings.get("state.store").equals("none")) {
      return Optional.of("state.store=none: each node would take half of the heap");
    }
    Map<String, String> ofNodes = settings.under("node.");
    if (ofNodes.containsKey("state.store")) {
      return Optional.of("node.state.store: state.store says it for all");
    }
    String url = ofNodes.getOrDefault("sql.url", "");
    if (url.startsWith("jdbc:h2:") && !url.contains("{node}")) {
      return Optional.of("node.sql.url=jdbc:h2:… without {node}: all nodes would write to it");
    }
    return Optional.empty();
  }

  /** A node's properties that would follow from the size of a heap of its own. */
  Map<String, String> nodeProperties() {
    return isShared()
        ? Map.of(
            "client.requests.bytes.max",
            Long.toString((megabytes("node.heap") << 20) / REQUESTS_SHARE_OF_HEAP))
        : Map.of();
  }

  /**
   * Puts one JVM in the place of these processes, if that is wanted. Its heap is as large as theirs
   * together.
   *
   * @param servers the directory in the release of each server's classes
   */
  void replaceIn(PlanParts plan, List<String> servers, List<ProcessSpec> processes) {
    if (!isShared()) {
      return;
    }
    List<String> jvm = new ArrayList<>(List.of(context.home().java()));
    jvm.add("-Xmx%dm".formatted(heapMegabytes()));
    jvm.addAll(JvmFlags.split(settings.get(NODE_JVM)));
    jvm.addAll(JvmFlags.OF_SERVERS);
    new SharedJvm(context, processes)
        .replaceIn(
            plan,
            Order.WITH_NODES,
            jvm,
            context.home().serverClassPath(servers),
            context.address("node1"));
    plan.versions().put("nodes, broker and oracle", "one process (nodes.jvm=shared)");
  }

  private long heapMegabytes() {
    return context.nodes() * megabytes("node.heap") + megabytes(KafkaBrokers.HEAP) + ORACLE_HEAP_MB;
  }

  private long megabytes(String option) {
    String size = settings.get(option);
    long number = Long.parseLong(size.substring(0, size.length() - 1));
    return size.matches(".*[gG]") ? number << 10 : number;
  }
}
