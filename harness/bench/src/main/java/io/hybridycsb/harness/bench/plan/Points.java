package io.hybridycsb.harness.bench.plan;

import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemData;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.network.NetworkOptions;
import io.hybridycsb.harness.ycsb.BenchWorkload;
import io.hybridycsb.settings.Secrets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the points of one experiment for one system. */
public final class Points {
  /** Properties that describe the records; a change needs other data to be loaded. */
  private static final Set<String> DATA =
      Set.of(
          "dataintegrity",
          "fieldcount",
          "fieldlength",
          "fieldlengthdistribution",
          "fieldnameprefix",
          "insertorder",
          "minfieldlength",
          "multi.bytes",
          "multi.operations",
          "table",
          "tpcc.customers",
          "tpcc.items",
          "tpcc.warehouses",
          "zeropadding");

  private static final Pattern ZIPFIAN = Pattern.compile("zipfian-(0?\\.[0-9]+)");

  /** Below a setting's meanings, all systems that aren't named; below a system, all values. */
  private static final String ANY = "any";

  private static final String RATES = "rates";
  private static final String CLIENTS = "clients";
  private static final String TARGET = "target";

  /** A target that is a share of the highest rate that a closed loop reaches. */
  private static final Pattern SHARE = Pattern.compile("[1-9][0-9]{0,2}%");

  /** A property of all bindings. */
  private static final String PROCESSING = "hybrid.processing.ms";

  /** A property of our workloads of transactions. */
  private static final String VERIFY = "transaction.verify";

  private static final int FIELDS = 10;
  private static final Set<String> INSERTING = Set.of("workloadd", "workloade");

  private final Experiment experiment;
  private final SystemDescription system;
  private final Tree settings;
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

  /** A point, and how often it is run. */
  record Repeated(Point point, int repeats) {}

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
      if (!isShare(share)) {
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
    Tree tree = settings;
    // Whoever has started an attached cluster has set its options, but a point may vary them.
    SortedMap<String, String> options =
        attached.isPresent() ? new TreeMap<>() : settings.below("options").texts();
    SortedMap<String, String> properties = settings.below("properties").texts();
    Set<String> named = new TreeSet<>(varied.keySet());
    settings.names().stream().filter(settings::isValue).forEach(named::add);
    for (String name : named) {
      String value = varied.containsKey(name) ? varied.get(name) : settings.text(name, "");
      if (name.startsWith(ExperimentKeys.OPTION)) {
        options.put(name.substring(ExperimentKeys.OPTION.length()), value);
      } else if (name.startsWith(ExperimentKeys.PROPERTY)) {
        properties.put(name.substring(ExperimentKeys.PROPERTY.length()), value);
      } else {
        Tree meaning = meaning(name, value, varied.containsKey(name));
        options.putAll(filled(meaning.below("options"), value));
        properties.putAll(filled(meaning.below("properties"), value));
        tree = tree.with(meaning.without("options").without("properties"));
      }
    }
    if (attached.isPresent()) {
      String nodes = Integer.toString(attached.get().nodes());
      tree = tree.with(Tree.of(new TreeMap<>(Map.of("nodes", nodes))));
    }
    tree = tree.with(Tree.of(varied));
    return point(varied, tree, options, properties);
  }

  /** The system's settings that a setting's value stands for. */
  private Tree meaning(String name, String value, boolean varied) {
    Tree means = settings.below("means").below(name);
    String whose = means.has(system.name()) ? system.name() : ANY;
    if (!means.has(whose)) {
      if (varied && !ExperimentKeys.isBuiltIn(name)) {
        throw new Unsupported("it has no %s".formatted(name));
      }
      return Tree.of(new TreeMap<>());
    }
    Tree values = means.below(whose);
    String key = values.has(value) ? value : ANY;
    if (!values.has(key)) {
      throw new Unsupported("%s=%s means nothing to it".formatted(name, value));
    }
    if (values.isValue(key)) {
      throw new Unsupported("%s=%s: %s".formatted(name, value, values.text(key)));
    }
    return values.below(key);
  }

  private static SortedMap<String, String> filled(Tree templates, String value) {
    SortedMap<String, String> filled = templates.texts();
    filled.replaceAll((key, template) -> template.replace("{value}", value));
    return filled;
  }

