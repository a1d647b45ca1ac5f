package io.hybridycsb.veritas.stores;

import io.hybridycsb.tls.ClientTls;
import io.hybridycsb.tls.TlsFiles;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.stores.mongodb.MongoOptions;
import io.hybridycsb.veritas.stores.mongodb.MongoStateStore;
import io.hybridycsb.veritas.stores.redis.RedisOptions;
import io.hybridycsb.veritas.stores.redis.RedisStateStore;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbStateStore;
import io.hybridycsb.veritas.stores.sql.SqlOptions;
import io.hybridycsb.veritas.stores.sql.SqlStateStore;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Opens state stores by name.
 *
 * <table>
 *   <caption>Names and properties</caption>
 *   <tr><th>name</th><th>properties, with defaults</th></tr>
 *   <tr><td>{@code redis}</td><td>{@code redis.address} ({@code host:port} or {@code unix:/path}),
 *     {@code redis.connectTimeoutMs} 5000, {@code redis.ioTimeoutMs} 10000, {@code redis.retryMs}
 *     10000, {@code redis.readConnections} 4,
 *     {@code redis.tls} false: with true {@code tls.ca} and, for a Redis that asks for one, {@code
 *     tls.certificate} and {@code tls.key}</td></tr>
 *   <tr><td>{@code mongodb}</td><td>{@code mongodb.url} ({@code mongodb://host:port}), {@code
 *     mongodb.database} veritas, {@code mongodb.timeoutMs} 10000</td></tr>
 *   <tr><td>{@code sql}</td><td>{@code sql.url} ({@code jdbc:h2:}, {@code jdbc:postgresql:} or
 *     {@code jdbc:mariadb:}), {@code sql.user}, {@code sql.password}, {@code
 *     sql.connections} 5, {@code sql.timeoutMs} 10000</td></tr>
 *   <tr><td>{@code rocksdb}</td><td>{@code data.dir}; the state goes into its directory {@code
 *     state}</td></tr>
 * </table>
 */
public final class StateStores {
  /** The names that {@link #open} takes. */
  public static final List<String> NAMES = List.of("redis", "mongodb", "sql", "rocksdb");

  private static final List<String> REDIS =
      List.of(
          "redis.address",
          "redis.connectTimeoutMs",
          "redis.ioTimeoutMs",
          "redis.retryMs",
          "redis.readConnections",
          "redis.tls");
  private static final List<String> MONGODB =
      List.of("mongodb.url", "mongodb.database", "mongodb.timeoutMs");
  private static final List<String> SQL =
      List.of("sql.url", "sql.user", "sql.password", "sql.connections", "sql.timeoutMs");

  private StateStores() {}

  /**
   * Opens the store of this name.
   *
   * @param properties may hold others than the store's
   * @throws IllegalArgumentException if the name is unknown or a property of the store is missing,
   *     unknown or malformed; the message lists what is valid
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the database can't be opened
   */
  public static StateStore open(String name, Map<String, String> properties) {
    return switch (name) {
      case "redis" -> RedisStateStore.open(redisOptions(properties));
      case "mongodb" -> MongoStateStore.open(mongoOptions(properties));
      case "sql" -> SqlStateStore.open(sqlOptions(properties));
      case "rocksdb" ->
          RocksDbStateStore.open(
              Path.of(required(properties, "data.dir", "rocksdb")).resolve("state"));
      default ->
          throw new IllegalArgumentException(
              "unknown state store '" + name + "'; valid: " + String.join(", ", NAMES));
    };
  }

  private static RedisOptions redisOptions(Map<String, String> properties) {
    refuseUnknown(properties, "redis.", REDIS);
    RedisOptions defaults = RedisOptions.at(required(properties, "redis.address", "redis"));
    RedisOptions options =
        new RedisOptions(
            defaults.address(),
            number(properties, "redis.connectTimeoutMs", defaults.connectTimeoutMs()),
            number(properties, "redis.ioTimeoutMs", defaults.ioTimeoutMs()),
            number(properties, "redis.retryMs", defaults.retryMs()),
            number(properties, "redis.readConnections", defaults.readConnections()),
            Optional.empty());
    return switch (properties.getOrDefault("redis.tls", "false").trim()) {
      case "false" -> options;
      case "true" ->
          options.withTls(
              ClientTls.of(TlsFiles.of("tls.", properties::get))
                  .orElseThrow(
                      () ->
                          new IllegalArgumentException(
                              "redis.tls=true needs tls.ca: the CA by which Redis is known")));
      default ->
          throw new IllegalArgumentException(
              "redis.tls must be true or false, not '" + properties.get("redis.tls") + "'");
    };
  }

  private static MongoOptions mongoOptions(Map<String, String> properties) {
    refuseUnknown(properties, "mongodb.", MONGODB);
    MongoOptions defaults = MongoOptions.at(required(properties, "mongodb.url", "mongodb"));
    return new MongoOptions(
        defaults.url(),
        properties.getOrDefault("mongodb.database", defaults.database()).trim(),
        number(properties, "mongodb.timeoutMs", defaults.timeoutMs()));
  }

  private static SqlOptions sqlOptions(Map<String, String> properties) {
    refuseUnknown(properties, "sql.", SQL);
    SqlOptions defaults = SqlOptions.at(required(properties, "sql.url", "sql"));
    return new SqlOptions(
        defaults.url(),
        properties.getOrDefault("sql.user", defaults.user()),
        properties.getOrDefault("sql.password", defaults.password()),
        number(properties, "sql.connections", defaults.connections()),
        number(properties, "sql.timeoutMs", defaults.timeoutMs()));
  }

  private static void refuseUnknown(
      Map<String, String> properties, String prefix, List<String> valid) {
    for (String name : new TreeSet<>(properties.keySet())) {
      if (name.startsWith(prefix) && !valid.contains(name)) {
        throw new IllegalArgumentException(
            "unknown property " + name + "; valid: " + String.join(", ", valid));
      }
    }
  }

  private static String required(Map<String, String> properties, String name, String store) {
    String value = properties.get(name);
    if (value == null || value.isBlank()) {
      throw new IllegalArgumentException("the state store " + store + " needs property " + name);
    }
    return value.trim();
  }

  private static int number(Map<String, String> properties, String name, int otherwise) {
    String value = properties.get(name);
    if (value == null) {
      return otherwise;
    }
    try {
      return Integer.parseInt(value.trim());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(name + " must be a number, not '" + value + "'", e);
    }
  }
}
