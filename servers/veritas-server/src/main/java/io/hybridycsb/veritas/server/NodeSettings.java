package io.hybridycsb.veritas.server;

import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * A node's configuration. A name that is not known, and a value that is not of its form, is an
 * error that says what was expected.
 */
public final class NodeSettings {
  private static final Set<String> REQUIRED =
      Set.of("node.name", "node.listen", "node.key", "cluster.file", "data.dir");
  private static final Map<String, String> DEFAULTS =
      Map.ofEntries(
          Map.entry("state.store", "redis"),
          Map.entry("redis.address", "127.0.0.1:6379"),
          Map.entry("redis.connectTimeoutMs", ""),
          Map.entry("redis.ioTimeoutMs", ""),
          Map.entry("redis.retryMs", ""),
          Map.entry("redis.readConnections", ""),
          Map.entry("redis.tls", ""),
          Map.entry("mongodb.url", "mongodb://127.0.0.1:27017"),
          Map.entry("mongodb.database", "veritas"),
          Map.entry("mongodb.timeoutMs", ""),
          Map.entry("sql.url", "jdbc:h2:mem:veritas;DB_CLOSE_DELAY=-1"),
          Map.entry("sql.user", ""),
          Map.entry("sql.password", ""),
          Map.entry("sql.connections", ""),
          Map.entry("sql.timeoutMs", ""),
          Map.entry("rocksdb.durability", "process"),
          Map.entry("block.transactions.max", "100"),
          Map.entry("block.bytes.max", "4194304"),
          Map.entry("block.linger.ms", "5"),
          Map.entry("record.bytes.max", "1048576"),
          Map.entry("transaction.operations.max", "10000"),
          Map.entry("state.cache.bytes", "67108864"),
          Map.entry("proof.versions", "1024"),
          Map.entry("admitted.max", "50000"),
          Map.entry("connection.calls.max", "20000"),
          Map.entry("attest.idle.ms", "5"),
          Map.entry("start.timeout.ms", "90000"),
          Map.entry("tls.certificate", ""),
          Map.entry("tls.key", ""),
          Map.entry("tls.ca", ""));

  /**
   * Those with a user and a password in them are secret as a whole; of Kafka's all that its own
   * clients do not print.
   */
  private static final Set<String> SECRETS =
      Set.of(
          "kafka.ssl.key.password",
          "kafka.ssl.keystore.certificate.chain",
          "kafka.ssl.keystore.key",
          "kafka.ssl.keystore.password",
          "kafka.ssl.truststore.certificates",
          "kafka.ssl.truststore.password",
          "mongodb.url",
          "sql.password",
          "sql.url");

  private final Settings settings;

  private NodeSettings(Settings settings) {
    this.settings = settings;
  }

  /**
   * Reads a node's file, and nothing else: for those who ask about a node that is another process.
   *
   * @param ofSharedLog names and defaults of the properties of the shared log in use
   * @throws IllegalArgumentException if the file is absent or wrong
   */
  public static NodeSettings read(Path file, Map<String, String> ofSharedLog) {
    return read(List.of(file), Map.of(), List.of(), ofSharedLog);
  }

  /**
   * Puts a node's configuration together, in the order that {@link Settings} has.
   *
   * @param ofSharedLog names and defaults of the properties of the shared log in use
   * @throws IllegalArgumentException if it is wrong
   */
  static NodeSettings read(
      List<Path> files,
      Map<String, String> environment,
      List<String> flags,
      Map<String, String> ofSharedLog) {
    return new NodeSettings(Settings.read(names(ofSharedLog), files, environment, flags));
  }

  /** All properties of a node. */
  static SettingNames names(Map<String, String> ofSharedLog) {
    Map<String, String> defaults = new TreeMap<>(DEFAULTS);
    defaults.putAll(ofSharedLog);
    return new SettingNames(defaults, REQUIRED, SECRETS);
  }

  /** The same, as all servers have them. */
  Settings all() {
    return settings;
  }

  /** A property's value; empty when there is none. */
  public String text(String name) {
    return settings.text(name);
  }

  /** All properties that have a value, given or by default. */
  Map<String, String> given() {
    return settings.given();
  }

  public Path path(String name) {
    return Path.of(text(name));
  }

  /**
   * @throws IllegalArgumentException if the value is not a number in this range
   */
  public long number(String name, long min, long max) {
    return settings.number(name, min, max);
  }

  /**
   * @param limits what all nodes have to have, by the properties' names
   * @throws IllegalArgumentException if this one has something else
   */
  void requireLimits(Map<String, Long> limits) {
    limits.forEach(
        (name, value) -> {
          if (number(name, Long.MIN_VALUE, Long.MAX_VALUE) != value) {
            throw new IllegalArgumentException(
                "%s: %s is %s, but %d in cluster.json"
                    .formatted(settings.source(name), name, text(name), value));
          }
        });
  }

  /**
   * The files of {@code tls.*}.
   *
   * @throws IllegalArgumentException if there is a certificate without a key, or the reverse
   */
  public TlsFiles tls() {
    return TlsFiles.of("tls.", this::text);
  }

  /**
   * What the node is connected to by; empty: plain connections. A CA alone could be meant for
   * clients, who would then be served plainly, so it is refused unless Redis is known by it.
   *
   * @throws IllegalArgumentException if a file is absent or wrong, or one is missing
   */
  Optional<ServerTls> serverTls() {
    TlsFiles files = tls();
    boolean forRedis = text("redis.tls").equals("true");
    if (files.ca().isPresent() && files.certificate().isEmpty() && !forRedis) {
      throw new IllegalArgumentException(
          settings.source("tls.ca")
              + ": tls.ca needs tls.certificate and tls.key, or redis.tls=true");
    }
    return ServerTls.of(files);
  }

  int integer(String name, int min, int max) {
    return (int) number(name, min, max);
  }

  /** The options of the node proper. */
  public NodeOptions nodeOptions() {
    return new NodeOptions(
        integer("block.transactions.max", 1, 1_000_000),
        integer("block.bytes.max", 1024, 256 << 20),
        integer("block.linger.ms", 0, 60_000),
        integer("attest.idle.ms", 1, 60_000),
        number("state.cache.bytes", 0, 1L << 40),
        integer("proof.versions", 1, 65_536),
        integer("admitted.max", 1, 10_000_000),
        new TransactionLimits(
            recordBytesMax(), integer("transaction.operations.max", 1, 1_000_000)));
  }

  /** The longest transaction, encoded. */
  public int recordBytesMax() {
    return integer("record.bytes.max", 64, 16 << 20);
  }
}
