package io.hybridycsb.ycsb.workload.load;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * An operation of a trace.
 *
 * @param second when it began, since the trace's beginning
 * @param kind what it does
 * @param table empty if the trace doesn't tell
 * @param size bytes of each value that it writes; records that a scan asks for
 * @param fields that are written or asked for; empty if the trace doesn't tell
 */
record Replayed(
    double second, Kind kind, String table, String key, int size, Optional<Set<String>> fields) {
  static final int SIZE_MAX = 1 << 24;

  /** What operations do. */
  enum Kind {
    READ,
    UPDATE,
    INSERT,
    DELETE,
    SCAN;

    boolean writes() {
      return this == UPDATE || this == INSERT;
    }

    /**
     * @throws IllegalArgumentException if there is none of this name, in small letters
     */
    static Kind of(String name) {
      for (Kind kind : values()) {
        if (kind.name().toLowerCase(Locale.ROOT).equals(name)) {
          return kind;
        }
      }
      throw new IllegalArgumentException(
          "expected read, update, insert, delete or scan, not '%s'".formatted(name));
    }
  }
}
