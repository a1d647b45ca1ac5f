package io.hybridycsb.harness.system.sql;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.BindingCommands;
import io.hybridycsb.harness.system.ClusterPlan;
import io.hybridycsb.harness.system.Model;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemDescription;
import io.hybridycsb.settings.Property;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One server of a relational database, which nobody replicates. */
abstract class RelationalSystem implements SystemDescription {
  static final String FSYNC = "fsync";
  static final String CONNECTIONS_MAX = "connections.max";
  static final String MEMORY = "memory";

  /** Who connects for clients, and the database that belongs to him. */
  static final String CLIENT = "ycsb";

  static final String NODE = NodeNames.of(1).get(0);
  static final String ROLE = "node";
  static final int STAGE = 0;

  private final String name;
  private final String title;
  private final String prefix;

  /**
   * @param prefix of the options that are the server's own settings
   */
  RelationalSystem(String name, String title, String prefix) {
    this.name = name;
    this.title = title;
    this.prefix = prefix;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public Optional<Model> promisedModel(Settings cluster, Map<String, String> ycsbProperties) {
    return Optional.of(Model.LINEARIZABLE);
  }

  /** The option that names the program. */
  abstract Property<?> program();

  /** Options that the other database doesn't have. */
  List<Property<?>> furtherOptions() {
    return List.of();
  }

  @Override
  public final List<Property<?>> options() {
    List<Property<?>> options = new ArrayList<>();
    options.add(program());
    options.add(Property.flag(FSYNC, true, "whether a commit is on the disk when it is answered"));
    options.addAll(furtherOptions());
    options.add(Property.number(CONNECTIONS_MAX, "1000", 10, 100_000, "connections of clients"));
    options.add(Property.memory(MEMORY, "256m", "memory for the data that it keeps at hand"));
    options.add(
        Property.any(
            prefix, "any other setting of %s, by its name, as in %s".formatted(title, example())));
    return options;
  }

  /** A setting that users may want, for the description of options. */
  abstract String example();

  /** The server's settings that stand for the options, as {@code NAME=VALUE}. */
  abstract List<String> settings(Settings options);

  /**
   * What runs.
   *
   * @param version the program's name and version
   * @param process the server
   * @param client the properties by which the binding finds it
   */
  record Server(
      Map.Entry<String, String> version, ProcessSpec process, Map<String, String> client) {}

  /**
   * @param settings as {@code NAME=VALUE}; the later ones count
   */
  abstract Server server(PlanContext context, List<String> settings);

  /** The properties by which the binding finds a database of this server, and connects to it. */
  final Map<String, String> client(PlanContext context, String url) {
    return Map.of(
        name + ".url", url,
        name + ".user", CLIENT,
        name + ".password", context.password(NODE, CLIENT));
  }

  @Override
  public final ClusterPlan plan(PlanContext context) {
    List<String> settings = new ArrayList<>(settings(context.settings()));
    context.settings().flags(prefix).forEach((key, value) -> settings.add(key + "=" + value));
    Server server = server(context, settings);
    PlanParts plan = new PlanParts();
    plan.versions().put(server.version().getKey(), server.version().getValue());
    plan.processes().add(server.process());
    return plan.finish(context, server.client(), commands(context));
  }

  /** The commands for people. */
  Map<String, List<String>> commands(PlanContext context) {
    return BindingCommands.of(context, name);
  }
}
