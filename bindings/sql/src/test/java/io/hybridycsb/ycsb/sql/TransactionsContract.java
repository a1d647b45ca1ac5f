package io.hybridycsb.ycsb.sql;

import static io.hybridycsb.ycsb.sql.TestClients.fields;
import static io.hybridycsb.ycsb.sql.TestClients.inThreads;
import static io.hybridycsb.ycsb.sql.TestClients.texts;
import static io.hybridycsb.ycsb.sql.TestClients.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.support.Transaction;
import io.hybridycsb.ycsb.support.Transactions;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.Status;

/** What the bindings make of transactions over several records. */
abstract class TransactionsContract extends RecordsContract {
  private static final int THREADS = 8;
  private static final int TRANSACTIONS_OF_THREAD = 50;

  final Transaction begin() {
    return Transactions.ofThread().begin();
  }

  private static Map<String, String> found(Transaction transaction, String table, String key) {
    return texts(transaction.read(table, key).orElseThrow().fields());
  }

  /** Runs a transaction to its commit; its status. */
  private Status attempt(TransactionBody body) {
    try {
      Transaction transaction = begin();
      body.run(transaction);
      return transaction.commit();
    } catch (FailedOperation e) {
      return e.status();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private interface TransactionBody {
    void run(Transaction transaction) throws Exception;
  }

  @Test
  void aTransactionReadsAndWritesSeveralRecordsAtOnce() {
    makeTable("a", "b", "c");
    insert("user1", "a", "1", "b", "2");
    insert("user2", "a", "2");
    insert("user3", "a", "3", "b", "4");
    Transaction transaction = begin();
    long seen = transaction.read(table, "user1").orElseThrow().version();
    transaction.put(table, "user1", fields("a", "5"));
    transaction.delete(table, "user2");
    transaction.merge(table, "user3", fields("b", "6"));
    transaction.put(table, "user4", fields("c", "7"));
    transaction.merge(table, "user5", fields("c", "8"));
    transaction.delete(table, "none");

    assertThat(transaction.commit()).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("a", "5"));
    assertThat(client.read(table, "user2", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(read("user3")).isEqualTo(Map.of("a", "3", "b", "6"));
    assertThat(read("user4")).isEqualTo(Map.of("c", "7"));
    assertThat(read("user5")).isEqualTo(Map.of("c", "8"));
    assertThat(transaction.versionMade(table, "user1")).isGreaterThan(seen);
    assertThat(transaction.versionMade(table, "user9")).isZero();
  }

  @Test
  void aTransactionSeesItsOwnWritesAndNobodyElseDoes() throws Exception {
    makeTable("a", "b", "c");
    insert("user1", "a", "1", "b", "2");
    Transaction transaction = begin();
    transaction.put(table, "user1", fields("a", "3"));
    assertThat(found(transaction, table, "user1")).isEqualTo(Map.of("a", "3"));
    transaction.merge(table, "user1", fields("b", "4"));
    assertThat(found(transaction, table, "user1")).isEqualTo(Map.of("a", "3", "b", "4"));
    assertThat(transaction.read(table, "user1").orElseThrow().version()).isZero();
    transaction.delete(table, "user1");
    assertThat(transaction.read(table, "user1")).isEmpty();
    transaction.put(table, "user1", fields("c", "5"));
    transaction.put(table, "user2", fields("a", "6"));

    inThreads(
        1,
        thread -> {
          SqlDb other = connected(Map.of());
          assertThat(other.read(table, "user1", null, result)).isEqualTo(Status.OK);
          assertThat(result).containsOnlyKeys("a", "b");
          result.clear();
          assertThat(other.read(table, "user2", null, result)).isEqualTo(Status.NOT_FOUND);
          other.cleanup();
        });
    assertThat(transaction.commit()).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("c", "5"));
    assertThat(read("user2")).isEqualTo(Map.of("a", "6"));
  }

  @Test
  void everyWriteMakesTheVersionGreaterAndSaysBeforehandByWhat() {
    makeTable("a", "b", "c");
    insert("user1", "a", "1");
    long last = 0;
    for (int i = 0; i < 3; i++) {
      Transaction transaction = begin();
      long read = transaction.read(table, "user1").orElseThrow().version();
      assertThat(read).isGreaterThanOrEqualTo(Math.max(1, last));
      transaction.merge(table, "user1", fields("a", "" + i));
      last = transaction.versionMade(table, "user1");
      transaction.merge(table, "user1", fields("b", "" + i));
      assertThat(transaction.versionMade(table, "user1")).isEqualTo(last).isGreaterThan(read);
      assertThat(transaction.commit()).isEqualTo(Status.OK);
      assertThat(begin().read(table, "user1").orElseThrow().version()).isEqualTo(last);
    }
    update("user1", "a", "9");
    assertThat(begin().read(table, "user1").orElseThrow().version()).isGreaterThan(last);
  }

  @Test
  void whatIsAbortedOrNeverEndedHasChangedNothing() {
    insert("user1", "a", "1");
    Transaction aborted = begin();
    aborted.put(table, "user1", fields("a", "2"));
    aborted.abort();
    assertThat(read("user1")).isEqualTo(Map.of("a", "1"));

    Transaction dropped = begin();
    dropped.put(table, "user1", fields("a", "3"));
    Transaction next = begin();
    assertThat(found(next, table, "user1")).isEqualTo(Map.of("a", "1"));
    assertThatIllegalStateException().isThrownBy(dropped::commit);
    assertThat(next.commit()).isEqualTo(Status.OK);

    begin().put(table, "user1", fields("a", "4"));
    assertThat(update("user1", "b", "5")).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("a", "1", "b", "5"));
  }

  @Test
  void aTransactionThatOnlyReadsOrDoesNothingCommits() {
    insert("user1", "a", "1");
    Transaction reads = begin();
    assertThat(reads.read(table, "user1")).isPresent();
    assertThat(reads.commit()).isEqualTo(Status.OK);
    assertThat(begin().commit()).isEqualTo(Status.OK);
  }

  @Test
  void aTableThatIsMissingIsMadeByTheFirstStatement() {
    Transaction reads = begin();
    assertThat(reads.read(table, "user1")).isEmpty();
    assertThat(reads.commit()).isEqualTo(Status.OK);

    Transaction writes = begin();
    writes.put(table + "x", "user1", fields("a", "1"));
    assertThat(writes.commit()).isEqualTo(Status.OK);
    Transaction both = begin();
    assertThat(found(both, table + "x", "user1")).isEqualTo(Map.of("a", "1"));
  }

  @Test
  void whatIsFoundMissingLaterIsMadeForTheNextAttempt() {
    insert("user1", "a", "1");
    TransactionBody body =
        transaction -> {
          transaction.put(table, "user1", fields("a", "2"));
          transaction.put(table, "user2", fields("new", "3"));
          transaction.put(table + "x", "user1", fields("a", "4"));
        };
    assertThat(attempt(body)).isEqualTo(Statuses.ABORTED);
    assertThat(read("user1")).isEqualTo(Map.of("a", "1"));
    assertThat(attempt(body)).as("now the other table is missing").isEqualTo(Statuses.ABORTED);
    assertThat(attempt(body)).isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("a", "2"));
    assertThat(read("user2")).isEqualTo(Map.of("new", "3"));
  }

