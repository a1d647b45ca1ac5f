package io.hybridycsb.harness.check.history;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;

/** The order in which scans go through keys. */
public final class KeyOrder {
  /** By the bytes of UTF-8, as most databases order them. */
  public static final Comparator<String> BY_BYTES =
      (one, other) -> Arrays.compareUnsigned(one.getBytes(UTF_8), other.getBytes(UTF_8));

  private KeyOrder() {}
}
