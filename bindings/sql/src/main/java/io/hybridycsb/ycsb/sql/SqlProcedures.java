package io.hybridycsb.ycsb.sql;

import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.support.ProcedureCall;
import io.hybridycsb.ycsb.support.ProcedureResult;
import io.hybridycsb.ycsb.support.Procedures;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.OptionalLong;

/**
 * Procedures as functions of the database. Each call is a transaction of one statement and a
 * commit, or a rollback if it is forbidden and may have written. A function is made when a call
 * first needs it, as are tables and columns.
 */
record SqlProcedures(SqlDb db, Dialect dialect, SqlConnection connection, SqlRecords records)
    implements Procedures {
  @Override
  public List<ProcedureResult> call(List<ProcedureCall> calls) {
    return calls.stream().map(this::call).toList();
  }

  private ProcedureResult call(ProcedureCall call) {
    try {
      OptionalLong value = execute(call);
      if (value.isEmpty() && call.procedure().rollsBack()) {
        connection.rollback();
      } else {
        commit();
      }
      return value.isPresent()
          ? ProcedureResult.committed(value.getAsLong())
          : ProcedureResult.forbidden();
    } catch (FailedOperation e) {
      return db.result(e);
    }
  }

  /** What it returns, empty for null; again if it had to be made, or its tables. */
  private OptionalLong execute(ProcedureCall call) {
    for (int made = 0; ; made++) {
      try {
        db.beginTransaction();
        call.procedure().tables().keySet().forEach(records::requireUsable);
        return connection.query(
            dialect.call(call.procedure()), SqlProcedures::value, call.arguments().toArray());
      } catch (CallFailed e) {
        connection.rollback();
        if (made == SqlDb.MADE_MAX) {
          throw db.failed(e, false);
        }
        make(call, e);
      }
    }
  }

  private static OptionalLong value(ResultSet rows) throws SQLException {
    rows.next();
    long value = rows.getLong(1);
    return rows.wasNull() ? OptionalLong.empty() : OptionalLong.of(value);
  }

  /** Makes what a call has found missing. */
  private void make(ProcedureCall call, CallFailed missing) {
    try {
      if (missing.isForWantOfProcedure()) {
        records.makeProcedure(call.procedure());
      } else if (missing.isForWantOfRoom()) {
        records.makeRoom(call.procedure());
      } else {
        throw missing;
      }
    } catch (CallFailed e) {
      throw db.failed(e, false);
    }
  }

  private void commit() {
    try {
      connection.commit();
    } catch (CallFailed e) {
      connection.rollback();
      throw db.failed(e, true);
    }
  }
}
