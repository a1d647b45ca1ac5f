package io.hybridycsb.ycsb.relational;

import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.RelationalException;
import io.hybridycsb.relational.client.Session;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Definition;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Parameter;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.Procedure;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import site.ycsb.Status;

/**
 * The tables, columns and procedures that this process knows to be there. What it needs first and
 * doesn't know, it defines. That changes nothing where all is there. A call that finds something
 * missing could only fail, and one that isn't waited for would fail unseen.
 */
final class Tables {
  private final RelationalClient client;
  private final int timeoutMs;
  private final Map<String, Set<String>> known = new ConcurrentHashMap<>();
  private final Set<String> procedures = ConcurrentHashMap.newKeySet();
  private final ReentrantLock defining = new ReentrantLock();

  /**
   * @param timeoutMs for which a thread waits while another one defines a table
   */
  Tables(RelationalClient client, int timeoutMs) {
    this.client = client;
    this.timeoutMs = timeoutMs;
  }

  /**
   * Makes sure that a table has columns for these fields.
   *
   * @throws FailedOperation if it can't be made; nothing has been written then
   */
  void require(Session session, String table, Set<String> fields) {
    once("table " + table, () -> has(table, fields), () -> define(session, table, fields));
  }

  /**
   * Makes sure that a procedure is there, and its tables.
   *
   * @throws FailedOperation if it can't be made; nothing has been called then
   */
  void require(Session session, Procedure procedure) {
    if (procedures.contains(procedure.name())) {
      return;
    }
    procedure.tables().forEach((table, fields) -> require(session, table, fields));
    once(
        "procedure " + procedure.name(),
        () -> procedures.contains(procedure.name()),
        () -> define(session, procedure));
  }

  /** Lets one thread define what isn't known. */
  private void once(String what, BooleanSupplier isKnown, Runnable definition) {
    if (isKnown.getAsBoolean()) {
      return;
    }
    try {
      if (!defining.tryLock(timeoutMs, TimeUnit.MILLISECONDS)) {
        throw notMade(what, "another thread is still waiting for it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notMade(what, "interrupted");
    }
    try {
      if (!isKnown.getAsBoolean()) {
        definition.run();
      }
    } finally {
      defining.unlock();
    }
  }

  private boolean has(String table, Set<String> fields) {
    Set<String> columns = known.get(table);
    return columns != null && columns.containsAll(fields);
  }

  private void define(Session session, String table, Set<String> fields) {
    Definition.Builder definition = Definition.newBuilder();
    definition.getTableBuilder().setTable(table).addAllFields(new TreeSet<>(fields));
    define(session, "table " + table, definition.build());
    Set<String> columns = new HashSet<>(known.getOrDefault(table, Set.of()));
    columns.addAll(fields);
    known.put(table, Set.copyOf(columns));
  }

  private void define(Session session, Procedure procedure) {
    Definition.Builder definition = Definition.newBuilder();
    definition.getProcedureBuilder().setName(procedure.name()).setText(procedure.postgresql());
    for (Procedure.Parameter parameter : procedure.parameters()) {
      boolean isNumber = parameter.type() == Procedure.Type.NUMBER;
      definition
          .getProcedureBuilder()
          .addParametersBuilder()
          .setName(parameter.name())
          .setType(isNumber ? Parameter.Type.NUMBER : Parameter.Type.TEXT);
    }
    define(session, "procedure " + procedure.name(), definition.build());
    procedures.add(procedure.name());
  }

  private void define(Session session, String what, Definition definition) {
    Result result;
    try {
      Call call = Call.newBuilder().setDefinition(definition).build();
      result = session.commit(client.sign(List.of(call)));
    } catch (RelationalException.Invalid e) {
      throw new FailedOperation(Status.BAD_REQUEST, e.getMessage());
    } catch (RelationalException e) {
      throw notMade(what, e.getMessage());
    }
    if (result.getOutcomes(0) != Outcome.OK) {
      throw new FailedOperation(
          Status.BAD_REQUEST, "%s can't be: %s".formatted(what, result.getDetail()));
    }
  }

  private static FailedOperation notMade(String what, String reason) {
    return new FailedOperation(
        Status.SERVICE_UNAVAILABLE,
        "a call was not sent, since %s is not known to be there: %s".formatted(what, reason));
  }
}
