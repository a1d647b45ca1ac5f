package io.hybridycsb.ycsb.client;

import io.hybridycsb.ycsb.outcome.FailureReasons;
import io.hybridycsb.ycsb.outcome.Terminator;
import java.util.HashMap;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.Vector;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/**
 * The binding that was asked for. Where it can't begin, the process ends with one line; YCSB would
 * go on without the thread, and exit with 0.
 */
public final class WatchedDb extends DB {
  private final EndedWorkload run = EndedWorkload.running();
  private final DB db;

  /** One for each thread; YCSB makes them. */
  public WatchedDb() {
    db = made(run.asked().db());
  }

  private static DB made(Class<? extends DB> type) {
    try {
      return type.getDeclaredConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      Throwable why = e.getCause() == null ? e : e.getCause();
      Terminator.EXIT.terminate("ycsb: no %s can be made: %s".formatted(type.getName(), why));
      throw new IllegalStateException(why);
    }
  }

  @Override
  public void setProperties(Properties properties) {
    super.setProperties(properties);
    db.setProperties(properties);
  }

  @Override
  public void init() throws DBException {
    try {
      db.init();
    } catch (DBException | RuntimeException | Error e) {
      Terminator.EXIT.terminate("ycsb: the binding can't begin: " + FailureReasons.of(e));
      throw e;
    }
  }

  @Override
  public void cleanup() {
    try {
      db.cleanup();
    } catch (DBException | RuntimeException e) {
      run.fail("the binding can't end: " + FailureReasons.of(e));
    }
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    Status status = db.read(table, key, fields, result);
    run.reads().saw(status);
    return status;
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's interface
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return db.scan(table, startkey, recordcount, fields, result);
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return db.update(table, key, values);
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return db.insert(table, key, values);
  }

  @Override
  public Status delete(String table, String key) {
    return db.delete(table, key);
  }
}
