package io.hybridycsb.immudb.command;

import io.hybridycsb.verification.Hash;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The newest write of each key in the ledger. Keys and values are kept as the first 16 bytes of
 * their hashes, some 150 bytes of memory for each key.
 */
final class NewestWrites {
  /** The beginning of a hash. */
  private record Prefix(long first, long second) {
    static Prefix of(Hash hash) {
      ByteBuffer bytes = ByteBuffer.wrap(hash.bytes());
      return new Prefix(bytes.getLong(), bytes.getLong());
    }
  }

  /** A write. */
  static final class Write {
    private final long tx;
    private final Prefix value;
    private final long hiddenFrom;
    private boolean isFound;

    private Write(long tx, Prefix value, long hiddenFrom, boolean isFound) {
      this.tx = tx;
      this.value = value;
      this.hiddenFrom = hiddenFrom;
      this.isFound = isFound;
    }

    /** The transaction that has written. */
    long tx() {
      return tx;
    }

    /** Whether it has written a value of this hash. */
    boolean isOf(Hash valueHash) {
      return value.equals(Prefix.of(valueHash));
    }

    /**
     * Whether it was a deletion, or its value has expired.
     *
     * @param seconds since 1970
     */
    boolean isHiddenAt(long seconds) {
      return hiddenFrom <= seconds;
    }

    /** Whether the index has the key. */
    boolean isFound() {
      return isFound;
    }
  }

  private final Map<Prefix, Write> writes = new HashMap<>();

  /**
   * A write that is newer than all before.
   *
   * @param valueHash SHA-256 of the value as it is stored
   * @param hiddenFrom seconds since 1970 from which on the index hides it; 0 if it is a deletion
   */
  void put(byte[] key, long tx, Hash valueHash, long hiddenFrom) {
    writes.merge(
        Prefix.of(Hash.sha256(key)),
        new Write(tx, Prefix.of(valueHash), hiddenFrom, false),
        (before, write) -> new Write(tx, write.value, hiddenFrom, before.isFound));
  }

  /** The index has the key. */
  void found(byte[] key) {
    of(key).ifPresent(write -> write.isFound = true);
  }

  Optional<Write> of(byte[] key) {
    return Optional.ofNullable(writes.get(Prefix.of(Hash.sha256(key))));
  }

  Stream<Write> all() {
    return writes.values().stream();
  }

  /** All keys, also those that have been deleted. */
  long keys() {
    return writes.size();
  }

  /** Keys that haven't been deleted. */
  long count() {
    return all().filter(write -> !write.isHiddenAt(0)).count();
  }
}