  private Point point(
      SortedMap<String, String> varied,
      Tree tree,
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
    Settings checked = new Settings(NetworkOptions.of(system), options);
    if (NetworkOptions.areSet(checked) && system.whyNoNetwork().isPresent()) {
      throw new Unsupported(
          "it takes no network.* options: %s".formatted(system.whyNoNetwork().get()));
    }
    WorkloadFile workload = workload(tree.text("workload", "a"));
    RunSettings run = run(tree, workload, properties);
    SortedMap<String, String> data = new TreeMap<>(run.properties());
    data.keySet().removeIf(name -> !describesRecords(name, workload));
    ClusterSettings cluster =
        new ClusterSettings(
            system.name(),
            nodes,
            new TreeMap<>(checked.given()),
            new ClusterSettings.Load(
                workload.loads(),
                tree.number("records", 100_000, 1),
                data,
                tree.below("load-properties").texts(),
                (int) tree.number("load-clients", 64, 1),
                tree.number("load-timeout-s", 1_800, 1)),
            tree.number("start-timeout-s", 180, 1),
            readsInserts(run) || run.fault().isPresent());
    String reason =
        attached.map(own -> own.reasonAgainst(cluster, run.fault().isPresent())).orElse("");
    if (!reason.isEmpty()) {
      throw new Unsupported(reason);
    }
    return new Point(experiment, system.name(), varied, cluster, run);
  }

  /** A property with a dot is of the one workload that is called so. */
  private static boolean describesRecords(String property, WorkloadFile workload) {
    return DATA.contains(property)
        && (!property.contains(".") || property.startsWith(workload.name() + "."));
  }

  /** Whether the run adds records to the loaded ones. */
  public static boolean inserts(RunSettings run) {
    return inserts(run.workload(), run.properties());
  }

  private static boolean inserts(String workload, SortedMap<String, String> properties) {
    return INSERTING.contains(workload)
        || !properties.getOrDefault("insertproportion", "0").matches("0(\\.0*)?");
  }

  /**
   * Whether the run reads records that it has itself inserted. If not, further runs on its records
   * can insert others.
   */
  private static boolean readsInserts(RunSettings run) {
    return inserts(run)
        && (INSERTING.contains(run.workload())
            || !run.properties().get("requestdistribution").equals("uniform"));
  }

  private RunSettings run(Tree tree, WorkloadFile file, SortedMap<String, String> given) {
    String workload = file.name();
    SortedMap<String, String> properties = new TreeMap<>(given);
    if (!file.isOfTransactions()) {
      fields(tree, properties);
    }
    distribution(tree, workload, properties);
    long processingMs = tree.number("processing-ms", 0, 0);
    if (processingMs > 0) {
      properties.put(PROCESSING, Long.toString(processingMs));
    }
    int processes = (int) tree.number("client-processes", 1, 1);
    int threads = (int) tree.number(CLIENTS, 256, 1);
    if (threads % processes != 0) {
      throw new UsageException(
          "%s: %d clients don't divide into %d processes"
              .formatted(experiment.name(), threads, processes));
    }
    if (processes > 1 && inserts(workload, properties)) {
      throw new UsageException(
          "%s: %s inserts, which several processes would do with the same keys"
              .formatted(experiment.name(), workload));
    }
    if (processes > 1 && file.isOfTransactions()) {
      // Each would take what the others change for wrong.
      properties.putIfAbsent(VERIFY, "false");
    }
    Optional<Fault> fault = fault(tree);
    if (fault.isPresent() && file.isOfTransactions()) {
      requireVerification(file, properties);
    }
    if (fault.isPresent() && properties.getOrDefault("dataintegrity", "").equals("true")) {
      throw new UsageException(
          "%s: with dataintegrity all values of a field are equal, so lost writes can't be counted;"
                  .formatted(experiment.name())
              + " leave out dataintegrity or kill");
    }
    long operations = tree.number("operations", 100_000, processes);
    OptionalLong target = rate(tree, processes);
    return new RunSettings(
        processes,
        "",
        target.isPresent() ? RunSettings.paced(threads, processes, target.getAsLong()) : threads,
        new RunSettings.Rate(target, share(tree)),
        workload,
        properties,
        new RunSettings.Length(
            operations,
            tree.number("seconds", 0, 0),
            warmUp(tree),
            tree.number("timeout-s", 900, 1)),
        fault);
  }

