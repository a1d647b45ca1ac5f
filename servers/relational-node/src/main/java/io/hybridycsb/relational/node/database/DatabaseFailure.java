package io.hybridycsb.relational.node.database;

/** The database can't be used, so that the node can't go on. One line. */
public final class DatabaseFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DatabaseFailure(String message) {
    super(message);
  }

  DatabaseFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
