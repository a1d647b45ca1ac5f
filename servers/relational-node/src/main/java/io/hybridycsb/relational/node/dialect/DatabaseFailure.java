package io.hybridycsb.relational.node.dialect;

/** The database can't be used, so that the node can't go on. One line. */
public final class DatabaseFailure extends RuntimeException {
  public DatabaseFailure(String message) {
    super(message);
  }

  public DatabaseFailure(String message, Throwable cause) {
    super(message, cause);
  }
}
