package io.hybridycsb.relational.node.database;

import java.sql.Connection;
import java.sql.SQLException;

/**
 * A connection that reads what a node's database holds, in one {@link Snapshot} after another.
 * Between them it holds no lock.
 */
public final class SnapshotConnection implements AutoCloseable {
  private final Dialect dialect;
  private final DatabaseOptions options;
  private final Connection connection;

  private SnapshotConnection(Dialect dialect, DatabaseOptions options, Connection connection) {
    this.dialect = dialect;
    this.options = options;
    this.connection = connection;
  }

  /**
   * Connects.
   *
   * @param idleMs how long the database keeps a snapshot of which nothing is read, in case this
   *     process stands still
   * @throws DatabaseFailure if that is not possible
   */
  public static SnapshotConnection open(DatabaseOptions options, int idleMs) {
    Dialect dialect = Dialect.ofUrl(options.url());
    try {
      Connection connection = Writer.connection(dialect, options);
      try {
        dialect.locks().prepareSnapshots(connection, options.timeoutMs(), idleMs);
        return new SnapshotConnection(dialect, options, connection);
      } catch (SQLException | RuntimeException e) {
        connection.close();
        throw e;
      }
    } catch (SQLException e) {
      throw Snapshot.failed(options, e);
    }
  }

  /**
   * What is committed now. The one before has to be closed.
   *
   * @throws DatabaseFailure if the database can't be asked
   */
  public Snapshot begin() {
    return Snapshot.begin(dialect, options, connection);
  }

  @Override
  public void close() {
    try {
      connection.close();
    } catch (SQLException e) {
      // Nothing more is read from it.
    }
  }
}
