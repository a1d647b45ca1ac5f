package io.hybridycsb.ycsb.cassandra;

import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Pattern;

/** Names of keyspaces and tables. */
final class Names {
  private static final Pattern VALID = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,47}");

  private Names() {}

  /**
   * The name, if Cassandra takes it.
   *
   * @throws IllegalArgumentException if it doesn't
   */
  static String required(String name) {
    if (!VALID.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is not a name of at most 48 letters, digits and underscores");
    }
    return name;
  }

  /**
   * A table's id, derived from its name. If two clients made a table through different nodes at the
   * same time, it would otherwise get two ids, and the nodes would never agree.
   */
  static UUID tableId(String keyspace, String table) {
    return UUID.nameUUIDFromBytes((keyspace + "." + table).getBytes(StandardCharsets.UTF_8));
  }
}
