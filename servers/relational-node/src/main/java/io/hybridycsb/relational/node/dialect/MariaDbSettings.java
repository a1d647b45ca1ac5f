package io.hybridycsb.relational.node.dialect;

import io.hybridycsb.relational.node.procedure.Language;
import java.sql.Connection;
import java.sql.SQLException;

/** What a MariaDB has to be set to. */
final class MariaDbSettings {
  /** What a packet holds besides the arguments: their types and lengths. */
  private static final int PACKET_EXTRA_BYTES = 65_536;

  /** Its default: what stands in each other in a procedure at most takes half of it. */
  private static final long THREAD_STACK = 299_008;

  /** Its default. */
  private static final long PAGE_BYTES = 16_384;

  private MariaDbSettings() {}

  /** A longer text or value would be null, or an error, where PostgreSQL has one. */
  public static void requireFit(Connection connection, int bytes) throws SQLException {
    long joined = (Language.JOINED_MAX + 1L) * Math.max(bytes, 4 * Language.CHARACTERS_MAX);
    long needed = Math.max(2L * bytes + Dialect.STATEMENT_BYTES, joined) + PACKET_EXTRA_BYTES;
    requireAtLeast(
        connection,
        "max_allowed_packet",
        needed,
        "MariaDB's max_allowed_packet is %d; set it to %d or more, so that the longest transaction"
            + " fits, and what a statement may join");
    requireAtLeast(
        connection,
        "thread_stack",
        THREAD_STACK,
        "MariaDB's thread_stack is %d; set it to %d or more, so that procedures' functions fit in"
            + " each other");
    requireAtLeast(
        connection,
        "innodb_page_size",
        PAGE_BYTES,
        "MariaDB's innodb_page_size is %d; make a new data directory with %d or more, so that a"
            + " row's fields fit");
  }

  private static void requireAtLeast(
      Connection connection, String setting, long needed, String message) throws SQLException {
    long set = Dialect.number(connection, "SELECT @@" + setting);
    if (set < needed) {
      throw new IllegalArgumentException(message.formatted(set, needed));
    }
  }
}
