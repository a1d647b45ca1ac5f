package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemData;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.settings.Secrets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/** Makes the points of one experiment for one system. */
public final class Points {
  /** Properties that describe the records; a change needs other data to be loaded. */
  private static final Set<String> DATA =
      Set.of(
          "dataintegrity",
          "fieldcount",
          "fieldlength",
          "fieldlengthdistribution",
          FieldLengths.FILE,
          FieldLengths.CONTENT,
          "fieldnameprefix",
          "insertorder",
          "minfieldlength",
          "multi.bytes",
          "multi.operations",
          "table",
          "tpcc.customers",
          "tpcc.items",
          "tpcc.order.lines",
          "tpcc.warehouses",
          "verified.bytes",
          "zeropadding");

  /** Below a setting's meanings, all systems that aren't named; below a system, all values. */
  private static final String ANY = "any";

  private static final String RATES = "rates";
  private static final String CLIENTS = "clients";
  private static final String TARGET = "target";

  private final Experiment experiment;
  private final SystemDescription system;
  private final FileSettings settings;
  private final Path workloads;
  private final Optional<AttachedCluster> attached;

  /**
   * @param workloads the directory of workload files
   * @param attached the cluster that runs already; empty if clusters are started
   */
  Points(
      Experiment experiment,
      SystemDescription system,
      boolean quick,
      Path workloads,
      Optional<AttachedCluster> attached) {
    this.experiment = experiment;
    this.system = system;
    this.settings = experiment.of(system.name(), quick);
    this.workloads = workloads;
    this.attached = attached;
  }

  /**
   * The only point of an experiment that stands in no file.
   *
   * @param workloads the directory of workload files
   * @throws UsageException if the system doesn't support it
   */
  public static Point only(
      String experiment, SystemDescription system, Experiment.Overrides settings, Path workloads) {
    return new Points(
            Experiment.of(experiment, system, settings), system, false, workloads, Optional.empty())
        .all(
            reason -> {
              throw new UsageException("%s: %s".formatted(system.name(), reason));
            })
        .get(0);
  }

  int repeats() {
    return (int) settings.number("repeats", 3, 1);
  }

  /**
   * All points, in the file's order.
   *
   * @param unsupported takes a line for each point that this system doesn't support
   */
  List<Point> all(Consumer<String> unsupported) {
    List<SortedMap<String, String>> combinations = new ArrayList<>(List.of(new TreeMap<>()));
    for (Map.Entry<String, List<String>> dimension : settings.below("vary").lists().entrySet()) {
      List<SortedMap<String, String>> longer = new ArrayList<>();
      for (SortedMap<String, String> combination : combinations) {
        for (String value : dimension.getValue()) {
          requireNoSecret(dimension.getKey(), value);
          SortedMap<String, String> with = new TreeMap<>(combination);
          with.put(dimension.getKey(), value);
          longer.add(with);
        }
      }
      combinations = longer;
    }
    List<Point> points = new ArrayList<>();
    Set<String> said = new TreeSet<>();
    for (SortedMap<String, String> varied : combinations) {
      try {
        points.add(point(varied));
      } catch (Unsupported e) {
        if (said.add(e.getMessage())) {
          unsupported.accept(e.getMessage());
        }
      }
    }
    points.addAll(offered(points));
    return points;
  }

  /** What is varied is part of the names of directories and of a report's labels. */
  private void requireNoSecret(String dimension, String value) {
    String name = dimension.substring(dimension.indexOf(':') + 1);
    if (!Secrets.shown(name, value).equals(value)) {
      throw new UsageException(
          "%s: %s is a secret, which cannot be varied: directories of results have names of varied values"
              .formatted(experiment.name(), name));
    }
  }

  /** Points that offer shares of the highest rates that these points reach. */
  private List<Point> offered(List<Point> points) {
    Set<SortedMap<String, String>> combinations = new LinkedHashSet<>();
    for (String share : settings.list(RATES)) {
      if (!RunSettings.isShare(share)) {
        throw new UsageException(
            "%s: %s are shares such as 50%%, not '%s'".formatted(experiment.name(), RATES, share));
      }
      for (Point point : points) {
        if (point.findsCapacity()) {
          SortedMap<String, String> varied = new TreeMap<>(point.varied());
          varied.remove(CLIENTS);
          varied.put(TARGET, share);
          combinations.add(varied);
        }
      }
    }
    return combinations.stream().map(this::point).toList();
  }

