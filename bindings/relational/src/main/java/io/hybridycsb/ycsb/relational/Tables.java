package io.hybridycsb.ycsb.relational;

import io.hybridycsb.relational.client.RelationalClient;
import io.hybridycsb.relational.client.RelationalException;
import io.hybridycsb.relational.client.Session;
import io.hybridycsb.relational.proto.Call;
import io.hybridycsb.relational.proto.Outcome;
import io.hybridycsb.relational.proto.Result;
import io.hybridycsb.relational.proto.TableDefinition;
import io.hybridycsb.ycsb.support.FailedOperation;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import site.ycsb.Status;

/**
 * The tables and columns that this process knows to be there. What it is to write first and doesn't
 * know, it defines, which changes nothing where all is there: a write that finds its table missing
 * could only fail, and one that isn't waited for would fail unseen.
 */
final class Tables {
  private final RelationalClient client;
  private final int timeoutMs;
  private final Map<String, Set<String>> known = new ConcurrentHashMap<>();
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
    if (has(table, fields)) {
      return;
    }
    try {
      if (!defining.tryLock(timeoutMs, TimeUnit.MILLISECONDS)) {
        throw notMade(table, "another thread is still waiting for it");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw notMade(table, "interrupted");
    }
    try {
      if (!has(table, fields)) {
        define(session, table, fields);
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
    Call.Builder call = Call.newBuilder();
    call.getDefinitionBuilder()
        .setTable(TableDefinition.newBuilder().setTable(table).addAllFields(new TreeSet<>(fields)));
    Result result;
    try {
      result = session.commit(client.sign(List.of(call.build())));
    } catch (RelationalException.Invalid e) {
      throw new FailedOperation(Status.BAD_REQUEST, e.getMessage());
    } catch (RelationalException e) {
      throw notMade(table, e.getMessage());
    }
    if (result.getOutcomes(0) != Outcome.OK) {
      throw new FailedOperation(
          Status.BAD_REQUEST, "table %s can't be: %s".formatted(table, result.getDetail()));
    }
    Set<String> columns = new HashSet<>(known.getOrDefault(table, Set.of()));
    columns.addAll(fields);
    known.put(table, Set.copyOf(columns));
  }

  private static FailedOperation notMade(String table, String reason) {
    return new FailedOperation(
        Status.SERVICE_UNAVAILABLE,
        "a write was not sent, since table %s is not known to be there: %s"
            .formatted(table, reason));
  }
}
