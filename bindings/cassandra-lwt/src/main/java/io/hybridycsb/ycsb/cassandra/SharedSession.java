package io.hybridycsb.ycsb.cassandra;

import com.datastax.dse.driver.api.core.config.DseDriverOption;
import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import com.datastax.oss.driver.api.core.servererrors.UnavailableException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** The driver's session of all threads, and the tables. */
final class SharedSession implements AutoCloseable {
  /** On protocol V5 servers of 5.0 break off connections under contended transactions. */
  private static final String PROTOCOL = "V4";

  private static final Duration RECONNECT_FIRST = Duration.ofMillis(200);
  private static final Duration RECONNECT_LAST = Duration.ofSeconds(2);
  private static final Duration AGREEMENT_INTERVAL = Duration.ofMillis(100);
  private static final long PROBE_INTERVAL_MS = 200;
  private static final String PROBE_KEY = "probe";

  private final CqlSession session;
  private final Tables tables;

  private SharedSession(CqlSession session, Tables tables) {
    this.session = session;
    this.tables = tables;
  }

  /**
   * Connects, makes what is missing of the schema, and waits until every node that can be reached
   * finds enough replicas.
   *
   * @param table the table that is used first
   * @throws IllegalStateException if the cluster doesn't serve in time
   */
  static SharedSession connect(CassandraProperties properties, String table) {
    CqlSession session = open(properties);
    try {
      Tables tables = new Tables(session, properties);
      tables.makeKeyspace();
      tables.of(table);
      awaitReplicas(session, tables.of(table), properties);
      return new SharedSession(session, tables);
    } catch (RuntimeException e) {
      session.close();
      throw e instanceof DriverException
          ? new IllegalStateException("the cluster does not serve: " + Failures.describe(e), e)
          : e;
    }
  }

  private static CqlSession open(CassandraProperties properties) {
    try {
      return CqlSession.builder()
          .withConfigLoader(config(properties))
          .addContactPoints(properties.contactPoints())
          .withLocalDatacenter(properties.datacenter())
          .withClassLoader(SharedSession.class.getClassLoader())
          .build();
    } catch (AllNodesFailedException e) {
      throw new IllegalStateException(
          "no node of %s answers; the first: %s"
              .formatted(
                  properties.contactPoints().stream()
                      .map(a -> a.getHostString() + ":" + a.getPort())
                      .collect(Collectors.joining(",")),
                  Failures.describe(e)),
          e);
    }
  }

  private static DriverConfigLoader config(CassandraProperties properties) {
    Duration connect = Duration.ofMillis(properties.connectTimeoutMs());
    return DriverConfigLoader.programmaticBuilder(SharedSession.class.getClassLoader())
        .withString(DefaultDriverOption.PROTOCOL_VERSION, PROTOCOL)
        .withDuration(
            DefaultDriverOption.REQUEST_TIMEOUT, Duration.ofMillis(properties.timeoutMs()))
        .withString(DefaultDriverOption.REQUEST_CONSISTENCY, properties.consistency().name())
        .withString(
            DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY, properties.serialConsistency().name())
        .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false)
        .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NoBlindRetries.class)
        .withInt(DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE, properties.connections())
        .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_INTERVAL, AGREEMENT_INTERVAL)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT_FIRST)
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT_LAST)
        .withBoolean(DseDriverOption.MONITOR_REPORTING_ENABLED, false)
        .build();
  }

  /** A node that has just started may serve before it knows that the others are alive. */
  private static void awaitReplicas(
      CqlSession session, Tables.Statements statements, CassandraProperties properties) {
    long deadlineNs =
        System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(properties.connectTimeoutMs());
    for (Node node : session.getMetadata().getNodes().values()) {
      if (node.getState() == NodeState.UP) {
        awaitReplicas(session, statements, properties, node, deadlineNs);
      }
    }
  }

  private static void awaitReplicas(
      CqlSession session,
      Tables.Statements statements,
      CassandraProperties properties,
      Node node,
      long deadlineNs) {
    while (true) {
      try {
        session.execute(
            statements
                .read()
                .bind(PROBE_KEY)
                .setConsistencyLevel(properties.readConsistency())
                .setNode(node));
        return;
      } catch (UnavailableException | AllNodesFailedException e) {
        if (System.nanoTime() > deadlineNs) {
          throw e;
        }
        pause();
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PROBE_INTERVAL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for the cluster", e);
    }
  }

  CqlSession session() {
    return session;
  }

  Tables tables() {
    return tables;
  }

  @Override
  public void close() {
    session.close();
  }
}
