package io.hybridycsb.relational.node.database;

import java.sql.SQLException;

/** What errors of databases say, for people. */
final class Failures {
  private Failures() {}

  /** The message's first line, without what differs from connection to connection. */
  static String reason(SQLException e) {
    return String.valueOf(e.getMessage())
        .lines()
        .findFirst()
        .orElse("")
        .replaceFirst("^\\(conn=\\d+\\) ", "")
        .replaceFirst("^(ERROR|FATAL): +", "");
  }
}
