package io.hybridycsb.ycsb.cassandra;

import com.datastax.dse.driver.api.core.config.DseDriverOption;
import com.datastax.oss.driver.api.core.AllNodesFailedException;
import com.datastax.oss.driver.api.core.CqlIdentifier;
import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.CqlSessionBuilder;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.DriverExecutionException;
import com.datastax.oss.driver.api.core.config.DefaultDriverOption;
import com.datastax.oss.driver.api.core.config.DriverConfigLoader;
import com.datastax.oss.driver.api.core.connection.ClosedConnectionException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/** The driver's session of all threads, and the tables. */
record SharedSession(CqlSession session, Tables tables) implements AutoCloseable {
  /** On protocol V5 servers of 5.0 break off connections under contended transactions. */
  private static final String PROTOCOL = "V4";

  private static final Duration RECONNECT_FIRST = Duration.ofMillis(200);
  private static final Duration RECONNECT_LAST = Duration.ofSeconds(2);
  private static final Duration AGREEMENT_INTERVAL = Duration.ofMillis(100);

  /** A keyspace of every cluster; the driver leaves it out unless it is named. */
  private static final String ALWAYS_THERE = "system";

  /**
   * Connects, makes what is missing of the schema, and waits until every node that can be reached
   * knows it and finds enough replicas. If the node that the driver asks dies meanwhile, a new
   * session is made by way of another contact point.
   *
   * @param table the table that is used first
   * @throws IllegalStateException if no contact point answers, or the cluster doesn't serve in time
   */
  static SharedSession connect(CassandraProperties properties, String table) {
    try {
      return Attempts.untilDone(
          properties.get(CassandraProperties.CONNECT_TIMEOUT_MS),
          SharedSession::hasLostItsNode,
          () -> connectOnce(properties, table));
    } catch (DriverException e) {
      throw new IllegalStateException("the cluster does not serve: " + Failures.describe(e), e);
    }
  }

  /** A driver whose connection is lost says so, or that it could not write to it. */
  private static boolean hasLostItsNode(RuntimeException e) {
    return e instanceof ClosedConnectionException
        || e instanceof DriverExecutionException && e.getCause() instanceof IOException
        || e instanceof Tables.SchemaUnknownException;
  }

  private static SharedSession connectOnce(CassandraProperties properties, String table) {
    CqlSession session = open(properties);
    try {
      requireKnown(session, ALWAYS_THERE);
      Tables tables = new Tables(session, properties);
      tables.makeKeyspace();
      tables.of(table);
      requireKnown(session, properties.get(CassandraProperties.KEYSPACE));
      return new SharedSession(session, tables);
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  /**
   * Without the schema, operations don't go to the replicas of their keys. A driver that lost its
   * node when it asked for the schema may never ask again.
   */
  private static void requireKnown(CqlSession session, String keyspace) {
    if (session.getMetadata().getKeyspace(CqlIdentifier.fromInternal(keyspace)).isEmpty()) {
      throw new Tables.SchemaUnknownException("the node that was asked for the schema is lost");
    }
  }

  private static CqlSession open(CassandraProperties properties) {
    try {
      CqlSessionBuilder builder = CqlSession.builder();
      if (!properties.get(CassandraProperties.USER).isEmpty()) {
        builder.withAuthCredentials(
            properties.get(CassandraProperties.USER), properties.get(CassandraProperties.PASSWORD));
      }
      return builder
          .withConfigLoader(config(properties))
          .addContactPoints(properties.get(CassandraProperties.CONTACT_POINTS))
          .withLocalDatacenter(properties.get(CassandraProperties.DATACENTER))
          .withClassLoader(SharedSession.class.getClassLoader())
          .build();
    } catch (AllNodesFailedException e) {
      throw new IllegalStateException(
          "no node of %s answers; the first: %s"
              .formatted(
                  properties.get(CassandraProperties.CONTACT_POINTS).stream()
                      .map(a -> a.getHostString() + ":" + a.getPort())
                      .collect(Collectors.joining(",")),
                  Failures.describe(e)),
          e);
    }
  }

  private static DriverConfigLoader config(CassandraProperties properties) {
    Duration connect = Duration.ofMillis(properties.get(CassandraProperties.CONNECT_TIMEOUT_MS));
    return DriverConfigLoader.programmaticBuilder(SharedSession.class.getClassLoader())
        .withString(DefaultDriverOption.PROTOCOL_VERSION, PROTOCOL)
        .withDuration(
            DefaultDriverOption.REQUEST_TIMEOUT,
            Duration.ofMillis(properties.get(CassandraProperties.TIMEOUT_MS)))
        .withString(
            DefaultDriverOption.REQUEST_CONSISTENCY,
            properties.get(CassandraProperties.CONSISTENCY).name())
        .withString(
            DefaultDriverOption.REQUEST_SERIAL_CONSISTENCY,
            properties.get(CassandraProperties.SERIAL_CONSISTENCY).name())
        .withBoolean(DefaultDriverOption.REQUEST_DEFAULT_IDEMPOTENCE, false)
        .withClass(DefaultDriverOption.RETRY_POLICY_CLASS, NoBlindRetries.class)
        .withInt(
            DefaultDriverOption.CONNECTION_POOL_LOCAL_SIZE,
            properties.get(CassandraProperties.CONNECTIONS))
        .withDuration(DefaultDriverOption.CONNECTION_CONNECT_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONNECTION_INIT_QUERY_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONNECTION_SET_KEYSPACE_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_TIMEOUT, connect)
        .withDuration(DefaultDriverOption.CONTROL_CONNECTION_AGREEMENT_INTERVAL, AGREEMENT_INTERVAL)
        .withDuration(DefaultDriverOption.METADATA_SCHEMA_REQUEST_TIMEOUT, connect)
        .withStringList(
            DefaultDriverOption.METADATA_SCHEMA_REFRESHED_KEYSPACES,
            List.of(ALWAYS_THERE, properties.get(CassandraProperties.KEYSPACE)))
        .withDuration(DefaultDriverOption.RECONNECTION_BASE_DELAY, RECONNECT_FIRST)
        .withDuration(DefaultDriverOption.RECONNECTION_MAX_DELAY, RECONNECT_LAST)
        // A session being closed gets no requests; a quiet period would cost seconds.
        .withInt(DefaultDriverOption.NETTY_IO_SHUTDOWN_QUIET_PERIOD, 0)
        .withInt(DefaultDriverOption.NETTY_ADMIN_SHUTDOWN_QUIET_PERIOD, 0)
        .withBoolean(DseDriverOption.MONITOR_REPORTING_ENABLED, false)
        .build();
  }

  @Override
  public void close() {
    session.close();
  }
}
