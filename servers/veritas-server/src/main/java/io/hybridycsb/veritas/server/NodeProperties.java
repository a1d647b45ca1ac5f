package io.hybridycsb.veritas.server;

import io.hybridycsb.commands.ProcessingTime;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.stores.StateStores;
import io.hybridycsb.veritas.stores.redis.RedisOptions;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The properties of a node, whatever its shared log and its state store, and what is made of their
 * values.
 */
public final class NodeProperties {
  private static final NodeOptions DEFAULT = NodeOptions.DEFAULT;

  public static final Property<Path> CLUSTER_FILE =
      Property.requiredFile("cluster.file", "cluster.json: the nodes, their keys and addresses");
  public static final Property<Path> DATA_DIR =
      Property.requiredFile("data.dir", "the directory of the ledger; made if it isn't there");
  public static final Property<Integer> BLOCK_TRANSACTIONS_MAX =
      Property.integer(
          "block.transactions.max",
          DEFAULT.blockTransactionsMax(),
          1,
          1_000_000,
          "transactions of a block, at most");
  public static final Property<Integer> BLOCK_BYTES_MAX =
      Property.integer(
          "block.bytes.max", DEFAULT.blockBytesMax(), 1024, 256 << 20, "bytes of a block, at most");
  public static final Property<Integer> RECORD_BYTES_MAX =
      Property.integer(
          "record.bytes.max",
          DEFAULT.limits().bytesMax(),
          64,
          16 << 20,
          "bytes of a transaction, at most; the same on all nodes");

  static final Property<String> NAME =
      Property.required("node.name", Form.text("NAME"), "the node's name in cluster.json");
  static final Property<InetSocketAddress> LISTEN =
      Property.required("node.listen", Form.address(), "where clients and other nodes connect to");
  static final Property<Path> KEY =
      Property.requiredFile("node.key", "the node's private key, PKCS#8 in PEM");
  static final Property<Integer> OPERATIONS_MAX =
      Property.integer(
          "transaction.operations.max",
          DEFAULT.limits().operationsMax(),
          1,
          1_000_000,
          "reads and writes of one transaction, at most; the same on all nodes");
  static final Property<Integer> VALUE_BYTES_MAX =
      Property.integer(
          "state.value.bytes.max",
          DEFAULT.limits().valueBytesMax(),
          64,
          TransactionLimits.VALUE_BYTES_CEILING,
          "bytes of a record with all its fields, at most; the same on all nodes");
  static final Property<Long> STATE_CACHE_BYTES =
      Property.number(
          "state.cache.bytes",
          DEFAULT.stateCacheBytes(),
          0,
          1L << 40,
          "bytes of values that are kept for merging into");
  static final Property<Integer> PROOF_VERSIONS =
      Property.integer(
          "proof.versions",
          DEFAULT.versionsRetained(),
          1,
          65_536,
          "blocks for which proofs can be made");
  static final Property<Integer> HISTORY_BLOCKS =
      Property.integer(
          "state.history.blocks",
          DEFAULT.historyBlocks(),
          0,
          65_536,
          "blocks before the newest whose state get --at can tell; 0: none");
  static final Property<Integer> ADMITTED_MAX =
      Property.integer(
          "admitted.max",
          DEFAULT.admittedMax(),
          1,
          10_000_000,
          "undecided transactions at a time, at most");
  static final Property<Integer> CONNECTION_CALLS_MAX =
      Property.integer(
          "connection.calls.max",
          20_000,
          1,
          1_000_000,
          "unanswered calls of one client's connection, at most; more are refused");
  static final Property<Integer> CONNECTIONS_MAX =
      Property.integer(
          "client.connections.max",
          1024,
          1,
          1_000_000,
          "connections of clients that have shown their key, at most; more are refused");
  static final Property<Long> REQUEST_BYTES_MAX =
      Property.number(
          "client.requests.bytes.max",
          0,
          0,
          1L << 40,
          "memory of clients' requests and unread answers, at most; 0: an eighth of the heap");
  static final Property<Integer> ATTEST_IDLE_MS =
      Property.integer(
          "attest.idle.ms",
          DEFAULT.attestIdleMs(),
          1,
          60_000,
          "an idle node attests its last block after so long");
  static final Property<Integer> PROCESSING_MS = ProcessingTime.PROPERTY;
  static final Property<Integer> START_TIMEOUT_MS =
      Property.integer(
          "start.timeout.ms",
          90_000,
          1,
          86_400_000,
          "how long the node may take to catch up when it starts");
  static final Property<String> TLS_CA =
      Property.text("tls.ca", "FILE", "", "whom to trust, PEM; with a certificate, clients too");

