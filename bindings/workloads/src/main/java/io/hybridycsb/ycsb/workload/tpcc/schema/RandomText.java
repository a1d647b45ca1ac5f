package io.hybridycsb.ycsb.workload.tpcc.schema;

import java.util.random.RandomGenerator;
import java.util.stream.Collectors;

/** TPC-C's random strings (4.3.2). */
public final class RandomText {
  private static final String DIGITS = "0123456789";
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz" + DIGITS;
  private static final String ORIGINAL = "ORIGINAL";

  private RandomText() {}

  /** Letters and digits, from {@code min} to {@code max} of them. */
  public static String letters(RandomGenerator random, int min, int max) {
    return of(LETTERS, random, random.nextInt(min, max + 1));
  }

  /** Exactly so many digits. */
  public static String digits(RandomGenerator random, int length) {
    return of(DIGITS, random, length);
  }

  /** I_DATA and S_DATA (4.3.3.1): 26 to 50 letters, with ORIGINAL in one of ten. */
  public static String data(RandomGenerator random) {
    String text = letters(random, 26, 50);
    if (random.nextInt(10) > 0) {
      return text;
    }
    int at = random.nextInt(text.length() - ORIGINAL.length() + 1);
    return text.substring(0, at) + ORIGINAL + text.substring(at + ORIGINAL.length());
  }

  private static String of(String alphabet, RandomGenerator random, int length) {
    return random
        .ints(length, 0, alphabet.length())
        .mapToObj(i -> alphabet.substring(i, i + 1))
        .collect(Collectors.joining());
  }
}
