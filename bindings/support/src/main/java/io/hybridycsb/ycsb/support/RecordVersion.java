package io.hybridycsb.ycsb.support;

import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A record's version, kept in the record itself, in a hidden field or in a column of its own, for
 * systems whose own versions are known only once a transaction is committed. This one is known
 * before, so that a history says of a transaction of unknown outcome which versions it may have
 * made.
 *
 * <p>A version is a count of the record's transactions (39 bits) and a random number (24 bits): no
 * two transactions make the same one, though only one of them can follow the version that both have
 * read.
 */
public final class RecordVersion {
  /** No field of a user's is called so. */
  private static final String FIELD = "\0version";

  private static final int RANDOM_BITS = 24;

  /** Of a record that an insert has made, which does not count. */
  public static final long FIRST = 1;

  private RecordVersion() {}

  /** Takes the hidden field out of a record, if it has one. */
  public static Map<String, byte[]> hide(Map<String, byte[]> record) {
    record.remove(FIELD);
    return record;
  }

  static long of(Map<String, byte[]> record) {
    byte[] version = record.get(FIELD);
    return version == null ? FIRST : ByteBuffer.wrap(version).getLong();
  }

  /** A version that is greater than another, 0 if there is no record. */
  public static long after(long version) {
    long count = (version >>> RANDOM_BITS) + 1;
    return count << RANDOM_BITS | ThreadLocalRandom.current().nextInt(1 << RANDOM_BITS);
  }

  /** A record with the hidden field. */
  public static Map<String, byte[]> with(Map<String, byte[]> fields, long version) {
    Map<String, byte[]> record = new HashMap<>(fields);
    record.put(FIELD, ByteBuffer.allocate(Long.BYTES).putLong(version).array());
    return record;
  }
}
