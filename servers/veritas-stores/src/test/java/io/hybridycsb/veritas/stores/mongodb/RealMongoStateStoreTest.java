package io.hybridycsb.veritas.stores.mongodb;

import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

/**
 * On a real mongod whose address {@code HYBRID_MONGODB_URL} names, {@code
 * mongodb://127.0.0.1:27017} for instance. It uses the database {@code veritas-contract} there.
 */
@EnabledIfEnvironmentVariable(named = "HYBRID_MONGODB_URL", matches = "mongodb.*")
class RealMongoStateStoreTest extends MongoStateStoreContract {
  @Override
  String url() {
    return System.getenv("HYBRID_MONGODB_URL");
  }
}
