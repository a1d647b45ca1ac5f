package io.hybridycsb.veritas.stores.mongodb;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/** On a stand-in that speaks MongoDB's protocol; this is not a real mongod. */
@Tag("veritas-kafka")
@Tag("campaign")
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
