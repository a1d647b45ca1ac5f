package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.dialect.Dialect;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes definitions. A table has to be free of readers for that, for a moment, so that somebody who
 * reads it for long, {@code pg_dump} for instance, is waited for. Whoever wants to read a table
 * waits behind a definition that waits; so this one waits for moments only, again and again.
 */
final class DefinitionWait {
  private static final Logger LOG = LoggerFactory.getLogger(DefinitionWait.class);
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(500);

  /** How long a try waits: longer than most reads take, so that it isn't always one too many. */
  private static final int TRY_MIN_MS = 500;

  private static final int TRY_MAX_MS = 2_000;
  private static final long TELL_NS = TimeUnit.SECONDS.toNanos(30);

  private final DatabaseOptions options;

  /** 0: nothing waits. */
  private volatile long sinceNs;

  private long waitedNs;

  /** Of the block's first try: a later one has no more time. */
  private OptionalLong endsNs = OptionalLong.empty();

  DefinitionWait(DatabaseOptions options) {
    this.options = options;
  }

  /** How long a definition has waited by now; 0: none waits. For any thread. */
  long waitingMs() {
    long since = sinceNs;
    return since == 0 ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - since));
  }

  /** How long definitions have waited since this was asked last. */
  long takeWaitedNs() {
    long waited = waitedNs;
    waitedNs = 0;
    return waited;
  }

  /** The definitions of the next block have all of their time. */
  void beginBlock() {
    endsNs = OptionalLong.empty();
  }

  /**
   * Makes all of them or, where definitions don't commit, none.
   *
   * @param tables that they need to themselves
   * @param statements may be executed again after some of them have been
   * @throws DatabaseFailure if a table wasn't free in time; it names who has held it
   */
  void make(Writer writer, long height, Collection<String> tables, List<String> statements)
      throws SQLException {
    long began = System.nanoTime();
    long ends = endsNs.orElse(began + TimeUnit.MILLISECONDS.toNanos(options.definitionTimeoutMs()));
    endsNs = OptionalLong.of(ends);
    long tell = began;
    Dialect dialect = writer.dialect();
    int tryMs = TRY_MIN_MS;
    dialect.traits().locks().beginDefinition(writer.connection());
    try {
      while (!isMade(writer, statements, tryMs)) {
        sinceNs = began;
        String holders = holders(dialect, writer.connection(), tables);
        long now = System.nanoTime();
        if (now - ends >= 0 || Thread.currentThread().isInterrupted()) {
          throw new DatabaseFailure(
              "the database %s: block %d could not define %s in %d ms (definition.timeout.ms): held by %s. Start the node again when that has ended"
                  .formatted(
                      options,
                      height,
                      String.join(", ", tables),
                      options.definitionTimeoutMs(),
                      holders));
        }
        if (now - tell >= 0) {
          LOG.warn(
              "block {} can't define {} yet: held by {}. This node lags until it can, {} ms at most"
                  + " (definition.timeout.ms)",
              height,
              String.join(", ", tables),
              holders,
              options.definitionTimeoutMs());
          tell = now + TELL_NS;
        }
        tryMs = Math.min(TRY_MAX_MS, 2 * tryMs);
        LockSupport.parkNanos(PAUSE_NS);
      }
    } finally {
      if (sinceNs != 0) {
        waitedNs += System.nanoTime() - began;
        sinceNs = 0;
      }
    }
    dialect.traits().locks().endDefinition(writer.connection(), options.timeoutMs());
  }

  private static boolean isMade(Writer writer, List<String> statements, int tryMs)
      throws SQLException {
    writer.dialect().traits().locks().limitWait(writer.connection(), tryMs);
    try {
      for (String sql : statements) {
        Dialect.execute(writer.connection(), sql);
      }
      return true;
    } catch (SQLException e) {
      if (!writer.dialect().traits().locks().isLockTimeout(e)) {
        throw e;
      }
      writer.dialect().traits().locks().undoDefinition(writer.connection());
      return false;
    }
  }

  private static String holders(Dialect dialect, Connection connection, Collection<String> tables)
      throws SQLException {
    List<String> holders = dialect.traits().locks().holders(connection, tables);
    return holders.isEmpty()
        ? "somebody whom the database doesn't name"
        : String.join("; ", holders);
  }
}
