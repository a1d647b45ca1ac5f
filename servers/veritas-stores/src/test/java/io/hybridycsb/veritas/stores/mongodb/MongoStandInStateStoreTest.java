package io.hybridycsb.veritas.stores.mongodb;

import java.nio.file.Path;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** On a stand-in that speaks MongoDB's protocol; this is not a real mongod. */
class MongoStandInStateStoreTest extends MongoStateStoreContract {
  @TempDir private static Path directory;
  @AutoClose private static MongoStandIn standIn;

  @BeforeAll
  static void start() {
    standIn = new MongoStandIn(directory.resolve("state"));
  }

  @Override
  String url() {
    return standIn.url();
  }
}
