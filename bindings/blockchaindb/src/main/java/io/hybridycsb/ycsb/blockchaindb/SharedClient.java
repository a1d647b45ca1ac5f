package io.hybridycsb.ycsb.blockchaindb;

import io.hybridycsb.blockchaindb.client.BlockchainDb;
import io.hybridycsb.blockchaindb.client.ClientException;
import io.hybridycsb.blockchaindb.client.ClusterFile;
import io.hybridycsb.records.StateKey;
import io.hybridycsb.settings.PropertySet;

/**
 * What all threads of a process use.
 *
 * @param checks reads to be checked in the background; used only where that is wanted
 */
record SharedClient(BlockchainDb db, OfflineChecks checks) implements AutoCloseable {
  private static final long END_TIMEOUT_MS = 60_000;

  /**
   * Connects.
   *
   * @throws IllegalStateException if no node answers
   */
  static SharedClient connect(PropertySet.Values properties) {
    BlockchainDb db =
        new BlockchainDb(
            ClusterFile.read(properties.get(BlockchainDbProperties.CLUSTER)),
            properties.get(BlockchainDbProperties.TIMEOUT_MS),
            properties.get(BlockchainDbProperties.CONNECTIONS),
            BlockchainDbProperties.requirements(properties));
    try {
      db.session().get(StateKey.of("hybrid-ycsb", "any"), BlockchainDb.Freshness.EVENTUAL);
      return new SharedClient(db, new OfflineChecks(db.readChecks()::check, END_TIMEOUT_MS));
    } catch (ClientException e) {
      db.close();
      throw new IllegalStateException("no node of the cluster answers: " + e.getMessage(), e);
    }
  }

  @Override
  public void close() throws InterruptedException {
    try {
      checks.close();
    } finally {
      db.close();
    }
  }
}
