package io.hybridycsb.ycsb.client;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.Vector;
import java.util.concurrent.atomic.LongAdder;
import site.ycsb.ByteIterator;
import site.ycsb.DB;
import site.ycsb.DBException;
import site.ycsb.Status;

/** Counts what it is asked for; its properties say what fails. */
public final class CountingDb extends DB {
  /** Of all operations. */
  static final LongAdder OPERATIONS = new LongAdder();

  /** What fails: init, cleanup, error, refuse or absent. */
  static final String FAILING = "counting.failing";

  private boolean fails(String kind) {
    return kind.equals(getProperties().getProperty(FAILING));
  }

  @Override
  public void init() throws DBException {
    if (fails("init")) {
      throw new DBException("nobody answers");
    }
  }

  @Override
  public void cleanup() throws DBException {
    if (fails("cleanup")) {
      throw new DBException("not all was written");
    }
  }

  private Status count() {
    OPERATIONS.increment();
    if (fails("error")) {
      throw new IllegalStateException("out of order");
    }
    return fails("refuse") ? Status.BAD_REQUEST : fails("absent") ? Status.NOT_FOUND : Status.OK;
  }

  @Override
  public Status read(
      String table, String key, Set<String> fields, Map<String, ByteIterator> result) {
    return count();
  }

  @Override
  @SuppressWarnings("NonApiType") // YCSB's interface
  public Status scan(
      String table,
      String startkey,
      int recordcount,
      Set<String> fields,
      Vector<HashMap<String, ByteIterator>> result) {
    return count();
  }

  @Override
  public Status update(String table, String key, Map<String, ByteIterator> values) {
    return count();
  }

  @Override
  public Status insert(String table, String key, Map<String, ByteIterator> values) {
    return count();
  }

  @Override
  public Status delete(String table, String key) {
    return count();
  }
}
