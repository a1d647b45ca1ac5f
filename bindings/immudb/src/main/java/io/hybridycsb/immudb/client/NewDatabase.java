package io.hybridycsb.immudb.client;

import io.hybridycsb.immudb.wire.CreateDatabaseRequest;

/**
 * A database to be made.
 *
 * @param concurrency how many calls its server works on at once, for writes and for proofs each; a
 *     server refuses more. Each takes 1 MiB of its memory
 * @param syncMs how long writes are gathered before they are synced to the disk together
 */
public record NewDatabase(String name, int concurrency, int syncMs) {

  /**
   * Makes it, unless it exists.
   *
   * @param server in a database that exists
   * @throws CallFailed if the server doesn't answer or refuses
   */
  public void make(Server server) {
    CreateDatabaseRequest.Builder request =
        CreateDatabaseRequest.newBuilder().setName(name).setIfNotExists(true);
    request.getSettingsBuilder().getMaxConcurrencyBuilder().setValue(concurrency);
    request.getSettingsBuilder().getReadTxPoolSizeBuilder().setValue(concurrency);
    request.getSettingsBuilder().getSyncFrequencyBuilder().setValue(syncMs);
    try (Calls calls = Calls.open(server)) {
      calls.call(Methods.CREATE_DATABASE, request.build());
    }
  }
}
