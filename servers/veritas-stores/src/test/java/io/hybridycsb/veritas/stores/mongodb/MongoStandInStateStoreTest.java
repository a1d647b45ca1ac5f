package io.hybridycsb.veritas.stores.mongodb;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;

/** On a stand-in that speaks MongoDB's protocol; this is not a real mongod. */
class MongoStandInStateStoreTest extends MongoStateStoreContract {
  @AutoClose private static MongoStandIn standIn;

  @BeforeAll
  static void start() {
    standIn = new MongoStandIn();
  }

  @Override
  String url() {
    return standIn.url();
  }
}
