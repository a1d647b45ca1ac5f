package io.hybridycsb.ycsb.veritas;

import static io.hybridycsb.ycsb.veritas.VeritasDb.calling;

import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/**
 * A transaction of Veritas, which has read sets and write sets itself. Reads in it are not verified
 * one by one: its commit checks them.
 */
record VeritasTransaction(VeritasDb binding, Txn txn) implements Transaction {
  @Override
  public Optional<Found> read(String table, String key) {
    return calling(
        () ->
            txn.get(table, key)
                .map(record -> new Found(new HashMap<>(record.fields()), record.version())));
  }

  @Override
  public void put(String table, String key, Map<String, byte[]> fields) {
    calling(() -> txn.put(table, key, fields));
  }

  @Override
  public void merge(String table, String key, Map<String, byte[]> fields) {
    calling(() -> txn.merge(table, key, fields));
  }

  @Override
  public void delete(String table, String key) {
    calling(() -> txn.delete(table, key));
  }

  @Override
  public Status commit() {
    return calling(() -> binding.status(binding.commit(txn)));
  }

  @Override
  public Status settle() {
    return calling(() -> binding.status(binding.query(txn)));
  }

  @Override
  public void abort() {
    // Nothing has been sent but reads.
  }

  @Override
  public long versionMade(String table, String key) {
    return txn.versionMade();
  }
}
