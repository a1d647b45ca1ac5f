package io.hybridycsb.blockchaindb.server.command;

import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/** A node's properties, checked. */
final class NodeConfig {
  private static final Map<String, String> DEFAULTS =
      Map.of(
          "start.timeout.ms", "60000",
          "block.period.s", "1",
          "batch.writes.max", "64",
          "batch.linger.ms", "20",
          "account.transactions.max", "64",
          "metrics.listen", "");

  private static final java.util.List<String> REQUIRED =
      java.util.List.of("node.name", "node.listen", "cluster.file", "data.dir");

  private final Map<String, String> values;

  private NodeConfig(Map<String, String> values) {
    this.values = values;
  }

  /**
   * Reads a file, and the accounts from the file that it names as {@code accounts.file}.
   *
   * @throws IllegalArgumentException if a property is unknown or missing
   */
  static NodeConfig read(Path file) {
    Map<String, String> values = new TreeMap<>(DEFAULTS);
    load(file, values);
    String accounts = values.remove("accounts.file");
    if (accounts != null) {
      load(Path.of(accounts), values);
    }
    for (String name : values.keySet()) {
      boolean known =
          DEFAULTS.containsKey(name)
              || REQUIRED.contains(name)
              || name.matches("shard[0-9]+\\.(rpc|accounts)");
      if (!known) {
        throw new IllegalArgumentException(
            "%s: unknown property %s; valid are: %s, %s, accounts.file, shardN.rpc, shardN.accounts"
                .formatted(
                    file,
                    name,
                    String.join(", ", REQUIRED),
                    String.join(", ", new TreeMap<>(DEFAULTS).keySet())));
      }
    }
    NodeConfig config = new NodeConfig(values);
    REQUIRED.forEach(config::text);
    return config;
  }

  private static void load(Path file, Map<String, String> values) {
    Properties properties = new Properties();
    try (Reader reader = Files.newBufferedReader(file)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new IllegalArgumentException("cannot read " + file + ": " + e.getMessage(), e);
    }
    properties.stringPropertyNames().forEach(n -> values.put(n, properties.getProperty(n).strip()));
  }

  String text(String name) {
    String value = values.get(name);
    if (value == null || value.isEmpty()) {
      throw new IllegalArgumentException("missing property " + name);
    }
    return value;
  }

  /** A property that may be empty. */
  String optional(String name) {
    return values.getOrDefault(name, "");
  }

  long number(String name, long min, long max) {
    String text = text(name);
    try {
      long value = Long.parseLong(text);
      if (value >= min && value <= max) {
        return value;
      }
    } catch (NumberFormatException e) {
      // Falls through to the message.
    }
    throw new IllegalArgumentException(
        "%s is a whole number from %d to %d, not '%s'".formatted(name, min, max, text));
  }
}
