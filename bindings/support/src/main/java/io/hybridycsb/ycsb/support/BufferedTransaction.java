package io.hybridycsb.ycsb.support;

import io.hybridycsb.ycsb.record.RecordName;
import io.hybridycsb.ycsb.record.RecordVersion;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import site.ycsb.Status;

/**
 * A transaction of a system that takes only whole ones: a read set, and a write set that takes
 * effect if nothing in the read set has changed. What is written is read, too, at the commit at the
 * latest: each record carries a version ({@link RecordVersion}), which a write counts on.
 *
 * @param <S> what the system compares to see whether a record has changed
 */
public abstract class BufferedTransaction<S> implements Transaction {

  /**
   * A record as the system has it.
   *
   * @param state what the system compares; also that of an absent record
   * @param record with its hidden version; empty if there is none
   */
  public record Fetched<S>(S state, Optional<Map<String, byte[]>> record) {
    long version() {
      return record.map(RecordVersion::of).orElse(0L);
    }

    Optional<Map<String, byte[]>> fields() {
      return record.map(fields -> RecordVersion.hide(new HashMap<>(fields)));
    }
  }

  private final Map<RecordName, Fetched<S>> reads = new LinkedHashMap<>();
  private final Map<RecordName, Optional<Map<String, byte[]>>> writes = new LinkedHashMap<>();
  private final Map<RecordName, Long> made = new HashMap<>();
  private boolean ended;

  /** Reads a record from the system. */
  protected abstract Fetched<S> fetch(RecordName record);

  /**
   * Makes the writes take effect if no record of the read set has changed.
   *
   * @param reads also every record that is written
   * @param writes what each record shall consist of; empty to delete it
   * @return as {@link Transaction#commit}
   */
  protected abstract Status commit(
      Map<RecordName, Fetched<S>> reads, Map<RecordName, Optional<Map<String, byte[]>>> writes);

  @Override
  public final Optional<Found> read(String table, String key) {
    mustBeOpen();
    RecordName record = new RecordName(table, key);
    Optional<Map<String, byte[]>> own = writes.get(record);
    if (own != null) {
      return own.map(fields -> new Found(new HashMap<>(fields), 0));
    }
    Fetched<S> fetched = fetched(record);
    return fetched.fields().map(fields -> new Found(fields, fetched.version()));
  }

  /** Reads each record once, so that a transaction never sees two versions of it. */
  private Fetched<S> fetched(RecordName record) {
    Fetched<S> known = reads.get(record);
    if (known == null) {
      known = fetch(record);
      reads.put(record, known);
    }
    return known;
  }

  @Override
  public final void put(String table, String key, Map<String, byte[]> fields) {
    mustBeOpen();
    writes.put(new RecordName(table, key), Optional.of(Map.copyOf(fields)));
  }

  @Override
  public final void merge(String table, String key, Map<String, byte[]> fields) {
    Map<String, byte[]> merged = read(table, key).map(Found::fields).orElseGet(HashMap::new);
    merged.putAll(fields);
    put(table, key, merged);
  }

  @Override
  public final void delete(String table, String key) {
    mustBeOpen();
    writes.put(new RecordName(table, key), Optional.empty());
  }

  @Override
  public final Status commit() {
    mustBeOpen();
    ended = true;
    Map<RecordName, Optional<Map<String, byte[]>>> counted = new LinkedHashMap<>();
    writes.forEach(
        (record, fields) -> {
          long before = fetched(record).version();
          long version = RecordVersion.after(before);
          // The delete of nothing changes nothing, and so makes no version.
          if (before != 0 || fields.isPresent()) {
            made.put(record, version);
          }
          counted.put(record, fields.map(some -> RecordVersion.with(some, version)));
        });
    return reads.isEmpty() ? Status.OK : commit(reads, counted);
  }

  @Override
  public final void abort() {
    ended = true;
  }

  @Override
  public long versionMade(String table, String key) {
    return made.getOrDefault(new RecordName(table, key), 0L);
  }

  private void mustBeOpen() {
    if (ended) {
      throw new IllegalStateException("the transaction has ended already");
    }
  }
}