  /** After a kill, transactions are checked by their workload's invariant. */
  private void requireVerification(WorkloadFile file, SortedMap<String, String> properties) {
    if (!file.hasInvariant()) {
      throw new UsageException(
          "%s: lost writes can't be counted in %s, so leave out kill"
              .formatted(experiment.name(), file.name()));
    }
    String byFile = file.properties().getProperty(VERIFY, "true");
    if (properties.getOrDefault(VERIFY, byFile).equals("false")) {
      throw new UsageException(
          "%s: with kill, %s has to verify what is left, which it does in one client process;"
                  .formatted(experiment.name(), file.name())
              + " leave out client-processes and transaction.verify=false, or kill");
    }
  }

  private static void fields(Tree tree, SortedMap<String, String> properties) {
    properties.putIfAbsent("fieldcount", Integer.toString(FIELDS));
    long fields = Long.parseLong(properties.get("fieldcount"));
    long recordBytes = tree.number("record-size", 1_000, fields);
    properties.putIfAbsent("fieldlength", Long.toString(Math.round(recordBytes / (double) fields)));
  }

  /** The rate that a setting asks for; empty for a closed loop, and for a share of a capacity. */
  private static OptionalLong rate(Tree tree, int processes) {
    return isShare(tree.text(TARGET, "")) ? OptionalLong.empty() : tree.number(TARGET, processes);
  }

  private static OptionalInt share(Tree tree) {
    String target = tree.text(TARGET, "");
    return isShare(target)
        ? OptionalInt.of(Integer.parseInt(target.substring(0, target.length() - 1)))
        : OptionalInt.empty();
  }

  private static boolean isShare(String target) {
    return SHARE.matcher(target).matches();
  }

  private WarmUp warmUp(Tree tree) {
    String length = tree.text("warm-up", WarmUp.AUTO);
    if (length.equals(WarmUp.AUTO)) {
      return new WarmUp(true, tree.number("warm-up-max", 120, 1));
    }
    if (!length.matches("[0-9]{1,6}")) {
      throw new UsageException(
          "%s: warm-up is auto or a number of seconds, not '%s'"
              .formatted(experiment.name(), length));
    }
    return new WarmUp(false, Long.parseLong(length));
  }

  private static Optional<Fault> fault(Tree tree) {
    String process = tree.text("kill", "");
    return process.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Fault(
                process,
                tree.number("kill-after-s", 20, 1),
                tree.number("restart-after-s", 10, 1)));
  }

  private void distribution(Tree tree, String workload, SortedMap<String, String> properties) {
    String name = tree.text("distribution", workload.equals("workloadd") ? "latest" : "uniform");
    Matcher zipfian = ZIPFIAN.matcher(name);
    String constant = tree.text("skew", zipfian.matches() ? zipfian.group(1) : "");
    if (constant.isEmpty()) {
      properties.putIfAbsent("requestdistribution", name);
    } else if (constant.equals("0")) {
      properties.put("requestdistribution", "uniform");
    } else {
      if (INSERTING.contains(workload)) {
        throw new UsageException(
            "%s: %s inserts, and knows YCSB's own zipfian only"
                .formatted(experiment.name(), workload));
      }
      properties.put("requestdistribution", "zipfian");
      properties.put(BenchWorkload.CONSTANT, constant);
    }
  }

  private WorkloadFile workload(String name) {
    String file = name.length() == 1 ? "workload" + name.toLowerCase(Locale.ROOT) : name;
    if (!Files.isRegularFile(workloads.resolve(file))) {
      throw new UsageException(
          "%s: there is no workload %s in %s".formatted(experiment.name(), name, workloads));
    }
    return WorkloadFile.read(workloads.resolve(file));
  }

  /** A system doesn't support what a point asks for. */
  private static final class Unsupported extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Unsupported(String reason) {
      super(reason);
    }
  }
}
