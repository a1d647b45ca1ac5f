package io.hybridycsb.veritas.stores;

import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.Settings;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.stores.mongodb.MongoOptions;
import io.hybridycsb.veritas.stores.mongodb.MongoStateStore;
import io.hybridycsb.veritas.stores.none.NoStateStore;
import io.hybridycsb.veritas.stores.redis.RedisOptions;
import io.hybridycsb.veritas.stores.redis.RedisStateStore;
import io.hybridycsb.veritas.stores.rocksdb.Durability;
import io.hybridycsb.veritas.stores.rocksdb.RocksDbStateStore;
import io.hybridycsb.veritas.stores.sql.SqlOptions;
import io.hybridycsb.veritas.stores.sql.SqlStateStore;
import java.nio.file.Path;
import java.util.List;

/** Opens state stores by name. */
public final class StateStores {
  private static final Property<String> STORE =
      Property.text(
          "state.store",
          "redis|mongodb|sql|rocksdb|none",
          "redis",
          "where the node keeps its state: redis, mongodb, sql, rocksdb, or none, which is no database"
              + " but a baseline");

  /** The properties of all stores, and the one that chooses between them. */
  public static final List<Property<?>> PROPERTIES =
      Property.declaredIn(
          StateStores.class,
          Durability.class,
          RedisOptions.class,
          MongoOptions.class,
          SqlOptions.class);

  private StateStores() {}

  /**
   * Opens the store that the settings name.
   *
   * @param settings with {@link #PROPERTIES}
   * @param directory of the node: a store in it goes into its directory {@code state}
   * @throws IllegalArgumentException if the name is unknown or a property of the store is wrong;
   *     the message says what is valid
   * @throws io.hybridycsb.veritas.core.spi.StoreException if the database can't be opened
   */
  public static StateStore open(Settings settings, Path directory) {
    String name = settings.get(STORE);
    return switch (name) {
      case "redis" -> RedisStateStore.open(RedisOptions.of(settings));
      case "mongodb" -> MongoStateStore.open(MongoOptions.of(settings));
      case "sql" -> SqlStateStore.open(SqlOptions.of(settings));
      case "rocksdb" -> RocksDbStateStore.open(directory.resolve("state"));
      case "none" -> NoStateStore.onHeap();
      default ->
          throw new IllegalArgumentException(
              "unknown state store '" + name + "'; valid: redis, mongodb, sql, rocksdb, none");
    };
  }
}
