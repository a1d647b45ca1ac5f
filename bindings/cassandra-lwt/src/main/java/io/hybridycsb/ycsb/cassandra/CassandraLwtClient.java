package io.hybridycsb.ycsb.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.BoundStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import io.hybridycsb.ycsb.outcome.Statuses;
import io.hybridycsb.ycsb.record.Row;
import io.hybridycsb.ycsb.support.BindingDb;
import io.hybridycsb.ycsb.support.Shared;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import site.ycsb.Status;

/**
 * YCSB binding {@code cassandra-lwt}: records of Apache Cassandra, read and written by lightweight
 * transactions. Its properties are those of {@link CassandraProperties}.
 *
 * <p>Insert is {@code INSERT … IF NOT EXISTS}; if the record exists, nothing changes and the insert
 * is ABORTED. Update is {@code UPDATE … IF EXISTS} and adds to the fields; delete is {@code DELETE
 * … IF EXISTS}; both are NOT_FOUND without a record. Read uses SERIAL, unless {@code
 * cassandra.read.consistency} says otherwise. With {@code cassandra.mode=plain} none of these has a
 * condition or uses Paxos: an insert replaces an existing record, an update makes a missing one,
 * and a delete is always OK.
 *
 * <p>A scan gives records in the order of their keys' tokens, from that of the first key on, and
 * ends at the highest token. It reads without Paxos, at {@code cassandra.consistency}.
 *
 * <p>A write whose outcome is not known is UNKNOWN. An operation that no node could serve is
 * SERVICE_UNAVAILABLE and has had no effect.
 */
public final class CassandraLwtClient extends BindingDb {
  /** One session for each process; a process runs one binding. */
  private static final Shared<SharedSession> SESSIONS = new Shared<>();

  private static final String TABLE_PROPERTY = "table";
  private static final String TABLE_DEFAULT = "usertable";

  private CassandraProperties properties;
  private CqlSession session;
  private Tables tables;

  public CassandraLwtClient() {
    super("cassandra-lwt");
  }

  @Override
  protected void open(Properties all) throws Exception {
    properties = CassandraProperties.read(all);
    String table = all.getProperty(TABLE_PROPERTY, TABLE_DEFAULT);
    SharedSession shared = take(SESSIONS, () -> SharedSession.connect(properties, table));
    session = shared.session();
    tables = shared.tables();
    if (!properties.isLwt()) {
      tell("mode=plain: no lightweight transactions, the last timestamp wins");
    }
    if (properties.readsPastPaxos()) {
      tell(
          "read.consistency=%s: reads don't go through Paxos, and aren't linearizable"
              .formatted(properties.readConsistency().name().toLowerCase(Locale.ROOT)));
    }
  }

  @Override
  protected Optional<Map<String, byte[]>> readRecord(String table, String key, Set<String> fields) {
    try {
      BoundStatement read =
          tables
              .of(table)
              .read()
              .bind(key)
              .setConsistencyLevel(properties.readConsistency())
              .setIdempotent(true);
      return Optional.ofNullable(session.execute(read).one()).map(row -> fields(row, 0));
    } catch (DriverException e) {
      throw Failures.ofRead(e);
    }
  }

  @Override
  protected List<Row> scanRecords(String table, String startKey, int count, Set<String> fields) {
    try {
      BoundStatement scan = tables.of(table).scan().bind(startKey, count).setIdempotent(true);
      return session.execute(scan).map(row -> new Row(row.getString(0), fields(row, 1))).all();
    } catch (DriverException e) {
      throw Failures.ofRead(e);
    }
  }

  private static Map<String, byte[]> fields(
      com.datastax.oss.driver.api.core.cql.Row row, int column) {
    Map<String, byte[]> fields = new HashMap<>();
    Map<String, ByteBuffer> found = row.getMap(column, String.class, ByteBuffer.class);
    if (found != null) {
      found.forEach((name, value) -> fields.put(name, bytes(value)));
    }
    return fields;
  }

  private static byte[] bytes(ByteBuffer value) {
    byte[] bytes = new byte[value.remaining()];
    value.duplicate().get(bytes);
    return bytes;
  }

  @Override
  protected Status insertRecord(String table, String key, Map<String, byte[]> fields) {
    return write(tables.of(table).insert().bind(key, buffers(fields)), Statuses.ABORTED);
  }

  @Override
  protected Status updateRecord(String table, String key, Map<String, byte[]> fields) {
    return write(tables.of(table).update().bind(buffers(fields), key), Status.NOT_FOUND);
  }

  @Override
  protected Status deleteRecord(String table, String key) {
    return write(tables.of(table).delete().bind(key), Status.NOT_FOUND);
  }

  private static Map<String, ByteBuffer> buffers(Map<String, byte[]> fields) {
    Map<String, ByteBuffer> buffers = new HashMap<>();
    fields.forEach((name, value) -> buffers.put(name, ByteBuffer.wrap(value)));
    return buffers;
  }

  /**
   * @param otherwise the status where the statement's condition didn't hold
   * @throws FailedOperation if it is not known to have happened
   */
  private Status write(BoundStatement statement, Status otherwise) {
    try {
      ResultSet result = session.execute(statement);
      return result.wasApplied() ? Status.OK : otherwise;
    } catch (DriverException e) {
      throw Failures.ofWrite(e, properties.isLwt());
    }
  }
}