  private Point point(SortedMap<String, String> varied) {
    FileSettings tree = settings;
    // Whoever has started an attached cluster has set its options, but a point may vary them.
    SortedMap<String, String> options =
        attached.isPresent() ? new TreeMap<>() : settings.below("options").texts();
    SortedMap<String, String> properties = settings.below("properties").texts();
    SortedMap<String, String> asIs = new TreeMap<>(varied);
    Set<String> named = new TreeSet<>(varied.keySet());
    settings.names().stream().filter(settings::isValue).forEach(named::add);
    for (String name : named) {
      String value = varied.containsKey(name) ? varied.get(name) : settings.text(name, "");
      if (name.startsWith(Experiment.OPTION)) {
        options.put(name.substring(Experiment.OPTION.length()), value);
      } else if (name.startsWith(Experiment.PROPERTY)) {
        properties.put(name.substring(Experiment.PROPERTY.length()), value);
      } else {
        FileSettings meaning = meaning(name, value, varied.containsKey(name));
        if (meaning.has(name)) {
          asIs.remove(name);
        }
        options.putAll(filled(meaning.below("options"), value));
        properties.putAll(filled(meaning.below("properties"), value));
        tree = tree.with(meaning.without("options").without("properties"));
      }
    }
    if (attached.isPresent()) {
      String nodes = Integer.toString(attached.get().nodes());
      tree = tree.with(FileSettings.of(new TreeMap<>(Map.of("nodes", nodes))));
    }
    tree = tree.with(FileSettings.of(asIs));
    return point(varied, tree, options, properties);
  }

  /** The system's settings that a setting's value stands for. */
  private FileSettings meaning(String name, String value, boolean varied) {
    FileSettings means = settings.below("means").below(name);
    String whose = means.has(system.name()) ? system.name() : ANY;
    if (!means.has(whose)) {
      if (varied && !Experiment.isBuiltIn(name)) {
        throw new Unsupported("it has no %s".formatted(name));
      }
      return FileSettings.of(new TreeMap<>());
    }
    FileSettings values = means.below(whose);
    String key = values.has(value) ? value : ANY;
    if (!values.has(key)) {
      throw new Unsupported("%s=%s means nothing to it".formatted(name, value));
    }
    if (values.isValue(key)) {
      throw new Unsupported("%s=%s: %s".formatted(name, value, values.text(key)));
    }
    return values.below(key);
  }

  private static SortedMap<String, String> filled(FileSettings templates, String value) {
    SortedMap<String, String> filled = templates.texts();
    filled.replaceAll((key, template) -> template.replace("{value}", value));
    return filled;
  }

  private Point point(
      SortedMap<String, String> varied,
      FileSettings tree,
      SortedMap<String, String> options,
      SortedMap<String, String> properties) {
    SystemData.Nodes accepted = system.data().nodes();
    int nodes = (int) tree.number("nodes", accepted.usual(), 1);
    if (nodes < accepted.min()) {
      throw new Unsupported("it needs at least %d nodes".formatted(accepted.min()));
    }
    if (nodes > accepted.max()) {
      throw new Unsupported("it has %s".formatted(accepted.atMost()));
    }
    // Refuses unknown options before anything is started.
    Settings checked = NetworkOptions.settings(system, options);
    NetworkOptions.regions(checked);
    if (NetworkOptions.areSet(checked) && system.whyNoNetwork().isPresent()) {
      throw new Unsupported(
          "it takes no network.* options: %s".formatted(system.whyNoNetwork().get()));
    }
    String chosen = tree.has(LoadSettings.TRACE) ? LoadSettings.TRACE : tree.text("workload", "a");
    WorkloadFile workload = workload(chosen);
    RunSettings run = RunSettings.read(experiment.name(), tree, workload, properties);
    SortedMap<String, String> data = new TreeMap<>(run.properties());
    data.keySet().removeIf(name -> !describesRecords(name, workload));
    SortedMap<String, String> loadProperties = tree.below("load-properties").texts();
    TakenProperties.LOAD.requireNoneAndNoneMistyped(experiment.name(), loadProperties);
    ClusterSettings cluster =
        new ClusterSettings(
            system.name(),
            nodes,
            new TreeMap<>(checked.given()),
            new ClusterSettings.Load(
                workload.loads(),
                tree.number("records", 100_000, 1),
                data,
                loadProperties,
                (int) tree.number("load-clients", 64, 1),
                tree.number("load-timeout-s", 1_800, 1)),
            tree.number("start-timeout-s", 180, 1),
            run.readsInserts(workload) || run.kills() || run.length().sections().count() > 1);
    String reason = attached.map(own -> own.reasonAgainst(cluster, run.kills())).orElse("");
    if (!reason.isEmpty()) {
      throw new Unsupported(reason);
    }
    return new Point(experiment, system.name(), varied, cluster, run);
  }

  private static boolean describesRecords(String property, WorkloadFile workload) {
    return DATA.contains(property)
        && (!property.contains(".")
            || property.equals(FieldLengths.CONTENT)
            || workload.hasOfItsOwn(property));
  }

  private WorkloadFile workload(String name) {
    return WorkloadFile.find(name, workloads)
        .orElseThrow(
            () ->
                new UsageException(
                    "%s: there is no workload %s, neither in %s nor here"
                        .formatted(experiment.name(), name, workloads)));
  }

  /** A system doesn't support what a point asks for. */
  private static final class Unsupported extends RuntimeException {
    Unsupported(String reason) {
      super(reason);
    }
  }
}
