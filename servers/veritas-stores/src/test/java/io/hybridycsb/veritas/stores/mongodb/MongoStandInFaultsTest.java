package io.hybridycsb.veritas.stores.mongodb;

import de.bwaldvogel.mongo.backend.h2.H2Backend;
import io.hybridycsb.veritas.core.spi.StateStore;
import io.hybridycsb.veritas.stores.database.DatabaseFaultsContract;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the store does while a stand-in for a mongod goes, comes back or forgets. */
class MongoStandInFaultsTest extends DatabaseFaultsContract {
  @TempDir private Path directory;
  private Path file;
  private MongoStandIn standIn;

  @BeforeEach
  void start() {
    file = directory.resolve("state");
    standIn = new MongoStandIn(() -> new H2Backend(file.toString()));
    openStore();
  }

  @AfterEach
  void stop() {
    store.close();
    standIn.close();
  }

  @Override
  protected StateStore openPatient() {
    return open((int) TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS));
  }

  @Override
  protected StateStore openImpatient() {
    return open(500);
  }

  private StateStore open(int timeoutMs) {
    return MongoStateStore.open(new MongoOptions(standIn.url(), "veritas", timeoutMs));
  }

  @Override
  protected void endDatabase() {
    standIn.stop();
  }

  @Override
  protected void startDatabaseAgain() {
    standIn.start();
  }

  @Test
  void aServerThatComesBackEmptyIsToldToReadersAndWriterUntilItIsRebuilt() throws Exception {
    standIn.stop();
    Files.delete(file);
    standIn.start();
    assertLostUntilRebuilt();
  }
}
