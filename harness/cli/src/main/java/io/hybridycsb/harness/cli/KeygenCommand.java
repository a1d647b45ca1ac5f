package io.hybridycsb.harness.cli;

import io.hybridycsb.harness.HarnessException;
import io.hybridycsb.harness.UsageException;
import io.hybridycsb.harness.cli.terminal.PrintingCommand;
import io.hybridycsb.harness.files.PrivateFiles;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.ClusterJson;
import io.hybridycsb.harness.system.Keygen;
import io.hybridycsb.harness.system.Passwords;
import io.hybridycsb.harness.system.registry.Systems;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Option;

@Command(
    name = "keygen",
    modelTransformer = KeygenCommand.OfSystems.class,
    description = {
      // The list of commands shows only the first line.
      "Make the keys and files of a cluster in containers or on several machines.",
      "Keys that exist are kept, and what validators have signed; other files are written again.",
      "In texts, {n} stands for a node's number, from 1, and {node} for its name, node1;",
      "in properties, {password:NAME} for the random password in DIR/passwords/NAME."
    })
final class KeygenCommand extends PrintingCommand {
  /** It names a file, which must be in its directory. */
  private static final Pattern PASSWORD = Pattern.compile("[A-Za-z0-9{}-]+");

  @Option(
      names = "--directory",
      required = true,
      paramLabel = "DIR",
      description = "Where to make them.")
  private Path directory;

  @Option(
      names = "--installed-at",
      paramLabel = "DIR",
      description = "What the cluster's processes will know the directory as, if not the same.")
  private Path installedAt;

  @Option(
      names = "--cluster",
      paramLabel = "NAME",
      description = {
        "The cluster's name (default: SYSTEM). Where clients' signatures are bound to it, the name",
        "that cluster.json has is kept by default, and a new one is SYSTEM and a random number."
      })
  private String cluster;

  @Option(names = "--nodes", paramLabel = "N", description = "How many (as 'hybrid systems' says).")
  private Integer nodes;

  @Option(
      names = "--node-address",
      paramLabel = "HOST:PORT",
      defaultValue = "{node}:7000",
      description = "Where clients find a node (default: ${DEFAULT-VALUE}).")
  private String nodeAddress;

  @Option(
      names = "--set",
      paramLabel = "KEY=VALUE",
      description = {
        "A property of each node, such as data.dir=/data/{node}; for bigchaindb and fabric an"
            + " option",
        "that 'hybrid up' knows, such as workers=10 or endorsement=any."
      })
  private Map<String, String> nodeProperties = new LinkedHashMap<>();

  @Option(
      names = "--password",
      paramLabel = "NAME",
      description =
          "A random password that no node has, in DIR/passwords/NAME, such as database{n}.")
  private List<String> passwords = new ArrayList<>();

  /** Adds the systems' names and their own options. */
  static final class OfSystems implements CommandLine.IModelTransformer {
    @Override
    public CommandSpec transform(CommandSpec spec) {
      List<String> described = new ArrayList<>();
      Map<Property<String>, List<String>> takers = new LinkedHashMap<>();
      systems()
          .forEach(
              (name, keygen) -> {
                described.add(keygen.note().isEmpty() ? name : name + " (" + keygen.note() + ")");
                keygen
                    .options()
                    .forEach(
                        option -> takers.computeIfAbsent(option, o -> new ArrayList<>()).add(name));
              });
      spec.addPositional(
          PositionalParamSpec.builder()
              .paramLabel("SYSTEM")
              .required(true)
              .type(String.class)
              .description(listed(described, ", or ") + ".")
              .build());
      takers.forEach((option, systems) -> spec.addOption(option(option, systems)));
      return spec;
    }

    private static OptionSpec option(Property<String> option, List<String> systems) {
      String text = option.description();
      String description =
          "For %s%s%s(default: ${DEFAULT-VALUE})."
              .formatted(
                  listed(systems, " and "),
                  text.isEmpty() ? "" : ": " + text,
                  text.endsWith("\n") ? "" : " ");
      return OptionSpec.builder("--" + option.name())
          .paramLabel(option.form().usage())
          .type(String.class)
          .defaultValue(option.defaultValue().orElse(""))
          .description(description.split("\n"))
          .build();
    }
  }

  /** The systems with keygen; those without a note come first. */
  private static Map<String, Keygen> systems() {
    Map<String, Keygen> systems = new LinkedHashMap<>();
    Systems.described().values().stream()
        .filter(system -> system.keygen().isPresent())
        .sorted(Comparator.comparing(system -> !system.keygen().get().note().isEmpty()))
        .forEach(system -> systems.put(system.name(), system.keygen().get()));
    return systems;
  }

  private static String listed(Collection<String> names, String beforeLast) {
    List<String> all = List.copyOf(names);
    int last = all.size() - 1;
    return last < 1
        ? String.join("", all)
        : String.join(", ", all.subList(0, last)) + beforeLast + all.get(last);
  }

  @Override
  public Integer call() {
    String system = spec().positionalParameters().get(0).getValue();
    Keygen keygen = systems().get(system);
    if (keygen == null) {
      throw new UsageException(
          "keygen is for %s, not '%s'".formatted(listed(systems().keySet(), " and "), system));
    }
    Map<String, String> options = options();
    int count = nodes == null ? Systems.byName(system).data().nodes().usual() : nodes;
    check(count);
    keygen
        .maker()
        .accept(
            new ClusterFiles(
                name(system, keygen),
                directory,
                (installedAt == null ? directory : installedAt).toAbsolutePath(),
                count,
                nodeAddress,
                nodeProperties,
                options));
    for (int n = 1; n <= count; n++) {
      for (String name : passwords) {
        Passwords.in(directory.resolve("passwords").resolve(ClusterFiles.of(n, name)));
      }
    }
    say("the files of %d nodes of %s are in %s".formatted(count, system, directory));
    return 0;
  }

  private String name(String system, Keygen keygen) {
    if (cluster != null) {
      return cluster;
    }
    return keygen.signsName() ? ClusterJson.name(directory, system) : system;
  }

  /** The checked values of all systems' options; a wrong value fails for any system. */
  private Map<String, String> options() {
    Map<String, String> options = new LinkedHashMap<>();
    for (Keygen keygen : systems().values()) {
      for (Property<String> option : keygen.options()) {
        String value = spec().findOption("--" + option.name()).getValue();
        Keygen.require(option, value);
        options.put(option.name(), value);
      }
    }
    return options;
  }

  private void check(int count) {
    if (count < 1 || count > 100) {
      throw new UsageException("--nodes is from 1 to 100, not " + count);
    }
    Keygen.require(Keygen.address("node-address", "", ""), nodeAddress);
    passwords.forEach(KeygenCommand::requireName);
    ClusterFiles.requireOwn(directory);
    try {
      PrivateFiles.makeDirectory(directory);
    } catch (HarnessException e) {
      throw new UsageException(e.getMessage(), e);
    }
    // Somebody else may have made it since it was looked for.
    ClusterFiles.requireOwn(directory);
  }

  private static void requireName(String password) {
    if (!PASSWORD.matcher(password).matches()) {
      throw new UsageException(
          "--password is a name of letters, digits, '-', {n} and {node}, not '%s'"
              .formatted(password));
    }
  }
}
