package io.hybridycsb.veritas.server;

import static io.hybridycsb.veritas.server.NodeProperties.ADMITTED_MAX;
import static io.hybridycsb.veritas.server.NodeProperties.ATTEST_IDLE_MS;
import static io.hybridycsb.veritas.server.NodeProperties.BLOCK_BYTES_MAX;
import static io.hybridycsb.veritas.server.NodeProperties.BLOCK_TRANSACTIONS_MAX;
import static io.hybridycsb.veritas.server.NodeProperties.DATA_DIR;
import static io.hybridycsb.veritas.server.NodeProperties.HISTORY_BLOCKS;
import static io.hybridycsb.veritas.server.NodeProperties.OPERATIONS_MAX;
import static io.hybridycsb.veritas.server.NodeProperties.PROOF_VERSIONS;
import static io.hybridycsb.veritas.server.NodeProperties.RECORD_BYTES_MAX;
import static io.hybridycsb.veritas.server.NodeProperties.STATE_CACHE_BYTES;
import static io.hybridycsb.veritas.server.NodeProperties.TLS_CA;
import static io.hybridycsb.veritas.server.NodeProperties.VALUE_BYTES_MAX;

import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.SettingNames;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.tls.ServerTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.core.consensus.NodeOptions;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.core.txn.TransactionLimits;
import io.hybridycsb.veritas.stores.StateStores;
import io.hybridycsb.veritas.stores.redis.RedisOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A node's configuration. A name that is not known, and a value that is not of its form, is an
 * error that says what was expected.
 */
public final class NodeSettings {
  private final Settings settings;

  NodeSettings(Settings settings) {
    this.settings = settings;
  }

  /**
   * Reads a node's file and nothing else, for commands about a node in another process.
   *
   * @param ofSharedLog the properties of the shared log in use; over the node's where one has
   *     another default
   * @throws IllegalArgumentException if the file is absent or wrong
   */
  public static NodeSettings read(Path file, List<Property<?>> ofSharedLog) {
    return read(List.of(file), Map.of(), List.of(), ofSharedLog);
  }

  /**
   * Puts a node's configuration together, in the order that {@link Settings} has.
   *
   * @param ofSharedLog the properties of the shared log in use; over the node's where one has
   *     another default
   * @throws IllegalArgumentException if it is wrong
   */
  static NodeSettings read(
      List<Path> files,
      Map<String, String> environment,
      List<String> flags,
      List<Property<?>> ofSharedLog) {
    return new NodeSettings(Settings.read(names(ofSharedLog), files, environment, flags));
  }

  /** All properties of a node. */
  public static SettingNames names(List<Property<?>> ofSharedLog) {
    List<Property<?>> all = Property.declaredIn(NodeProperties.class);
    all.addAll(StateStores.PROPERTIES);
    all.addAll(ofSharedLog);
    return new SettingNames(all);
  }

  /** The same, as all servers have them. */
  Settings all() {
    return settings;
  }

  /** A property's value as it was given; empty when there is none. */
  public String text(String name) {
    return settings.text(name);
  }

  /**
   * A property's value.
   *
   * @throws IllegalArgumentException if it is not of its form
   */
  public <T> T get(Property<T> property) {
    return settings.get(property);
  }

  /**
   * The same for a form that depends on more than the declaration.
   *
   * @throws IllegalArgumentException if it is not of this form
   */
  public <T> T get(Property<?> property, Form<T> form) {
    return settings.get(property, form);
  }

  /**
   * @param limits what all nodes have to have, by the properties' names
   * @throws IllegalArgumentException if this one has something else
   */
  void requireLimits(Map<String, Long> limits) {
    for (Property<Integer> limit : List.of(RECORD_BYTES_MAX, OPERATIONS_MAX, VALUE_BYTES_MAX)) {
      String name = limit.name();
      if (limits.containsKey(name) && limits.get(name) != get(limit).longValue()) {
        throw new IllegalArgumentException(
            "%s: %s is %s, but %d in cluster.json"
                .formatted(settings.source(name), name, text(name), limits.get(name)));
      }
    }
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
   * The TLS of the node's own port; empty: plain connections. A CA alone is refused unless it is
   * for Redis: it might be meant for clients, which would get plain connections.
   *
   * @throws IllegalArgumentException if a file is absent or wrong, or one is missing
   */
  Optional<ServerTls> serverTls() {
    TlsFiles files = tls();
    if (files.ca().isPresent() && files.certificate().isEmpty() && !get(RedisOptions.TLS)) {
      throw new IllegalArgumentException(
          settings.source(TLS_CA.name())
              + ": tls.ca needs tls.certificate and tls.key, or redis.tls=true");
    }
    return ServerTls.of(files);
  }

  /** The options of the node proper. */
  public NodeOptions nodeOptions() {
    return new NodeOptions(
        get(BLOCK_TRANSACTIONS_MAX),
        get(BLOCK_BYTES_MAX),
        get(ATTEST_IDLE_MS),
        get(STATE_CACHE_BYTES),
        get(PROOF_VERSIONS),
        get(HISTORY_BLOCKS),
        get(ADMITTED_MAX),
        new TransactionLimits(get(RECORD_BYTES_MAX), get(OPERATIONS_MAX), get(VALUE_BYTES_MAX)));
  }

  /**
   * Opens the state store that the settings name.
   *
   * @throws IllegalArgumentException if the store's name or one of its properties is wrong
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the database can't be reached
   */
  StateStore openStateStore() {
    return StateStores.open(settings, get(DATA_DIR));
  }
}
