package io.hybridycsb.ycsb.cassandra;

import static io.hybridycsb.ycsb.cassandra.CassandraProperties.CONNECT_TIMEOUT_MS;
import static io.hybridycsb.ycsb.cassandra.CassandraProperties.DATACENTER;
import static io.hybridycsb.ycsb.cassandra.CassandraProperties.KEYSPACE;
import static io.hybridycsb.ycsb.cassandra.CassandraProperties.REPLICATION_FACTOR;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.InvalidQueryException;
import com.datastax.oss.driver.api.core.servererrors.QueryValidationException;
import io.hybridycsb.ycsb.outcome.FailedOperation;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import site.ycsb.Status;

/**
 * The keyspace, and its tables with the statements on them, each made when it is first used. A
 * record is a row: its key, and a map of its fields, since only the workload knows their names.
 *
 * <p>Several threads and processes may make them at the same time: a table's id comes from its
 * name.
 */
final class Tables {
  private static final int TABLES_MAX = 1_000;
  private static final String PROBE_KEY = "probe";

  private final CqlSession session;
  private final CassandraProperties properties;
  private final Map<String, Statements> statements = new ConcurrentHashMap<>();

  /** It isn't known whether the nodes agree on the schema, or what it is. */
  static final class SchemaUnknownException extends IllegalStateException {
    SchemaUnknownException(String message) {
      super(message);
    }
  }

  /** The statements on a table. */
  record Statements(
      PreparedStatement read,
      PreparedStatement scan,
      PreparedStatement insert,
      PreparedStatement update,
      PreparedStatement delete) {}

  Tables(CqlSession session, CassandraProperties properties) {
    this.session = session;
    this.properties = properties;
  }

  void makeKeyspace() {
    if (session.getMetadata().getKeyspace(quoted(properties.get(KEYSPACE))).isPresent()) {
      return;
    }
    change(
        "CREATE KEYSPACE IF NOT EXISTS \"%s\" WITH replication = {'class': 'NetworkTopologyStrategy', '%s': %d}"
            .formatted(
                properties.get(KEYSPACE),
                properties.get(DATACENTER),
                properties.get(REPLICATION_FACTOR)));
  }

  /** The statements on a table, which is made unless it is there. */
  Statements of(String table) {
    Statements known = statements.get(table);
    return known != null ? known : statements.computeIfAbsent(table, this::make);
  }

  private Statements make(String table) {
    String name;
    try {
      name =
          "\"%s\".\"%s\""
              .formatted(properties.get(KEYSPACE), CassandraProperties.requireName(table));
    } catch (IllegalArgumentException e) {
      throw new FailedOperation(Status.BAD_REQUEST, "table " + e.getMessage());
    }
    if (statements.size() >= TABLES_MAX) {
      throw new FailedOperation(Status.BAD_REQUEST, "more than " + TABLES_MAX + " tables");
    }
    return awaitServed(name, tableId(properties.get(KEYSPACE), table));
  }

  /**
   * A node that has just started may serve before it knows that the others are alive. A node may
   * also learn of a table after all nodes seem to agree on it.
   */
  private Statements awaitServed(String name, UUID id) {
    return Attempts.untilDone(
        properties.get(CONNECT_TIMEOUT_MS),
        Tables::mayPass,
        () -> {
          change(
              "CREATE TABLE IF NOT EXISTS %s (key text PRIMARY KEY, fields map<text, blob>) WITH ID = %s"
                  .formatted(name, id));
          Statements made = prepareAll(name);
          requireServed(made);
          return made;
        });
  }

  /** A node that doesn't know the table yet answers that a query is invalid. */
  private static boolean mayPass(RuntimeException e) {
    return e instanceof InvalidQueryException
        || e instanceof DriverException && !(e instanceof QueryValidationException);
  }

  private void requireServed(Statements made) {
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getState() == NodeState.UP) {
        session.execute(
            made.read()
                .bind(PROBE_KEY)
                .setConsistencyLevel(properties.readConsistency())
                .setIdempotent(true)
                .setNode(node));
      }
    }
  }

  private Statements prepareAll(String name) {
    boolean lwt = properties.isLwt();
    return new Statements(
        prepare("SELECT fields FROM %s WHERE key = ?", name),
        prepare("SELECT key, fields FROM %s WHERE token(key) >= token(?) LIMIT ?", name),
        prepare("INSERT INTO %s (key, fields) VALUES (?, ?)" + (lwt ? " IF NOT EXISTS" : ""), name),
        prepare(
            "UPDATE %s SET fields = fields + ? WHERE key = ?" + (lwt ? " IF EXISTS" : ""), name),
        prepare("DELETE FROM %s WHERE key = ?" + (lwt ? " IF EXISTS" : ""), name));
  }

  private PreparedStatement prepare(String statement, String table) {
    return session.prepare(statement.formatted(table));
  }

  /**
   * Changes the schema; returns when all nodes know.
   *
   * @throws SchemaUnknownException if they don't know in time, or the node that the driver asks is
   *     lost
   */
  private void change(String statement) {
    session.execute(
        SimpleStatement.newInstance(statement)
            .setTimeout(Duration.ofMillis(properties.get(CONNECT_TIMEOUT_MS))));
    if (!session.checkSchemaAgreement()) {
      throw new SchemaUnknownException(
          "it could not be seen in time that all nodes know: " + statement);
    }
  }

  /**
   * A table's id, derived from its name. If two clients made a table through different nodes at the
   * same time, it would otherwise get two ids, and the nodes would never agree.
   */
  static UUID tableId(String keyspace, String table) {
    return UUID.nameUUIDFromBytes((keyspace + "." + table).getBytes(StandardCharsets.UTF_8));
  }

  private static String quoted(String name) {
    return "\"" + name + "\"";
  }
}
