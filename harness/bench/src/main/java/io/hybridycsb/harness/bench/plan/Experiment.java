package io.hybridycsb.harness.bench.plan;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.results.Paper;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.harness.system.registry.Systems;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * An experiment, as its file describes it; docs/experiments.md has the format.
 *
 * @param name the name under which its results are filed
 * @param figure number of a figure of the paper; empty if it shows none
 * @param baseline the system whose multiples the others' times are; empty if there is none
 * @param systems the systems that it is about
 * @param labels what readers call the settings that it varies, where that isn't their names
 * @param files the settings of its file and of those that it extends, from the last of these on,
 *     each with what systems say of it
 */
public record Experiment(
    String name,
    Paper paper,
    String figure,
    String title,
    String baseline,
    List<String> systems,
    SortedMap<String, String> labels,
    List<FileSettings> files) {
  private static final String OVERRIDES = "overrides";
  private static final String QUICK = "quick";
  private static final String MEANS = "means";
  private static final String GATHER = "gather";
  private static final String LABELS = "labels";
  private static final int EXTENDS_MAX = 5;

  /** The names that a file may use beside those of settings. */
  private static final Set<String> NAMES =
      Set.of(
          "name",
          "paper",
          "figure",
          "gather",
          "labels",
          "title",
          "baseline",
          "systems",
          "vary",
          "repeats",
          "means",
          "overrides",
          "quick",
          "rates");

  /** Settings that runs of any system take, and that any experiment may vary. */
  private static final Set<String> BUILT_IN =
      Set.of(
          "clients",
          "client-processes",
          "distribution",
          "kill",
          "kill-after-s",
          "load-clients",
          LoadSettings.CURVE,
          LoadSettings.SECONDS,
          "load-timeout-s",
          "nodes",
          "operations",
          "processing-ms",
          "record-size",
          "records",
          "restart-after-s",
          "seconds",
          "skew",
          LoadSettings.RESTART,
          LoadSettings.SECTIONS,
          "start-timeout-s",
          "target",
          "timeout-s",
          LoadSettings.TRACE,
          "warm-up",
          "warm-up-max",
          "workload");

  private static final Set<String> MAPS = Set.of("options", "properties", "load-properties");

  static final String OPTION = "option:";
  static final String PROPERTY = "property:";

  /**
   * Reads a file and those that it extends.
   *
   * @throws UsageException if it isn't a description of an experiment
   */
  public static Experiment read(Path file) {
    List<FileSettings> files = files(file, EXTENDS_MAX);
    FileSettings settings = merged(file, files);
    requireKnownNames(settings);
    String name = settings.text("name");
    if (!name.matches("[a-z0-9][a-z0-9.-]*")) {
      throw new UsageException(
          "%s: name is of small letters, digits, '-' and '.', not '%s'".formatted(file, name));
    }
    String baseline = settings.text("baseline", "");
    List<String> listed = settings.list("systems");
    boolean all = listed.isEmpty() || listed.equals(List.of("all"));
    List<String> systems =
        all
            ? Systems.names()
            : listed.stream().map(system -> Systems.byName(system).name()).toList();
    return new Experiment(
        name,
        paper(file, settings),
        settings.text("figure", ""),
        settings.text("title"),
        baseline.isEmpty() ? "" : Systems.byName(baseline).name(),
        systems,
        settings.below(LABELS).texts(),
        files);
  }

  /**
   * Reads the settings of one system's runs from a file, which needs no name of its own.
   *
   * @param name the name under which the results are filed, whatever the file's is
   * @param over what wins over all of the file
   * @throws UsageException if it isn't a description of an experiment
   */
  public static Experiment of(
      Path file, String name, String title, SystemDescription system, Overrides over) {
    List<FileSettings> files = files(file, EXTENDS_MAX);
    FileSettings settings = merged(file, files);
    requireKnownNames(settings);
    ObjectNode general = JsonNodeFactory.instance.objectNode();
    general.withObject("/" + OVERRIDES).set(system.name(), over.node());
    ObjectNode quickToo = general.deepCopy();
    quickToo.set(QUICK, general);
    files.add(new FileSettings(file.toString(), quickToo));
    return new Experiment(
        name,
        Paper.VLDB22,
        "",
        title,
        "",
        List.of(system.name()),
        settings.below(LABELS).texts(),
        files);
  }

  /** An experiment of one system that stands in no file. */
  static Experiment of(String name, SystemDescription system, Overrides settings) {
    return new Experiment(
        name,
        Paper.VLDB22,
        "",
        "",
        "",
        List.of(system.name()),
        new TreeMap<>(),
        List.of(new FileSettings(name, settings.node())));
  }

  /**
   * Settings that a command was given.
   *
   * @param settings by their names in a file
   * @param options of the cluster
   * @param properties of YCSB for the runs
   * @param loadProperties of YCSB for the loading
   */
  public record Overrides(
      SortedMap<String, String> settings,
      SortedMap<String, String> options,
      SortedMap<String, String> properties,
      SortedMap<String, String> loadProperties) {
    /** As they would stand in a file. */
    private ObjectNode node() {
      ObjectNode node = JsonNodeFactory.instance.objectNode();
      settings.forEach(node::put);
      options.forEach(node.withObject("/options")::put);
      properties.forEach(node.withObject("/properties")::put);
      loadProperties.forEach(node.withObject("/load-properties")::put);
      return node;
    }
  }

  private static Paper paper(Path file, FileSettings settings) {
    try {
      return Paper.of(settings.text("paper", Paper.VLDB22.key()));
    } catch (UsageException e) {
      throw new UsageException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The settings of a file and of those that it extends, from the last of these on. */
  private static List<FileSettings> files(Path file, int extendsLeft) {
    FileSettings own = withSystems(FileSettings.read(file, "experiment"));
    String base = own.text("extends", "");
    if (base.isEmpty()) {
      return new ArrayList<>(List.of(own));
    }
    if (extendsLeft == 0) {
      throw new UsageException(file + ": too many files extend one another");
    }
    List<FileSettings> files = files(file.resolveSibling(base), extendsLeft - 1);
    files.add(own.without("extends"));
    return files;
  }

  private static FileSettings merged(Path file, List<FileSettings> files) {
    FileSettings merged = new FileSettings(file.toString(), JsonNodeFactory.instance.objectNode());
    for (FileSettings one : files) {
      merged = merged.with(one);
    }
    return merged;
  }

  /** All experiments of a directory: its YAML files that have a name. */
  public static List<Path> filesIn(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".yaml"))
          .filter(file -> FileSettings.read(file, "experiment").has("name"))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new HarnessException("cannot read " + directory + ": is there such a directory?", e);
    }
  }

  /**
   * The settings for one system. In each file its own ones win over the general ones. A file's win
   * over the ones of the files that it extends. The quick ones of all files win over the others.
   */
  FileSettings of(String system, boolean quick) {
    FileSettings whole = files.get(files.size() - 1).emptied();
    FileSettings quickly = whole;
    for (FileSettings file : files) {
      whole = whole.with(general(file, system));
      quickly = quickly.with(general(file.below(QUICK), system));
    }
    return quick ? whole.with(quickly) : whole;
  }

  /** The values of what it varies of a system, in the order of its files. */
  public SortedMap<String, List<String>> values(String system) {
    return new TreeMap<>(of(system, false).below("vary").lists());
  }

  private static FileSettings general(FileSettings tree, String system) {
    return tree.without(OVERRIDES).without(QUICK).with(tree.below(OVERRIDES).below(system));
  }

  /**
   * A file's settings over what systems' own files say below the name that it gathers.
   *
   * @throws UsageException if no system says anything below that name, or one has unknown names
   *     there
   */
  private static FileSettings withSystems(FileSettings file) {
    String name = file.text(GATHER, "");
    if (name.isEmpty()) {
      return file;
    }
    FileSettings all = file.emptied();
    boolean said = false;
    for (SystemDescription system : Systems.all()) {
      ObjectNode experiments = system.data().experiments();
      if (experiments.has(name)) {
        said = true;
        FileSettings own = new FileSettings(system.name() + ".yaml", experiments).below(name);
        own.requireOnly(Set.of(MEANS, OVERRIDES, QUICK), "part");
        all = all.with(own.ofSystem(system.name()));
      }
    }
    if (!said) {
      throw new UsageException(
          "%s: no system says anything of '%s'".formatted(file.source(), name));
    }
    return all.with(file);
  }

  /** Whether a dimension of this name needs no entry under {@code means}. */
  static boolean isBuiltIn(String name) {
    return BUILT_IN.contains(name) || name.startsWith(OPTION) || name.startsWith(PROPERTY);
  }

  private static void requireKnownNames(FileSettings tree) {
    Set<String> known = new TreeSet<>(NAMES);
    known.addAll(BUILT_IN);
    known.addAll(MAPS);
    known.addAll(tree.below("means").names());
    Set<String> systems = new TreeSet<>(Systems.names());
    for (FileSettings part : List.of(tree, tree.below("quick"))) {
      part.requireOnly(known, "setting");
      FileSettings overrides = part.below("overrides");
      overrides.requireOnly(systems, "system");
      overrides.names().forEach(system -> overrides.below(system).requireOnly(known, "setting"));
    }
    FileSettings dimensions = tree.below("vary");
    Set<String> varied = new TreeSet<>(dimensions.names());
    varied.removeIf(name -> name.startsWith(OPTION) || name.startsWith(PROPERTY));
    known.addAll(dimensions.names().stream().filter(name -> !varied.contains(name)).toList());
    dimensions.requireOnly(known, "dimension");
  }
}
