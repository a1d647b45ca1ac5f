package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A node's properties, checked. */
final class NodeConfig {
  private static final String ACCOUNTS_FILE = "accounts.file";

  /** The properties of a node. Its accounts are private keys. */
  static final SettingNames NAMES =
      new SettingNames(
          Map.of(
              "start.timeout.ms",
              "60000",
              "block.period.s",
              "1",
              "batch.writes.max",
              "64",
              "batch.linger.ms",
              "20",
              "account.transactions.max",
              "64",
              ACCOUNTS_FILE,
              "",
              "shard#.rpc",
              "",
              "shard#.accounts",
              ""),
          Set.of("node.name", "node.listen", "cluster.file", "data.dir"),
          Set.of("shard#.accounts"));

  private final Settings settings;

  private NodeConfig(Settings settings) {
    this.settings = settings;
  }

  /**
   * Reads a file, and nothing else but what it names as {@code accounts.file}.
   *
   * @throws IllegalArgumentException if a property is unknown or missing
   */
  static NodeConfig read(Path file) {
    return read(List.of(file), Map.of(), List.of());
  }

  /**
   * Puts a node's configuration together, in the order that {@link Settings} has. The file that
   * {@code accounts.file} names is over the others.
   *
   * @throws IllegalArgumentException if a property is unknown or missing
   */
  static NodeConfig read(List<Path> files, Map<String, String> environment, List<String> flags) {
    Settings settings = Settings.read(NAMES, files, environment, flags);
    String accounts = settings.text(ACCOUNTS_FILE);
    if (!accounts.isEmpty()) {
      List<Path> all = new ArrayList<>(files);
      all.add(Path.of(accounts));
      settings = Settings.read(NAMES, all, environment, flags);
    }
    return new NodeConfig(settings);
  }

  /** The same, as all servers have them. */
  Settings all() {
    return settings;
  }

  /**
   * @throws IllegalArgumentException if there is no value
   */
  String text(String name) {
    String value = settings.text(name);
    if (value.isEmpty()) {
      throw new IllegalArgumentException("property " + name + " is missing");
    }
    return value;
  }

  /** A property that may be empty. */
  String optional(String name) {
    return settings.text(name);
  }

  long number(String name, long min, long max) {
    return settings.number(name, min, max);
  }
}
