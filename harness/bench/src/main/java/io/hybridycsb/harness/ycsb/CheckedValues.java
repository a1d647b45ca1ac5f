package io.hybridycsb.harness.ycsb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Values that a read can check by themselves. A value begins with a number that no other write of
 * any process has. All of its other characters follow from that number, the record's key, the
 * field's name and the value's length. So a value of another record or field, a cut one, and one
 * made of two others are found, but not an older value of the same field.
 *
 * <p>The number takes 10 characters, in a value of less than 16 three fifths of it. The others are
 * the proof, of 6 bits each, and at most of 64 bits. A wrong value of 100 characters passes once in
 * 2^64, one of 10 characters once in 2^24, one of the shortest once in 2^12.
 *
 * <p>The characters are 32 to 95, as YCSB's random ones. Safe for use by several threads.
 */
final class CheckedValues {
  /** Shorter values have no room for a number and a proof. */
  static final int LENGTH_MIN = 4;

  private static final int NUMBER_LENGTH = 10;
  private static final int WHOLE_LENGTH = 16;

  private static final int BITS = 6;
  private static final int MASK = (1 << BITS) - 1;
  private static final byte FIRST = ' ';

  private static final long ALL_BYTES = 0x0101010101010101L;

  private static final VarHandle EIGHT =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  /** Odd, so that numbers that follow each other look unlike, and stay different. */
  private static final long SPREAD = 0x9E3779B97F4A7C15L;

  private final AtomicLong numbers = new AtomicLong(new SecureRandom().nextLong());

  /** The number of a new write, for the values of all its fields. */
  long newNumber() {
    return numbers.getAndIncrement();
  }

  /** What stands for a key when values are made and checked. */
  static long digest(String text) {
    long hash = SPREAD;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0xFF51AFD7ED558CCDL;
    }
    return mixed(hash);
  }

  /** A value for one field of a write. */
  static byte[] value(long keyDigest, String field, int length, long number) {
    int digits = digits(length);
    return value(keyDigest, field, length, digits, number * SPREAD >>> Long.SIZE - BITS * digits);
  }

  /** Whether this is a value that was made for this field of this record. */
  static boolean isRight(long keyDigest, String field, byte[] value) {
    int digits = digits(value.length);
    long shown = 0;
    for (int i = 0; i < digits; i++) {
      shown = shown << BITS | ((value[i] - FIRST) & MASK);
    }
    return value.length >= LENGTH_MIN
        && Arrays.equals(value, value(keyDigest, field, value.length, digits, shown));
  }

  private static int digits(int length) {
    return length < WHOLE_LENGTH ? length * 3 / 5 : NUMBER_LENGTH;
  }

  private static byte[] value(long keyDigest, String field, int length, int digits, long shown) {
    byte[] value = new byte[length];
    long rest = shown;
    for (int i = digits - 1; i >= 0; i--, rest >>>= BITS) {
      value[i] = (byte) (FIRST + (rest & MASK));
    }
    long state = mixed(mixed(keyDigest ^ shown) ^ digest(field) + length);
    int at = digits;
    for (; at + Long.BYTES <= length; at += Long.BYTES) {
      state += SPREAD;
      EIGHT.set(value, at, characters(mixed(state)));
    }
    long last = characters(mixed(state + SPREAD));
    for (; at < length; at++, last >>>= Byte.SIZE) {
      value[at] = (byte) last;
    }
    return value;
  }

  /** Eight characters, six bits in each. */
  private static long characters(long random) {
    return (random & MASK * ALL_BYTES) + FIRST * ALL_BYTES;
  }

  /** SplitMix64's last step: each bit of the result depends on all bits. */
  private static long mixed(long bits) {
    long once = (bits ^ bits >>> 30) * 0xBF58476D1CE4E5B9L;
    long twice = (once ^ once >>> 27) * 0x94D049BB133111EBL;
    return twice ^ twice >>> 31;
  }
}
