package io.hybridycsb.harness.bench.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
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
    List<Tree> files) {
  private static final YAMLMapper YAML = new YAMLMapper();
  private static final String OVERRIDES = "overrides";
  private static final String QUICK = "quick";
  private static final String MEANS = "means";
  private static final String GATHER = "gather";
  private static final String LABELS = "labels";
  private static final int EXTENDS_MAX = 5;

  /**
   * Reads a file and those that it extends.
   *
   * @throws UsageException if it isn't a description of an experiment
   */
  public static Experiment read(Path file) {
    List<Tree> files = files(file, EXTENDS_MAX);
    Tree settings = merged(file, files);
    ExperimentKeys.check(settings);
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
    List<Tree> files = files(file, EXTENDS_MAX);
    Tree settings = merged(file, files);
    ExperimentKeys.check(settings);
    ObjectNode general = JsonNodeFactory.instance.objectNode();
    general.withObject("/" + OVERRIDES).set(system.name(), over.node());
    ObjectNode quickToo = general.deepCopy();
    quickToo.set(QUICK, general);
    files.add(new Tree(file.toString(), quickToo));
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
        List.of(new Tree(name, settings.node())));
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

  private static Paper paper(Path file, Tree settings) {
    try {
      return Paper.of(settings.text("paper", Paper.VLDB22.key()));
    } catch (UsageException e) {
      throw new UsageException("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  /** The settings of a file and of those that it extends, from the last of these on. */
  private static List<Tree> files(Path file, int extendsLeft) {
    Tree own = withSystems(new Tree(file.toString(), parsed(file, "experiment")));
    String base = own.text("extends", "");
    if (base.isEmpty()) {
      return new ArrayList<>(List.of(own));
    }
    if (extendsLeft == 0) {
      throw new UsageException(file + ": too many files extend one another");
    }
    List<Tree> files = files(file.resolveSibling(base), extendsLeft - 1);
    files.add(own.without("extends"));
    return files;
  }

  private static Tree merged(Path file, List<Tree> files) {
    Tree merged = new Tree(file.toString(), JsonNodeFactory.instance.objectNode());
    for (Tree one : files) {
      merged = merged.with(one);
    }
    return merged;
  }

  /**
   * @param what the file is to describe
   */
  static ObjectNode parsed(Path file, String what) {
    try {
      JsonNode parsed = YAML.readTree(file.toFile());
      if (parsed instanceof ObjectNode) {
        return (ObjectNode) parsed;
      }
      throw new UsageException("%s describes no %s".formatted(file, what));
    } catch (JsonProcessingException e) {
      throw new UsageException(
          "%s is no YAML: %s"
              .formatted(file, e.getOriginalMessage().lines().findFirst().orElse("")));
    } catch (IOException e) {
      throw new HarnessException("cannot read %s: is there such a file?".formatted(file), e);
    }
  }

  /** All experiments of a directory: its YAML files that have a name. */
  public static List<Path> filesIn(Path directory) {
    try (Stream<Path> files = Files.list(directory)) {
      return files
          .filter(file -> file.getFileName().toString().endsWith(".yaml"))
          .filter(file -> parsed(file, "experiment").hasNonNull("name"))
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
  Tree of(String system, boolean quick) {
    Tree whole = files.get(files.size() - 1).emptied();
    Tree quickly = whole;
    for (Tree file : files) {
      whole = whole.with(general(file, system));
      quickly = quickly.with(general(file.below(QUICK), system));
    }
    return quick ? whole.with(quickly) : whole;
  }

  /** The values of what it varies of a system, in the order of its files. */
  public SortedMap<String, List<String>> values(String system) {
    return new TreeMap<>(of(system, false).below("vary").lists());
  }

  private static Tree general(Tree tree, String system) {
    return tree.without(OVERRIDES).without(QUICK).with(tree.below(OVERRIDES).below(system));
  }

  /**
   * A file's settings over what systems' own files say below the name that it gathers.
   *
   * @throws UsageException if no system says anything below that name, or one has unknown names
   *     there
   */
  private static Tree withSystems(Tree file) {
    String name = file.text(GATHER, "");
    if (name.isEmpty()) {
      return file;
    }
    Tree all = file.emptied();
    boolean said = false;
    for (SystemDescription system : Systems.all()) {
      ObjectNode experiments = system.data().experiments();
      if (experiments.has(name)) {
        said = true;
        Tree own = new Tree(system.name() + ".yaml", experiments).below(name);
        own.requireOnly(Set.of(MEANS, OVERRIDES, QUICK), "part");
        all = all.with(own.ofSystem(system.name()));
      }
    }
    if (!said) {
      throw new UsageException("%s: no system says anything of '%s'".formatted(file.name(), name));
    }
    return all.with(file);
  }
}
