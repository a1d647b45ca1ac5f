package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.system.PlanContext;
import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.settings.Property;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A kind of database that runs as a separate process for each node. */
public interface StateStoreServer {

  /** Its name in {@code --set state.store=}; a process' name is this and the node's number. */
  String name();

  /** The program's name and version, for the plan's versions. */
  Map.Entry<String, String> version();

  /** Adds the process of this name, with its files. */
  void add(String process, int stage, PlanParts plan);

  /** The properties by which a node finds the process of this name. */
  Map<String, String> nodeProperties(String process);

  /** The properties by which a node finds its state in a database of SQL. */
  static Map<String, String> sql(String url, String user, String password) {
    return Map.of("state.store", "sql", "sql.url", url, "sql.user", user, "sql.password", password);
  }

  /** The values of {@code --set state.store}, the default first. */
  static List<String> choices() {
    return List.of("redis", "postgresql", "mariadb", "mongodb", "sql", "rocksdb", "none");
  }

  /** The one of this name; empty if that isn't a separate process. */
  static Optional<StateStoreServer> of(String name, PlanContext context) {
    return switch (name) {
      case "redis" -> Optional.of(new RedisServer(context));
      case "postgresql" -> Optional.of(new PostgresServer(context));
      case "mariadb" -> Optional.of(new MariaDbServer(context));
      case "mongodb" -> Optional.of(new MongoDbServer(context));
      default -> Optional.empty();
    };
  }

  /** The options of all kinds. */
  static List<Property<?>> options() {
    return List.of(
        RedisServer.option(),
        PostgresServer.option(),
        MariaDbServer.option(),
        MongoDbServer.option());
  }
}
