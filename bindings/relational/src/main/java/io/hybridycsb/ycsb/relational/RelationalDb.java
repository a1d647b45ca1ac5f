package io.hybridycsb.ycsb.relational;

import com.google.protobuf.UnsafeByteOperations;
import io.hybridycsb.relational.client.CallResult;
import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.RelationalException;
import io.hybridycsb.relational.client.Session;
import io.hybridycsb.relational.client.SignedCalls;
import io.hybridycsb.relational.client.Submission;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Field;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Record;
import io.hybridycsb.relational.proto.RecordWrite;
import io.hybridycsb.relational.proto.RecordsCall;
import io.hybridycsb.veritas.crypto.SigningKey;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.record.Tabular;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import io.hybridycsb.ycsb.support.Shared;
import io.hybridycsb.ycsb.support.Transaction;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import site.ycsb.Status;

/**
 * YCSB's operations on a relational chain: a relational database on each node, which executes the
 * transactions of one order. A record is a row, a field a column; tables and columns are made when
 * a write first needs them.
 *
 * <p>Each write puts, merges or deletes one record without reading it. Writes of several threads
 * may share a transaction of the chain; each takes effect or not by itself. Its status is that of
 * the chain: ABORTED if it was undone because of others, NOT_FOUND if there was no record to
 * delete, BAD_REQUEST if it can't be executed. A write that no node has confirmed is UNKNOWN if one
 * may have taken it, and otherwise SERVICE_UNAVAILABLE. With {@code relational.commit=async} OK
 * means accepted.
 *
 * <p>A transaction over several records is one call as well ({@link RelationalTransaction}), and so
 * is a procedure ({@link RelationalProcedures}).
 */
public abstract class RelationalDb extends BindingDb implements Tabular {
  /** One for each process; a process runs one binding. */
  private static final Shared<SharedClient> CLIENTS = new Shared<>();

  private SharedClient shared;
  private Tables tables;
  private Session session;
  private boolean async;

  RelationalDb(String binding) {
    super(binding);
  }

  @Override
  protected final void open(Properties all) throws Exception {
    RelationalProperties properties = RelationalProperties.read(all);
    async = properties.commit() == RelationalProperties.Commit.ASYNC;
    shared = take(CLIENTS, () -> SharedClient.connect(properties));
    tables = shared.tables();
    session = shared.client().session();
    if (async) {
      tell("commits are asynchronous: OK means accepted, not committed");
    }
  }

  /** What was accepted is waited for: whoever looks at the records afterwards sees all of it. */
  @Override
  protected void close() throws Exception {
    if (session != null) {
      shared.client().awaitAccepted();
    }
    super.close();
  }

  @Override
  protected final Optional<Map<String, byte[]>> readRecord(
      String table, String key, Set<String> fields) {
    return calling(() -> session.read(table, key)).map(RelationalDb::fields);
  }

  @Override
  protected final List<Row> scanRecords(
      String table, String startKey, int count, Set<String> fields) {
    return calling(() -> session.scan(table, startKey, count)).stream()
        .map(record -> new Row(record.getKey(), fields(record)))
        .toList();
  }

  /** A record's fields, in a map that may be changed. */
  static Map<String, byte[]> fields(Record record) {
    Map<String, byte[]> fields = new HashMap<>(record.getFieldsCount() * 2);
    for (Field field : record.getFieldsList()) {
      fields.put(field.getName(), field.getValue().toByteArray());
    }
    return fields;
  }

  static List<Field> fields(Map<String, byte[]> values) {
    List<Field> fields = new ArrayList<>(values.size());
    values.forEach(
        (name, value) ->
            fields.add(
                Field.newBuilder()
                    .setName(name)
                    .setValue(UnsafeByteOperations.unsafeWrap(value))
                    .build()));
    return fields;
  }