  @Test
  void noIncrementOfManyThreadsIsLost() throws Exception {
    insert("user1", "n", "0");
    insert("user2", "n", "0");
    AtomicInteger committed = new AtomicInteger();
    inThreads(
        THREADS,
        thread -> {
          SqlDb own = connected(Map.of());
          for (int i = 0; i < TRANSACTIONS_OF_THREAD; i++) {
            Status status =
                attempt(
                    transaction -> {
                      increment(transaction, "user1");
                      increment(transaction, "user2");
                    });
            assertThat(status).isIn(Status.OK, Statuses.ABORTED);
            if (status.isOk()) {
              committed.incrementAndGet();
            }
          }
          own.cleanup();
        });

    assertThat(committed).hasPositiveValue();
    assertThat(read("user1")).isEqualTo(Map.of("n", "" + committed));
    assertThat(read("user2")).isEqualTo(Map.of("n", "" + committed));
  }

  private void increment(Transaction transaction, String key) {
    int count = Integer.parseInt(found(transaction, table, key).get("n"));
    transaction.merge(table, key, fields("n", "" + (count + 1)));
  }

  /** Write skew: each is right alone, and both together are not. */
  @Test
  void ofTwoThatReadWhatTheOtherWritesOneAtMostCommits() throws Exception {
    insert("user0", "on", "true");
    insert("user1", "on", "true");
    CyclicBarrier bothHaveRead = new CyclicBarrier(2);
    Queue<Status> statuses = new ConcurrentLinkedQueue<>();
    inThreads(
        2,
        thread -> {
          SqlDb own = connected(Map.of());
          statuses.add(
              attempt(
                  transaction -> {
                    transaction.read(table, "user0");
                    transaction.read(table, "user1");
                    bothHaveRead.await(60, TimeUnit.SECONDS);
                    transaction.put(table, "user" + thread, fields("on", "false"));
                  }));
          own.cleanup();
        });

    assertThat(statuses).containsOnlyOnce(Status.OK).containsOnlyOnce(Statuses.ABORTED);
    assertThat(read("user0").get("on") + read("user1").get("on")).contains("true");
  }

