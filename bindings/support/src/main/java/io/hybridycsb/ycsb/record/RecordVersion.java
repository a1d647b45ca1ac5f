package io.hybridycsb.ycsb.record;

import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A record's version, kept in the record itself, in a hidden field or in a column of its own, for
 * systems whose own versions are known only once a transaction is committed. This one is known
 * before, so that a history says of a transaction of unknown outcome which versions it may have
 * made.
 *
 * <p>A version is a count (43 bits) and a random number (20 bits). Each transaction on a record
 * counts on by one. Where there is no record, a count begins with the time since 2026 in units of
 * 64 µs, which lasts for 17 years. So a record that is deleted and made again goes on with greater
 * versions. That holds unless the wall clock is set back meanwhile, or somebody else makes and
 * deletes the record between a transaction's read and its commit. Two transactions that have read
 * the same version make different ones but for one case in a million, and only one of them can
 * follow it.
 */
public final class RecordVersion {
  /** No field of a user's is called so. */
  private static final String FIELD = "\0version";

  private static final int RANDOM_BITS = 20;
  private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");
  private static final long COUNTED_US = 64;

  /** Of a record that an insert has made, which does not count. */
  public static final long FIRST = 1;

  private RecordVersion() {}

  /** Takes the hidden field out of a record, if it has one. */
  public static Map<String, byte[]> hide(Map<String, byte[]> record) {
    record.remove(FIELD);
    return record;
  }

  /** The version in the hidden field. */
  public static long of(Map<String, byte[]> record) {
    byte[] version = record.get(FIELD);
    return version == null ? FIRST : ByteBuffer.wrap(version).getLong();
  }

  /** A version that is greater than another, 0 if there is no record. */
  public static long after(long version) {
    long count =
        version == 0
            ? Math.max(1, ChronoUnit.MICROS.between(EPOCH, Instant.now()) / COUNTED_US)
            : (version >>> RANDOM_BITS) + 1;
    return count << RANDOM_BITS | ThreadLocalRandom.current().nextInt(1 << RANDOM_BITS);
  }

  /** A record with the hidden field. */
  public static Map<String, byte[]> with(Map<String, byte[]> fields, long version) {
    Map<String, byte[]> record = new HashMap<>(fields);
    record.put(FIELD, ByteBuffer.allocate(Long.BYTES).putLong(version).array());
    return record;
  }
}