  @Override
  protected final Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return write(table, key, RecordWrite.Kind.PUT, fields);
  }

  @Override
  protected final Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    return write(table, key, RecordWrite.Kind.MERGE, fields);
  }

  @Override
  protected final Status deleteRecord(String table, String key) {
    return write(table, key, RecordWrite.Kind.DELETE, Map.of());
  }

  private Status write(
      String table, String key, RecordWrite.Kind kind, Map<String, byte[]> fields) {
    tables.require(session, table, fields.keySet());
    RecordWrite.Builder write =
        RecordWrite.newBuilder()
            .setTable(table)
            .setKey(key)
            .setKind(kind)
            .addAllFields(fields(fields));
    return commit(submission(RecordsCall.newBuilder().addWrites(write).build()))
        .map(RelationalDb::status)
        .orElse(Status.BATCHED_OK);
  }

  @Override
  protected final Optional<Supplier<Transaction>> transactions() {
    return Optional.of(() -> new RelationalTransaction(this));
  }

  @Override
  protected final Optional<Procedures> procedures() {
    return Optional.of(new RelationalProcedures(this));
  }

  /** What this thread sends calls by. */
  Session session() {
    return session;
  }

  /** Those that all threads have defined. */
  Tables tables() {
    return tables;
  }

  boolean isAsync() {
    return async;
  }

  /** Calls that are a transaction of their own. */
  SignedCalls sign(List<Call> calls) {
    return calling(() -> shared.client().sign(calls));
  }

  /** What became of a call; tells the reason if it has failed. */
  ProcedureResult result(CallResult result) {
    return switch (result.outcome()) {
      case OK -> ProcedureResult.committed(result.value());
      case FORBIDDEN -> ProcedureResult.forbidden();
      default -> {
        try {
          yield ProcedureResult.of(status(result));
        } catch (FailedOperation e) {
          yield ProcedureResult.of(failure(e));
        }
      }
    };
  }

  static Submission submission(RecordsCall call) {
    return new Submission(Call.newBuilder().setRecords(call).build());
  }

  /** What became of it; empty if it is only accepted. */
  Optional<CallResult> commit(Submission call) {
    return calling(
        () -> {
          if (async) {
            session.submit(call);
            return Optional.empty();
          }
          return Optional.of(session.execute(call));
        });
  }

  /**
   * Calls of procedures whose outcome is unknown; tells the reason.
   *
   * @param found what becomes of all of them, which is asked for at the end
   */
  List<ProcedureResult> unknown(
      FailedOperation e, int calls, Supplier<Optional<List<CallResult>>> found) {
    failure(e);
    CompletableFuture<List<CallResult>> known = askAgain(calls, found);
    return IntStream.range(0, calls)
        .mapToObj(place -> ProcedureResult.unknown(known.thenApply(all -> result(all.get(place)))))
        .toList();
  }

  /** OK, ABORTED, or NOT_FOUND. */
  static Status status(CallResult result) {
    Outcome outcome = result.outcome();
    return switch (outcome) {
      case OK -> Status.OK;
      case ABORTED, ROLLED_BACK -> Statuses.ABORTED;
      case NOT_FOUND -> Status.NOT_FOUND;
      case FAILED, REFUSED ->
          throw new FailedOperation(Status.BAD_REQUEST, "a write failed: " + result.detail());
      case UNDEFINED, FORBIDDEN, OUTCOME_UNSPECIFIED, UNRECOGNIZED ->
          throw new FailedOperation(
              Status.ERROR, "the outcome of a write is %s: %s".formatted(outcome, result.detail()));
    };
  }

  /** Maps the client's exceptions to YCSB's statuses. */
  static <T> T calling(Supplier<T> call) {
    try {
      return call.get();
    } catch (RelationalException.Invalid e) {
      throw new FailedOperation(Status.BAD_REQUEST, e.getMessage());
    } catch (RelationalException.Unavailable e) {
      throw new FailedOperation(Status.SERVICE_UNAVAILABLE, e.getMessage());
    } catch (RelationalException e) {
      throw FailedOperation.unknown(e.getMessage());
    }
  }

  /**
   * What all threads use.
   *
   * @param client their connections
   * @param tables those that they have defined
   */
  private record SharedClient(RelationalClient client, Tables tables) implements AutoCloseable {

    /**
     * Connects.
     *
     * @throws IllegalArgumentException if the key's file is wrong
     * @throws IllegalStateException if no node answers in time
     */
    static SharedClient connect(RelationalProperties properties) {
      RelationalClient client =
          RelationalClient.connect(properties.client(), SigningKey.read(properties.key()));
      try {
        client.session().status();
        return new SharedClient(client, new Tables(client, properties.client().timeoutMs()));
      } catch (RelationalException e) {
        client.close();
        throw new IllegalStateException(
            "no node of cluster %s answered at %s within %d ms; the last: %s"
                .formatted(
                    properties.client().cluster(),
                    String.join(", ", properties.client().nodes()),
                    properties.client().timeoutMs(),
                    e.getMessage()),
            e);
      }
    }

    /** Tells what became of what was only accepted. */
    @Override
    public void close() {
      client.acceptedSummary().ifPresent(text -> System.err.println("relational: " + text));
      client.close();
    }
  }
}
