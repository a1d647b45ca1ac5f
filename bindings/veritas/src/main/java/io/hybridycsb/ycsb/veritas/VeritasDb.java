package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.veritas.model.ReadLevel;
import io.hybridycsb.veritas.model.VeritasException;
import io.hybridycsb.veritas.model.VeritasRecord;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.ProvableReads;
import io.hybridycsb.ycsb.support.Shared;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import site.ycsb.Status;

/**
 * YCSB's operations on Veritas: each write is a transaction, which puts, merges or deletes one
 * record without reading it. Deleting a record that is not there is OK, for a blind delete doesn't
 * know.
 *
 * <p>An abort is ABORTED, an unknown outcome UNKNOWN, a wrong request BAD_REQUEST;
 * SERVICE_UNAVAILABLE says that no node could serve in time. With {@code veritas.commit=async} OK
 * means accepted.
 *
 * <p>With {@code veritas.verify=read} each read of one record is a verified read. With {@code
 * batch} reads answer at once. Each thread verifies {@code veritas.verify.batch} reads together,
 * and the rest at its end. The read that completes a batch has the batch's status, and a read that
 * was never verified fails the process at the end. Both are measured as VERIFY. An answer that
 * fails the check is VERIFICATION_FAILED. Scans are not verified.
 */
public abstract class VeritasDb extends BindingDb {
  /** One client for each process; a process runs one binding. */
  private static final Shared<SharedClient> CLIENTS = new Shared<>();

  private final ReadLevel reads;
  private VeritasProperties properties;
  private Session session;
  private Verification verification;
  private boolean async;

  /**
   * @param reads how fresh reads are where {@code veritas.read} isn't given
   */
  VeritasDb(String binding, ReadLevel reads) {
    super(binding);
    this.reads = reads;
  }

  @Override
  protected final void open(Properties all) throws Exception {
    properties = VeritasProperties.read(all, reads);
    async = properties.get(VeritasProperties.COMMIT) == VeritasProperties.Commit.ASYNC;
    SharedClient client = take(CLIENTS, () -> SharedClient.connect(properties));
    session = client.session();
    verification = new Verification(session, properties);
    if (async) {
      tell("commits are asynchronous: OK means accepted, not committed");
    }
  }

  @Override
  protected final void close() throws Exception {
    try {
      if (verification != null) {
        verification.finish();
      }
    } finally {
      super.close();
    }
  }

  @Override
  protected final Optional<Map<String, byte[]>> readRecord(
      String table, String key, Set<String> fields) {
    return calling(() -> verification.read(table, key).map(VeritasRecord::fields));
  }

  @Override
  protected final List<Row> scanRecords(
      String table, String startKey, int count, Set<String> fields) {
    return calling(() -> session.scan(table, startKey, count)).stream()
        .map(record -> new Row(record.key(), record.fields()))
        .toList();
  }

  @Override
  protected final Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return commit(txn -> txn.put(table, key, fields));
  }

  @Override
  protected final Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    return commit(txn -> txn.merge(table, key, fields));
  }

  @Override
  protected final Status deleteRecord(String table, String key) {
    return commit(txn -> txn.delete(table, key));
  }

  /** Transactions over several records; without the retries of single writes. */
  @Override
  protected final Optional<Supplier<Transaction>> transactions() {
    return Optional.of(() -> calling(() -> new VeritasTransaction(this, begin())));
  }

  @Override
  protected final Optional<ProvableReads> provableReads() {
    return Optional.of(new VeritasReads(session));
  }

  private Txn begin() {
    return session.begin(deadline());
  }

  private long deadline() {
    return System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(properties.client().timeoutMs());
  }

  private Status commit(Consumer<Txn> writes) {
    long deadline = deadline();
    Supplier<CommitResult> attempt =
        () -> {
          Txn txn = session.begin(deadline);
          writes.accept(txn);
          return commit(txn);
        };
    return calling(() -> status(retrying(properties.get(VeritasProperties.RETRIES), attempt)));
  }

  /** Tries until an attempt isn't aborted by a conflict, or until attempts or time run out. */
  static CommitResult retrying(int retries, Supplier<CommitResult> attempt) {
    CommitResult result = attempt.get();
    for (int retry = 0; result.isConflict() && retry < retries; retry++) {
      try {
        result = attempt.get();
      } catch (VeritasException.Unavailable e) {
        // This attempt was not sent, so the last one that was sent decides the result.
        return result;
      }
    }
    return result;
  }

  /**
   * A refusal comes before anything is sent, or says for certain that nothing was committed. The
   * only other failure, an interrupt, comes after.
   */
  CommitResult commit(Txn txn) {
    try {
      return async ? txn.commitAsync() : txn.commit();
    } catch (VeritasException.Invalid | VeritasException.Unavailable | VeritasException.IdInUse e) {
      throw e;
    } catch (VeritasException e) {
      throw new FailedOperation(Statuses.UNKNOWN, e.getMessage());
    }
  }

  /** What a node knows of a transaction that was committed here. */
  CommitResult query(Txn txn) {
    return session.query(txn);
  }

  Status status(CommitResult result) {
    return switch (result.status()) {
      case COMMITTED -> Status.OK;
      case ACCEPTED -> {
        if (!async) {
          throw new FailedOperation(Statuses.UNKNOWN, "a node has accepted it, no more is known");
        }
        yield Status.BATCHED_OK;
      }
      case ABORTED -> {
        if (!result.isConflict()) {
          throw new FailedOperation(Status.BAD_REQUEST, result.detail());
        }
        yield Statuses.ABORTED;
      }
      case UNKNOWN -> throw new FailedOperation(Statuses.UNKNOWN, result.detail());
    };
  }

  /** Maps the client's exceptions to YCSB's statuses. */
  static <T> T calling(Supplier<T> call) {
    try {
      return call.get();
    } catch (VeritasException.VerificationFailed e) {
      throw new FailedOperation(Statuses.VERIFICATION_FAILED, e.getMessage());
    } catch (VeritasException.Invalid | IllegalArgumentException e) {
      throw new FailedOperation(Status.BAD_REQUEST, e.getMessage());
    } catch (VeritasException.Unavailable e) {
      throw new FailedOperation(Status.SERVICE_UNAVAILABLE, e.getMessage());
    } catch (VeritasException e) {
      throw new FailedOperation(Status.ERROR, e.getMessage());
    }
  }
}
