package io.hybridycsb.relational.node.database;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import io.hybridycsb.verification.Threads;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

/**
 * A connection that reads what a node's database holds, in one {@link Snapshot} after another.
 * Between them it holds no lock. The database is asked in a thread of its own, and given up when it
 * has not answered in time. The driver's limits are for each piece of an answer: one in small
 * pieces would never end.
 */
public final class SnapshotConnection implements AutoCloseable {
  private final DatabaseOptions options;
  private final Dialect dialect;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(work -> Threads.daemon("snapshots", work));
  private volatile Connection connection;
  private boolean givenUp;

  private SnapshotConnection(DatabaseOptions options) {
    this.options = options;
    this.dialect = Dialect.ofUrl(options.url());
  }

  /**
   * Connects.
   *
   * @param idleMs how long the database keeps a snapshot of which nothing is read, in case this
   *     process stands still
   * @throws DatabaseFailure if that is not possible
   */
  public static SnapshotConnection open(DatabaseOptions options, int idleMs) {
    SnapshotConnection opened = new SnapshotConnection(options);
    try {
      opened.ask(() -> opened.connect(idleMs));
      return opened;
    } catch (RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  private Void connect(int idleMs) throws SQLException {
    connection = Writer.unprepared(dialect, options);
    Writer.prepare(connection, dialect, options);
    dialect.traits().locks().prepareSnapshots(connection, options.timeoutMs(), idleMs);
    return null;
  }

  /**
   * What is committed now. The one before has to be closed.
   *
   * @throws DatabaseFailure if the database can't be asked
   */
  public Snapshot begin() {
    return ask(() -> new Snapshot(dialect, options, this, connection));
  }

  /**
   * Asks.
   *
   * @throws DatabaseFailure if it fails, or has not ended in time; then all others fail, too
   */
  <T> T ask(Callable<T> question) {
    if (givenUp || thread.isShutdown()) {
      throw late();
    }
    Future<T> answer = thread.submit(question);
    try {
      return answer.get(options.answerMs(), MILLISECONDS);
    } catch (TimeoutException e) {
      giveUp();
      throw late();
    } catch (InterruptedException e) {
      giveUp();
      Thread.currentThread().interrupt();
      throw new DatabaseFailure("the database %s: interrupted".formatted(options), e);
    } catch (ExecutionException e) {
      throw failed(e.getCause());
    }
  }

  private DatabaseFailure late() {
    return new DatabaseFailure(
        "the database %s: no whole answer within %d ms".formatted(options, options.answerMs()));
  }

  private RuntimeException failed(Throwable cause) {
    if (cause instanceof SQLException e) {
      return new DatabaseFailure("the database " + options + ": " + options.reason(e), e);
    }
    if (cause instanceof RuntimeException e) {
      return e;
    }
    throw (Error) cause;
  }

  /** In a thread of its own, for a driver may ask the server once more. */
  private void giveUp() {
    givenUp = true;
    Connection abandoned = connection;
    if (abandoned != null) {
      Threads.daemon(
              "snapshots",
              () -> {
                try {
                  abandoned.abort(Runnable::run);
                } catch (SQLException e) {
                  // It is of no use any more.
                }
              })
          .start();
    }
  }

  /** Of one that was given up the thread ends when the database lets go of it. */
  @Override
  public void close() {
    if (thread.isShutdown()) {
      return;
    }
    thread.execute(this::closeConnection);
    thread.shutdown();
    if (!givenUp) {
      Threads.untilInterrupted(() -> thread.awaitTermination(options.answerMs(), MILLISECONDS));
    }
  }

  private void closeConnection() {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (SQLException e) {
      // Nothing more is read from it.
    }
  }
}
