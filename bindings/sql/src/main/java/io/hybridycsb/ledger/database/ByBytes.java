package io.hybridycsb.ledger.database;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;

/** The order of texts in PostgreSQL's collation C. */
public final class ByBytes {
  public static final Comparator<String> ORDER =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  private ByBytes() {}
}
