package io.hybridycsb.harness.check.history;

import java.util.Map;
import java.util.Set;

/**
 * What a key holds: fields with values. A register is a record of one field without a name.
 *
 * @param isPresent whether there is a record at all
 * @param fields the values by the fields' names
 * @param asked the fields that a read asked for, null for all; other fields that it hasn't found
 *     are unknown
 */
public record Contents(boolean isPresent, Map<String, String> fields, Set<String> asked) {
  /** No record. */
  public static final Contents ABSENT = new Contents(false, Map.of(), null);

  public static final String REGISTER = "";

  public Contents {
    fields = Map.copyOf(fields);
    if (!isPresent && !fields.isEmpty()) {
      throw new IllegalArgumentException("an absent record has fields");
    }
  }

  /** A record with all of its fields, or, for a merge, with the fields that it sets. */
  public static Contents of(Map<String, String> fields) {
    return new Contents(true, fields, null);
  }

  /** A register's value; null for an absent one. */
  public static Contents ofRegister(String value) {
    return value == null ? ABSENT : of(Map.of(REGISTER, value));
  }

  public boolean tellsAll() {
    return asked == null || !isPresent;
  }
}