  /** The same of two records that are not there yet. */
  @Test
  void ofTwoThatEachInsertWhatTheOtherHasNotFoundOneAtMostCommits() throws Exception {
    insert("user5", "a", "1");
    CyclicBarrier bothHaveRead = new CyclicBarrier(2);
    Queue<Status> statuses = new ConcurrentLinkedQueue<>();
    inThreads(
        2,
        thread -> {
          SqlDb own = connected(Map.of());
          statuses.add(
              attempt(
                  transaction -> {
                    assertThat(transaction.read(table, "user" + (1 - thread))).isEmpty();
                    bothHaveRead.await(60, TimeUnit.SECONDS);
                    transaction.put(table, "user" + thread, fields("a", "2"));
                  }));
          own.cleanup();
        });

    assertThat(statuses).contains(Statuses.ABORTED).isSubsetOf(Status.OK, Statuses.ABORTED);
  }

  /** A lock that others keep for too long undoes no more than a statement in some databases. */
  @Test
  void aTransactionThatMeetsALockForTooLongIsUndoneAsAWhole() throws Exception {
    insert("user1", "a", "1");
    insert("user2", "a", "1");
    reopen(Map.of("timeout.ms", SHORT_MS));
    try (Connection other = another()) {
      touch(other, "user2");
      assertThat(
              attempt(
                  transaction -> {
                    transaction.put(table, "user1", fields("a", "2"));
                    transaction.put(table, "user2", fields("a", "2"));
                  }))
          .isEqualTo(Statuses.ABORTED);
      requireUnlocked("user1");
      other.rollback();
    }
    reopen(Map.of());
    assertThat(read("user1")).isEqualTo(Map.of("a", "1"));
  }

  private void requireUnlocked(String key) throws SQLException {
    try (Connection third = another()) {
      touch(third, key);
      third.rollback();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"repeatable-read", "read-committed"})
  void weakerIsolationStillUndoesWholeTransactionsAndSeesItsOwnWrites(String isolation)
      throws Exception {
    reopen(Map.of("isolation", isolation));
    makeTable("a", "b");
    insert("user1", "a", "1");
    Transaction transaction = begin();
    transaction.merge(table, "user1", fields("b", "2"));
    transaction.put(table, "user2", fields("a", "3"));
    assertThat(found(transaction, table, "user1")).isEqualTo(Map.of("a", "1", "b", "2"));
    transaction.abort();
    assertThat(read("user1")).isEqualTo(Map.of("a", "1"));

    assertThat(attempt(again -> again.merge(table, "user1", fields("b", "2"))))
        .isEqualTo(Status.OK);
    assertThat(read("user1")).isEqualTo(Map.of("a", "1", "b", "2"));
  }

  @Test
  void aRecordThatIsDeletedAfterItWasReadAbortsAWeakerTransaction() throws Exception {
    reopen(Map.of("isolation", "read-committed"));
    insert("user1", "a", "1");
    Transaction transaction = begin();
    Optional<Transaction.Found> before = transaction.read(table, "user1");
    assertThat(before).isPresent();
    inThreads(
        1,
        thread -> {
          SqlDb other = connected(Map.of());
          assertThat(other.delete(table, "user1")).isEqualTo(Status.OK);
          other.cleanup();
        });

    assertThatExceptionOfType(FailedOperation.class)
        .isThrownBy(() -> transaction.put(table, "user1", fields("a", "2")))
        .matches(e -> e.status().equals(Statuses.ABORTED));
    assertThat(client.read(table, "user1", null, result)).isEqualTo(Status.NOT_FOUND);
    assertThat(client.insert(table, "user1", values("a", "3"))).isEqualTo(Status.OK);
  }
}
