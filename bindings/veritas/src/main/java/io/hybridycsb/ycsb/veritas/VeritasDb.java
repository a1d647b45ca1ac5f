package io.hybridycsb.ycsb.veritas;

import io.hybridycsb.veritas.client.CommitResult;
import io.hybridycsb.veritas.client.Session;
import io.hybridycsb.veritas.client.Txn;
import io.hybridycsb.veritas.client.VerifiedRecord;
import io.hybridycsb.veritas.client.VeritasException;
import io.hybridycsb.veritas.client.VeritasRecord;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.FailedOperation;
import io.hybridycsb.ycsb.support.Row;
import io.hybridycsb.ycsb.support.Shared;
import io.hybridycsb.ycsb.support.Statuses;
import io.hybridycsb.ycsb.support.Terminator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import site.ycsb.Status;
import site.ycsb.measurements.Measurements;

/**
 * YCSB's operations on Veritas: each write is a transaction, which puts, merges or deletes one
 * record without reading it. Deleting a record that is not there is OK, for a blind delete doesn't
 * know.
 *
 * <p>An abort is ABORTED, an unknown outcome UNKNOWN, a wrong request BAD_REQUEST;
 * SERVICE_UNAVAILABLE says that no node could serve in time. With {@code veritas.commit=async} OK
 * means accepted.
 *
 * <p>With {@code veritas.verify=read} each read is followed by a verified read, measured as VERIFY,
 * and it is the verified record that YCSB gets. VERIFICATION_FAILED if the node's answer doesn't
 * stand the check, or if it differs from the plain read's answer of the same version.
 */
public abstract class VeritasDb extends BindingDb {
  private static final String VERIFY = "VERIFY";

  /** One client for each process; a process runs one binding. */
  private static final Shared<SharedClient> CLIENTS = new Shared<>();

  private VeritasProperties properties;
  private boolean connected;
  private Session session;
  private boolean async;

  VeritasDb(String binding, Terminator terminator) {
    super(binding, terminator);
  }

  @Override
  protected final void open(Properties all) throws Exception {
    properties = VeritasProperties.read(all);
    async = properties.commit() == VeritasProperties.Commit.ASYNC;
    SharedClient client = CLIENTS.acquire(() -> SharedClient.connect(properties));
    connected = true;
    session = client.session();
    if (async) {
      tell("commits are asynchronous: OK means accepted, not committed");
    }
  }

  @Override
  protected final void close() throws Exception {
    if (connected) {
      connected = false;
      CLIENTS.release();
    }
  }

  @Override
  protected final Optional<Map<String, byte[]>> readRecord(
      String table, String key, Set<String> fields) {
    return calling(
        () -> {
          Optional<VeritasRecord> record = session.get(table, key);
          if (properties.verify() == VeritasProperties.Verify.READ) {
            record = verified(table, key, record);
          }
          return record.map(VeritasRecord::fields);
        });
  }

  private Optional<VeritasRecord> verified(
      String table, String key, Optional<VeritasRecord> plain) {
    long startNs = System.nanoTime();
    Status status = Status.ERROR;
    try {
      VerifiedRecord verified =
          calling(
              () -> {
                VerifiedRecord record = session.verify(table, key);
                requireSame(plain, record);
                return record;
              });
      status = Status.OK;
      return verified.record();
    } catch (FailedOperation e) {
      status = e.status();
      throw e;
    } finally {
      measure(startNs, status);
    }
  }

  /** The record may have changed between the two reads, but one version has one value. */
  private static void requireSame(Optional<VeritasRecord> plain, VerifiedRecord verified) {
    if (plain.isEmpty() || verified.record().isEmpty()) {
      return;
    }
    VeritasRecord read = plain.get();
    VeritasRecord proved = verified.record().get();
    if (read.version() == proved.version() && !sameFields(read.fields(), proved.fields())) {
      throw new VeritasException.VerificationFailed(
          "a node's answer differs from version " + proved.version() + " of the record");
    }
  }

  private static boolean sameFields(Map<String, byte[]> one, Map<String, byte[]> other) {
    return one.keySet().equals(other.keySet())
        && one.entrySet().stream()
            .allMatch(field -> Arrays.equals(field.getValue(), other.get(field.getKey())));
  }

  private static void measure(long startNs, Status status) {
    int latencyUs = (int) TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - startNs);
    Measurements measurements = Measurements.getMeasurements();
    measurements.measure(VERIFY, latencyUs);
    measurements.measureIntended(VERIFY, latencyUs);
    measurements.reportStatus(VERIFY, status);
  }

  @Override
  protected final List<Row> scanRecords(
      String table, String startKey, int count, Set<String> fields) {
    return calling(
        () -> {
          List<VeritasRecord> records = session.scan(table, startKey, count);
          List<Row> rows = new ArrayList<>(records.size());
          for (VeritasRecord record : records) {
            rows.add(new Row(record.key(), record.fields()));
          }
          return rows;
        });
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

  /** What a transaction writes. */
  private interface Writes {
    void addTo(Txn txn);
  }

  private Status commit(Writes writes) {
    return calling(
        () -> {
          for (int attempt = 0; ; attempt++) {
            Txn txn = session.begin();
            writes.addTo(txn);
            CommitResult result = async ? txn.commitAsync() : txn.commit();
            if (result.status() != CommitResult.Status.ABORTED || attempt >= properties.retries()) {
              return status(result);
            }
          }
        });
  }

  private static Status status(CommitResult result) {
    return switch (result.status()) {
      case COMMITTED, ACCEPTED -> Status.OK;
      case ABORTED -> Statuses.ABORTED;
      case UNKNOWN -> throw new FailedOperation(Statuses.UNKNOWN, result.detail());
    };
  }

  /** Makes the client's exceptions YCSB's statuses. */
  private static <T> T calling(Supplier<T> call) {
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
