package io.hybridycsb.harness.system.stores;

import io.hybridycsb.harness.system.PlanParts;
import io.hybridycsb.harness.system.SystemOption;
import java.util.List;
import java.util.Map;

/** A kind of database of which each node has one of its own, as a process. */
public interface StateStoreServer {

  /** What {@code --set state.store=} calls it; its processes are this and the node's number. */
  String name();

  /** What it is made of, with its version, for the plan's versions. */
  Map.Entry<String, String> version();

  /** Adds the process of this name, with the files it reads. */
  void add(String process, int stage, PlanParts plan);

  /** The properties by which a node finds the process of this name. */
  Map<String, String> nodeProperties(String process);

  /** What {@code --set state.store} takes, the default first. */
  static List<String> choices() {
    return List.of("redis", "postgresql", "mariadb", "mongodb", "sql", "rocksdb");
  }

  /** The options of all kinds. */
  static List<SystemOption> options() {
    return List.of(PostgresServer.option(), MariaDbServer.option(), MongoDbServer.option());
  }
}
