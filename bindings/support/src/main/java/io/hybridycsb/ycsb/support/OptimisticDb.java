package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.outcome.OptimisticUpdate;
import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import io.hybridycsb.ycsb.support.BufferedTransaction.Fetched;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * A binding whose system writes records if what was read of them, and of others, hasn't changed. So
 * a single record is updated, and so are the records of a transaction.
 *
 * @param <S> what the system compares to see whether a record has changed
 */
public abstract class OptimisticDb<S> extends BindingDb {

  /** As that of {@link BindingDb}. */
  protected OptimisticDb(String binding) {
    super(binding);
  }

  /** Reads a record from the system, verified if that is wanted; into a map that may be changed. */
  protected abstract Fetched<S> fetch(RecordName record);

  /** As {@link BufferedTransaction#commit(Map, Map)}. */
  protected abstract Status commit(
      Map<RecordName, Fetched<S>> reads, Map<RecordName, Optional<Map<String, byte[]>>> writes);

  @Override
  protected final Optional<Map<String, byte[]>> readRecord(
      String table, String key, Set<String> fields) {
    return fetch(new RecordName(table, key)).record().map(RecordVersion::hide);
  }

  /**
   * Updates a record unless somebody else has written it since it was read; makes it if there is
   * none.
   *
   * @param retries how often it is read and written again if somebody has
   * @return as {@link #commit}
   */
  protected final Status merge(int retries, RecordName record, Map<String, byte[]> fields) {
    return OptimisticUpdate.retrying(
        retries,
        () -> {
          Fetched<S> seen = fetch(record);
          return replace(record, seen, Optional.of(OptimisticUpdate.merged(seen.record(), fields)));
        });
  }

  /**
   * Deletes a record in the same way.
   *
   * @return NOT_FOUND if there is none; otherwise as {@link #commit}
   */
  protected final Status delete(int retries, RecordName record) {
    return OptimisticUpdate.retrying(
        retries,
        () -> {
          Fetched<S> seen = fetch(record);
          return seen.record().isEmpty()
              ? Status.NOT_FOUND
              : replace(record, seen, Optional.empty());
        });
  }

  private Status replace(RecordName record, Fetched<S> seen, Optional<Map<String, byte[]>> fields) {
    return commit(Map.of(record, seen), Map.of(record, fields));
  }

  @Override
  protected final Optional<Supplier<Transaction>> transactions() {
    return Optional.of(OfRecords::new);
  }

  private final class OfRecords extends BufferedTransaction<S> {
    @Override
    protected Fetched<S> fetch(RecordName record) {
      return OptimisticDb.this.fetch(record);
    }

    @Override
    protected Status commit(
        Map<RecordName, Fetched<S>> reads, Map<RecordName, Optional<Map<String, byte[]>>> writes) {
      return OptimisticDb.this.commit(reads, writes);
    }
  }
}
