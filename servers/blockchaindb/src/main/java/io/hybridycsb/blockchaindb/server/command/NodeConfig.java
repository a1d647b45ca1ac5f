package io.hybridycsb.blockchaindb.server.command;

import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.ethereum.contract.Account;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** A node's properties, checked. */
final class NodeConfig {
  static final Property<String> NAME =
      Property.required("node.name", Form.text("NAME"), "the node's name in the cluster file");
  static final Property<InetSocketAddress> LISTEN =
      Property.required("node.listen", Form.address(), "where clients connect to");
  static final Property<Path> CLUSTER_FILE =
      Property.requiredFile("cluster.file", "cluster.json: the nodes, the shards and their chains");
  static final Property<Path> DATA_DIR =
      Property.requiredFile("data.dir", "the directory of the journals; made if it isn't there");
  static final Property<Integer> START_TIMEOUT_MS =
      Property.integer(
          "start.timeout.ms",
          60_000,
          1,
          86_400_000,
          "how long a shard may take to catch up with its chain at the start");
  static final Property<Integer> PERIOD_S =
      Property.integer("block.period.s", 1, 1, 86_400, "seconds between two blocks of a chain");
  static final Property<Integer> BATCH_WRITES_MAX =
      Property.integer("batch.writes.max", 64, 1, 10_000, "writes in a transaction, at most");
  static final Property<Integer> BATCH_LINGER_MS =
      Property.integer(
          "batch.linger.ms", 20, 0, 60_000, "how long a batch's first write waits for others");
  static final Property<Integer> ACCOUNT_TRANSACTIONS_MAX =
      Property.integer(
          "account.transactions.max",
          64,
          1,
          10_000,
          "an account's transactions that no block has yet, at most; then clients wait");

  static final Property<Integer> PROCESSING_MS = ProcessingTime.PROPERTY;

  /** Properties with a shard's number; each shard that the node holds must have them. */
  static final Property<String> SHARD_RPC =
      Property.text(
              "shard#.rpc",
              "URL",
              "",
              "where the shard's geth answers, http://HOST:PORT, with the path behind it if it has"
                  + " one; the path may be a secret")
          .secret();

  static final Property<List<Account>> SHARD_ACCOUNTS =
      Property.of(
              "shard#.accounts",
              new Form<>(
                  "KEY,...", "private keys in hex with commas between them", NodeConfig::accounts),
              "",
              "private keys of the accounts from which the node sends")
          .secret();

  private static final Pattern PRIVATE_KEY = Pattern.compile("(0x)?[0-9a-fA-F]{1,64}");
  private static final Property<String> ACCOUNTS_FILE =
      Property.text(
          "accounts.file", "FILE", "", "a file of further properties, such as shard#.accounts");

  static final SettingNames NAMES = new SettingNames(Property.declaredIn(NodeConfig.class));

  private NodeConfig() {}

  /**
   * Reads one file, and the file that it names as {@code accounts.file}.
   *
   * @throws IllegalArgumentException if a property is unknown or missing
   */
  static Settings read(Path file) {
    return read(List.of(file), Map.of(), List.of());
  }

  /**
   * Puts a node's configuration together, in the order that {@link Settings} has. The file that
   * {@code accounts.file} names overrides the others.
   *
   * @throws IllegalArgumentException if a property is unknown or missing
   */
  static Settings read(List<Path> files, Map<String, String> environment, List<String> flags) {
    Settings settings = Settings.read(NAMES, files, environment, flags);
    String accounts = settings.get(ACCOUNTS_FILE);
    if (!accounts.isEmpty()) {
      List<Path> all = new ArrayList<>(files);
      all.add(Path.of(accounts));
      settings = Settings.read(NAMES, all, environment, flags);
    }
    return settings;
  }

  /**
   * The value of a shard's property.
   *
   * @param shard its number, from 1 on
   * @throws IllegalArgumentException if there is none, or not of its form
   */
  static <T> T get(Settings settings, Property<T> property, int shard) {
    Property<T> numbered = property.numbered(shard);
    return settings
        .find(numbered)
        .orElseThrow(
            () -> new IllegalArgumentException("property " + numbered.name() + " is missing"));
  }

  /**
   * The numbers of the shards that this node holds, from 0.
   *
   * @throws IllegalArgumentException if it isn't in the cluster file, holds none, or has properties
   *     for a shard that the cluster file gives to others only
   */
  static List<Integer> heldShards(Settings settings, ClusterFile cluster) {
    List<Integer> held = cluster.heldBy(cluster.indexOf(settings.get(NAME)));
    if (held.isEmpty()) {
      throw new IllegalArgumentException(
          "by the cluster file %s holds no shard; a node holds one at least"
              .formatted(settings.get(NAME)));
    }
    for (int shard = 0; shard < cluster.shards().size(); shard++) {
      for (Property<?> property : List.of(SHARD_RPC, SHARD_ACCOUNTS)) {
        Property<?> numbered = property.numbered(shard + 1);
        if (!held.contains(shard) && settings.find(numbered).isPresent()) {
          throw new IllegalArgumentException(
              "property %s is set, but by the cluster file %s"
                  .formatted(numbered.name(), cluster.toldHolders(shard)));
        }
      }
    }
    return held;
  }

  private static List<Account> accounts(String text) {
    List<String> keys = List.of(text.split(","));
    if (!keys.stream().allMatch(PRIVATE_KEY.asMatchPredicate())) {
      throw new IllegalArgumentException("not private keys");
    }
    return keys.stream().map(Account::new).toList();
  }
}
