package io.hybridycsb.veritas.server;

import io.hybridycsb.veritas.core.spi.SharedLog;
import java.util.Map;

/** Opens the shared log that a kind of node uses. */
public interface SharedLogFactory {
  /** The name of the command, such as {@code veritas-kafka}. */
  String system();

  /** Names and defaults of its properties in a node's configuration. */
  Map<String, String> properties();

  /**
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the log can't be reached
   * @throws IllegalArgumentException if a property is wrong
   */
  SharedLog open(NodeSettings settings);
}
