package io.hybridycsb.immudb.command;

import io.hybridycsb.immudb.proof.Sha256;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The newest write of each key in the ledger. Keys are kept as the first 16 bytes of their hashes,
 * some 120 bytes of memory each.
 */
final class NewestWrites {
  /** The beginning of a key's hash. */
  private record Name(long first, long second) {
    static Name of(byte[] key) {
      ByteBuffer hash = ByteBuffer.wrap(Sha256.of(key).bytes());
      return new Name(hash.getLong(), hash.getLong());
    }
  }

  /**
   * A write.
   *
   * @param isDeletion whether it has deleted the key
   * @param isFound whether the index has the key
   */
  record Write(long tx, boolean isDeletion, boolean isFound) {}

  private final Map<Name, Write> writes = new HashMap<>();

  /** A write that is newer than all before. */
  void put(byte[] key, long tx, boolean isDeletion) {
    Name name = Name.of(key);
    Write before = writes.get(name);
    writes.put(name, new Write(tx, isDeletion, before != null && before.isFound()));
  }

  /** The index has the key. */
  void found(byte[] key) {
    writes.computeIfPresent(
        Name.of(key), (name, write) -> new Write(write.tx(), write.isDeletion(), true));
  }

  Optional<Write> of(byte[] key) {
    return Optional.ofNullable(writes.get(Name.of(key)));
  }

  Stream<Write> all() {
    return writes.values().stream();
  }

  /** Keys that have a value. */
  long count() {
    return all().filter(write -> !write.isDeletion()).count();
  }
}
