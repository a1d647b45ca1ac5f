package io.hybridycsb.relational.node.database;

import io.hybridycsb.relational.node.definition.Definitions;
import io.hybridycsb.relational.node.dialect.DatabaseFailure;
import io.hybridycsb.relational.node.skip.SkipDecision;
import io.hybridycsb.relational.node.skip.Skips;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database as the chain writes it: a block is executed in one transaction, which holds its
 * height. Then it is committed. For one thread.
 *
 * <pre>
 * from        call                                            to
 * COMMITTED   execute of a later block                        EXECUTED
 * EXECUTED    commit                                          COMMITTED
 * EXECUTED    execute: what is open is rolled back            EXECUTED
 * </pre>
 *
 * Where the database is lost, it is waited for. What it has committed is looked up, and an executed
 * block that is not in it is executed again, to the same application hash.
 */
public final class ChainDatabase implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ChainDatabase.class);
  private static final long PAUSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

  /**
   * How far the chain has come.
   *
   * @param height of the last committed block with transactions; 0: none
   * @param appHash after it; at height 0 the hash of the rules
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  public record Head(long height, byte[] appHash) {}

  private final DatabaseOptions options;
  private final Rules rules;
  private final Skips skips;
  private final DefinitionWait definitionWait;
  private Writer writer;
  private volatile Committed committed;
  private List<BlockTransaction> openTransactions;
  private ExecutedBlock open;
  private Definitions openDefinitions;

  /** Whether the block has come to the database. */
  private boolean executing;

  /** Whether the block was executed, so that it may be committed. */
  private boolean executed;

  private ChainDatabase(DatabaseOptions options, Rules rules, Skips skips) {
    this.options = options;
    this.rules = rules;
    this.skips = skips;
    this.definitionWait = new DefinitionWait(options);
  }

  /**
   * What a database has committed.
   *
   * @param height of the last block with transactions; 0: none
   * @param appHash after it; at height 0 the hash of the rules
   */
  @SuppressWarnings("ArrayRecordComponent") // not compared
  record Committed(long height, byte[] appHash, Definitions definitions) {}

  /**
   * Connects, and takes over what is there.
   *
   * @throws DatabaseFailure if the database can't be reached in time
   * @throws IllegalArgumentException if it began with other rules, or has executed a block that is
   *     to be skipped
   */
  public static ChainDatabase open(DatabaseOptions options, Rules rules, Skips skips) {
    ChainDatabase database = new ChainDatabase(options, rules, skips);
    Patience patience = database.new Patience();
    while (database.writer == null) {
      try {
        database.connect();
      } catch (SQLException e) {
        patience.pause(e);
      }
    }
    return database;
  }

  /** Until when the database is waited for. What a definition waits is not part of it. */
  private final class Patience {
    private long ends = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(options.timeoutMs());
    private boolean told;

    /**
     * @throws DatabaseFailure if the time is up
     */
    void pause(SQLException e) {
      disconnect();
      ends += definitionWait.takeWaitedNs();
      String what = "the database " + options + ": " + options.reason(e);
      if (Thread.currentThread().isInterrupted() || System.nanoTime() - ends >= 0) {
        throw new DatabaseFailure(
            what
                + "; tried for %d ms (database.timeout.ms). Start the node again when it works"
                    .formatted(options.timeoutMs()),
            e);
      }
      if (!told) {
        LOG.warn("{}; trying again", what);
        told = true;
      }
      LockSupport.parkNanos(PAUSE_NS);
    }
  }

  private void connect() throws SQLException {
    Writer fresh = Writer.connect(options, rules);
    try {
      committed = fresh.committed();
      fresh.requireFollowed(skips, committed.height());
      writer = fresh;
    } finally {
      if (writer == null) {
        fresh.close();
      }
    }
  }

  private void disconnect() {
    if (writer != null) {
      writer.close();
      writer = null;
    }
  }

  /** Both of one time. For any thread. */
  public Head head() {
    Committed now = committed;
    return new Head(now.height(), now.appHash().clone());
  }

  /** The last committed block with transactions; 0: none. For any thread. */
  public long height() {
    return committed.height();
  }

  /** After it; at height 0 the hash of the rules. For any thread. */
  public byte[] appHash() {
    return committed.appHash().clone();
  }

  /** How long a definition has waited for those who read its table; 0: none waits. */
  public long definitionWaitMs() {
    return definitionWait.waitingMs();
  }

  /** For any thread. */
  Committed committed() {
    return committed;
  }

  /** How much work a transaction is of a block, at most, by what is committed. For any thread. */
  public long work(BlockTransaction transaction) {
    return Work.of(transaction, committed.definitions());
  }

  /**
   * Executes a block; what was executed and not committed is rolled back before.
   *
   * @throws DatabaseFailure if the database doesn't come back in time, or can't execute the block
   * @throws IllegalStateException if the database has this block already, or another one than this
   *     is to be skipped
   */
  public ExecutedBlock execute(long height, List<BlockTransaction> transactions) {
    abandon();
    Patience patience = new Patience();
    definitionWait.beginBlock();
    executing = false;
    executed = false;
    while (true) {
      try {
        tryExecute(height, transactions);
        executed = true;
        return open;
      } catch (SQLException e) {
        pause(patience, e, height, transactions);
      } catch (RuntimeException | Error e) {
        // What it has begun is not gone on with.
        disconnect();
        throw e;
      }
    }
  }

  private void pause(
      Patience patience, SQLException e, long height, List<BlockTransaction> transactions) {
    try {
      patience.pause(e);
    } catch (DatabaseFailure failure) {
      throw executing ? stopped(height, transactions, failure) : failure;
    }
  }

  /**
   * Says by what a decision to skip the block would name it, unless it was executed: that one must
   * not be skipped.
   */
  private DatabaseFailure stopped(
      long height, List<BlockTransaction> transactions, RuntimeException failure) {
    String what =
        executed
            ? "%s. Block %d was executed, and whether it is committed is not known"
                .formatted(failure.getMessage(), height)
            : "%s. Block %d with the digest %s was not executed; if no node can, skip it by a decision of the cluster"
                .formatted(failure.getMessage(), height, BlockTransaction.digest(transactions));
    return new DatabaseFailure(what, failure);
  }

  /** Rolls back what was executed and not committed. */
  public void abandon() {
    if (open != null) {
      open = null;
      if (writer != null && !writer.rollback()) {
        disconnect();
      }
    }
  }

  private void tryExecute(long height, List<BlockTransaction> transactions) throws SQLException {
    if (writer == null) {
      connect();
    }
    if (height <= committed.height()) {
      throw new IllegalStateException(
          "block %d is to be executed, and the database %s has block %d; it is not this chain's, or"
                  .formatted(height, options, committed.height())
              + " another node's");
    }
    Optional<SkipDecision> skip = skips.find(height);
    skip.ifPresent(decision -> requireDigest(decision, transactions));
    executing = true;
    BlockExecution execution =
        new BlockExecution(writer, rules, committed, height, transactions, definitionWait);
    open =
        skip.isPresent()
            ? execution.skip(skip.get(), skips.told(skip.get()))
            : run(execution, height, transactions);
    openTransactions = transactions;
    openDefinitions = execution.definitions();
  }

  /**
   * A block must not stop every node for good by a defect either, or by what it needs of memory.
   */
  private ExecutedBlock run(
      BlockExecution execution, long height, List<BlockTransaction> transactions)
      throws SQLException {
    try {
      return execution.run();
    } catch (DatabaseFailure e) {
      throw e;
    } catch (RuntimeException | Error e) {
      LOG.error("a defect in executing block {}", height, e);
      throw stopped(height, transactions, new IllegalStateException("defect: " + e, e));
    }
  }

  private static void requireDigest(SkipDecision decision, List<BlockTransaction> transactions) {
    String digest = BlockTransaction.digest(transactions);
    if (!decision.statement().digest().equals(digest)) {
      throw new IllegalStateException(
          "block %d is to be skipped if its digest is %s, but it is %s; remove that decision from skip.directory"
              .formatted(decision.statement().height(), decision.statement().digest(), digest));
    }
  }

  /**
   * Commits the executed block.
   *
   * @throws DatabaseFailure if the database doesn't come back in time
   * @throws IllegalStateException if it has come to other effects meanwhile
   */
  public void commit() {
    if (open == null) {
      throw new IllegalStateException("there is no executed block to commit");
    }
    ExecutedBlock block = open;
    Patience patience = new Patience();
    definitionWait.beginBlock();
    while (open != null) {
      try {
        if (writer == null) {
          again(block);
        }
        if (open != null) {
          writer.connection().commit();
          committed = new Committed(block.height(), block.appHash(), openDefinitions);
          open = null;
        }
      } catch (SQLException e) {
        pause(patience, e, block.height(), openTransactions);
      }
    }
  }

  /** Finds the block in the database, which had it before it was lost, or executes it again. */
  private void again(ExecutedBlock block) throws SQLException {
    connect();
    byte[] now;
    if (committed.height() == block.height()) {
      open = null;
      now = committed.appHash();
    } else {
      tryExecute(block.height(), openTransactions);
      now = open.appHash();
    }
    if (!Arrays.equals(now, block.appHash())) {
      throw new IllegalStateException(
          "block %d has other effects than before the database %s was lost; what does the audit say?"
              .formatted(block.height(), options));
    }
  }

  @Override
  public void close() {
    disconnect();
  }
}
