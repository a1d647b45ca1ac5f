package io.hybridycsb.harness.system.relational;

import io.hybridycsb.harness.process.ProcessSpec;
import io.hybridycsb.harness.system.NodeNames;
import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.Settings;
import io.hybridycsb.harness.system.SystemOption;
import io.hybridycsb.harness.system.stores.MariaDbServer;
import io.hybridycsb.harness.system.stores.PostgresServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The databases of a chain's nodes: each node has one to itself. */
final class NodeDatabases {
  static final String ROLE = "database";

  private static final String DATABASE = "database";
  private static final String FSYNC = RelationalSystem.FSYNC;
  private static final String MEMORY = RelationalSystem.MEMORY;
  private static final String POSTGRESQL = "postgresql";
  private static final String MARIADB = "mariadb";

  /** What a node's database is called in it. */
  private static final String NAME = "relational";

  private final PlanContext context;
  private final Settings settings;
  private final String kind;

  NodeDatabases(PlanContext context) {
    this.context = context;
    this.settings = context.settings();
    this.kind = settings.get(DATABASE);
  }

  static List<SystemOption> options() {
    List<SystemOption> options = new ArrayList<>();
    options.add(
        SystemOption.choice(
                DATABASE, List.of(POSTGRESQL, MARIADB), "what executes each node's transactions")
            .fixedAtCreation());
    options.add(
        SystemOption.choice(
            FSYNC,
            List.of("true", "false"),
            "whether a block's effects are on the disk before the node goes on; the chain itself"
                + " always is"));
    options.add(
        SystemOption.memory(MEMORY, "128m", "memory for the data that a database keeps at hand"));
    options.add(PostgresServer.option());
    options.add(MariaDbServer.option());
    options.add(
        SystemOption.text(POSTGRESQL + ".*", "", "any other setting of PostgreSQL, by its name"));
    options.add(SystemOption.text(MARIADB + ".*", "", "any other setting of MariaDB, by its name"));
    return options;
  }

  /** The name of a node's database process: {@code postgresql3}. */
  String processOf(String node) {
    return NodeNames.companion(node, kind);
  }

  /** Adds a database for each node. */
  void addTo(PlanParts plan, int stage, List<String> nodes) {
    boolean fsync = settings.get(FSYNC).equals("true");
    String memory = settings.get(MEMORY);
    if (kind.equals(POSTGRESQL)) {
      PostgresServer server = new PostgresServer(context);
      plan.versions().put(server.version().getKey(), server.version().getValue());
      List<String> set =
          with(
              "fsync=" + (fsync ? "on" : "off"),
              // PostgreSQL's letters stand for other sizes.
              "shared_buffers=" + memory.toUpperCase(Locale.ROOT) + "B");
      nodes.forEach(node -> add(plan, server.process(processOf(node), ROLE, stage, set)));
    } else {
      MariaDbServer server = new MariaDbServer(context);
      plan.versions().put(server.version().getKey(), server.version().getValue());
      List<String> set =
          with(
              "innodb-flush-log-at-trx-commit=" + (fsync ? 1 : 2),
              "innodb-buffer-pool-size=" + memory);
      nodes.forEach(node -> add(plan, server.process(processOf(node), ROLE, stage, set)));
    }
  }

  private List<String> with(String... ours) {
    List<String> all = new ArrayList<>(List.of(ours));
    settings.under(kind + ".").forEach((key, value) -> all.add(key + "=" + value));
    return all;
  }

  private static void add(PlanParts plan, ProcessSpec process) {
    plan.processes().add(process);
  }

  /** The properties by which a node finds its database. */
  Map<String, String> nodeProperties(String node) {
    String process = processOf(node);
    return kind.equals(POSTGRESQL)
        ? Map.of(
            "database.url",
            new PostgresServer(context).url(process),
            "database.user",
            PostgresServer.USER)
        : Map.of(
            "database.url",
            new MariaDbServer(context).url(process, NAME),
            "database.user",
            MariaDbServer.USER);
  }
}
