package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.ClusterFiles;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.stores.MariaDbServer;
import io.hybridycsb.harness.system.stores.PostgresServer;
import io.hybridycsb.harness.system.stores.StateStoreServer;
import io.hybridycsb.settings.Property;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The databases of a chain's nodes: each node has one to itself. */
final class NodeDatabases {
  static final String ROLE = "database";

  private static final String DATABASE = "database";
  private static final String FSYNC = "fsync";
  private static final String MEMORY = "memory";
  private static final String POSTGRESQL = "postgresql";
  private static final String MARIADB = "mariadb";

  /** PostgreSQL on the first node, MariaDB on the second, and so on. */
  private static final String MIXED = "mixed";

  private static final List<String> KINDS = List.of(MIXED, POSTGRESQL, MARIADB);

  private static final Property<String> KEYGEN_KIND =
      Property.choice(DATABASE, KINDS, "the kind of each node's database");
  private static final Property<String> KEYGEN_HOST =
      Property.text("database-host", "HOST", "database{n}", "where a node's database is");

  /** What a node's database is called in it, and who connects: with all rights there alone. */
  private static final String NAME = "relational";

  private final PlanContext context;
  private final Settings settings;

  NodeDatabases(PlanContext context) {
    this.context = context;
    this.settings = context.settings();
  }

  /** For nodes that all have the same. */
  static List<Property<?>> options() {
    return options(
        Property.choice(
            DATABASE, List.of(POSTGRESQL, MARIADB), "what executes each node's transactions"));
  }

  /** For nodes that may have both kinds side by side, as they have by default. */
  static List<Property<?>> mixedOptions() {
    return options(
        Property.choice(
            DATABASE,
            KINDS,
            "what executes each node's transactions; mixed: PostgreSQL on node1, node3, ..., and"
                + " MariaDB on the others"));
  }

  private static List<Property<?>> options(Property<?> database) {
    List<Property<?>> options = new ArrayList<>();
    options.add(database.fixed());
    options.add(
        Property.flag(
            FSYNC,
            true,
            "whether a block's effects are on the disk before the node goes on; the chain itself"
                + " always is"));
    options.add(
        Property.memory(MEMORY, "128m", "memory for the data that a database keeps at hand"));
    options.add(PostgresServer.option());
    options.add(MariaDbServer.option());
    options.add(Property.any(POSTGRESQL + ".", "any other setting of PostgreSQL, by its name"));
    options.add(Property.any(MARIADB + ".", "any other setting of MariaDB, by its name"));
    return options;
  }

  private String kindOf(String node) {
    return kindOf(settings.get(DATABASE), NodeNames.number(node));
  }

  private static String kindOf(String kind, int node) {
    if (!kind.equals(MIXED)) {
      return kind;
    }
    return node % 2 == 1 ? POSTGRESQL : MARIADB;
  }

  /** The name of a node's database process: {@code postgresql3}. */
  String processOf(String node) {
    return NodeNames.companion(node, kindOf(node));
  }

  /** Says it where the nodes' votes could be half and half for good. */
  void warnOfDraw(List<String> nodes) {
    long postgresql = nodes.stream().filter(node -> kindOf(node).equals(POSTGRESQL)).count();
    if (2 * postgresql == nodes.size()) {
      context
          .progress()
          .accept(
              "warning: as many nodes on PostgreSQL as on MariaDB (%d each): neither kind can outvote the other; an odd number of nodes can"
                  .formatted(postgresql));
    }
  }

  /** Adds a database for each node. */
  void addTo(PlanParts plan, int stage, List<String> nodes) {
    boolean fsync = settings.get(FSYNC).equals("true");
    String memory = settings.get(MEMORY);
    for (String node : nodes) {
      StateStoreServer used;
      if (kindOf(node).equals(POSTGRESQL)) {
        PostgresServer server = new PostgresServer(context);
        List<String> own = with(POSTGRESQL, PostgresServer.settings(fsync, memory));
        ProcessSpec process = server.process(processOf(node), ROLE, stage, own);
        plan.processes().add(server.withDatabase(process, NAME));
        used = server;
      } else {
        MariaDbServer server = new MariaDbServer(context);
        List<String> own = with(MARIADB, MariaDbServer.settings(fsync, memory));
        plan.processes().add(server.process(processOf(node), ROLE, stage, own, NAME));
        used = server;
      }
      plan.versions().put(used.version().getKey(), used.version().getValue());
    }
  }

  /** The user's own settings count more than ours, which follow from options of both kinds. */
  private List<String> with(String kind, List<String> ours) {
    List<String> all = new ArrayList<>(ours);
    settings.flags(kind + ".").forEach((key, value) -> all.add(key + "=" + value));
    return all;
  }

  /** All that a node's database has on the disk; without it the database starts empty. */
  Path directory(String node) {
    return context.directoryOf(processOf(node));
  }

  /** The properties by which a node finds its database. */
  Map<String, String> nodeProperties(String node) {
    String process = processOf(node);
    return Map.of(
        "database.url",
        kindOf(node).equals(POSTGRESQL)
            ? new PostgresServer(context).url(process, NAME)
            : new MariaDbServer(context).url(process, NAME),
        "database.user",
        NAME,
        "database.password",
        context.password(process, NAME));
  }

  /** The options of {@code keygen}, for databases that other tools start, on their own ports. */
  static List<Property<String>> keygenOptions() {
    return List.of(KEYGEN_KIND, KEYGEN_HOST);
  }

  /** The properties by which a node finds such a database. */
  static Map<String, String> nodeProperties(ClusterFiles files, int node) {
    String host = ClusterFiles.of(node, files.option(KEYGEN_HOST));
    String url =
        kindOf(files.option(KEYGEN_KIND), node).equals(POSTGRESQL)
            ? "jdbc:postgresql://%s:5432/%s"
            : "jdbc:mariadb://%s:3306/%s?sslMode=disable";
    return Map.of("database.url", url.formatted(host, NAME), "database.user", NAME);
  }
}