  static final Property<String> TLS_CERTIFICATE =
      Property.text(
          "tls.certificate", "FILE", "", "what the node shows, PEM; plain connections if empty");
  static final Property<String> TLS_KEY =
      Property.text("tls.key", "FILE", "", "the certificate's private key, PKCS#8 in PEM");

  private NodeProperties() {}

  /**
   * Reads a node's file and nothing else, for commands about a node in another process.
   *
   * @param ofSharedLog the properties of the shared log in use; over the node's where one has
   *     another default
   * @throws IllegalArgumentException if the file is absent or wrong
   */
  public static Settings read(Path file, List<Property<?>> ofSharedLog) {
    return Settings.read(names(ofSharedLog), List.of(file), Map.of(), List.of());
  }

  /**
   * All properties of a node.
   *
   * @param ofSharedLog as {@link #read} has them
   */
  public static SettingNames names(List<Property<?>> ofSharedLog) {
    List<Property<?>> all = Property.declaredIn(NodeProperties.class);
    all.addAll(StateStores.PROPERTIES);
    all.addAll(ofSharedLog);
    return new SettingNames(all);
  }

  /**
   * @param limits what all nodes have to have, by the properties' names
   * @throws IllegalArgumentException if this one has something else
   */
  static void requireLimits(Settings settings, Map<String, Long> limits) {
    for (Property<Integer> limit : List.of(RECORD_BYTES_MAX, OPERATIONS_MAX, VALUE_BYTES_MAX)) {
      String name = limit.name();
      if (limits.containsKey(name) && limits.get(name) != settings.get(limit).longValue()) {
        throw new IllegalArgumentException(
            "%s: %s is %s, but %d in cluster.json"
                .formatted(settings.source(name), name, settings.text(name), limits.get(name)));
      }
    }
  }

  /**
   * The files of {@code tls.*}.
   *
   * @throws IllegalArgumentException if there is a certificate without a key, or the reverse
   */
  public static TlsFiles tls(Settings settings) {
    return TlsFiles.of("tls.", settings::text);
  }

  /**
   * The TLS of the node's own port; empty: plain connections. A CA alone is refused unless it is
   * for Redis: it might be meant for clients, which would get plain connections.
   *
   * @throws IllegalArgumentException if a file is absent or wrong, or one is missing
   */
  static Optional<ServerTls> serverTls(Settings settings) {
    TlsFiles files = tls(settings);
    if (files.ca().isPresent()
        && files.certificate().isEmpty()
        && !settings.get(RedisOptions.TLS)) {
      throw new IllegalArgumentException(
          settings.source(TLS_CA.name())
              + ": tls.ca needs tls.certificate and tls.key, or redis.tls=true");
    }
    return ServerTls.of(files);
  }

  /** The options of the node proper. */
  public static NodeOptions options(Settings settings) {
    return new NodeOptions(
        settings.get(BLOCK_TRANSACTIONS_MAX),
        settings.get(BLOCK_BYTES_MAX),
        settings.get(ATTEST_IDLE_MS),
        settings.get(STATE_CACHE_BYTES),
        settings.get(PROOF_VERSIONS),
        settings.get(HISTORY_BLOCKS),
        settings.get(ADMITTED_MAX),
        new TransactionLimits(
            settings.get(RECORD_BYTES_MAX),
            settings.get(OPERATIONS_MAX),
            settings.get(VALUE_BYTES_MAX)));
  }
}
