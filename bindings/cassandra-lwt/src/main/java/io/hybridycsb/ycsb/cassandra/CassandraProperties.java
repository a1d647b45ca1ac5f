package io.hybridycsb.ycsb.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * The properties {@code cassandra.*}, as described where they are declared.
 *
 * @param consistency of plain operations and scans, and of what a lightweight transaction commits
 * @param serialConsistency of lightweight transactions
 * @param ownReadConsistency of reads of one record; empty if the mode decides
 * @param user who connects; empty where Cassandra asks for none
 */
record CassandraProperties(
    List<InetSocketAddress> contactPoints,
    String datacenter,
    String keyspace,
    int replicationFactor,
    Mode mode,
    ConsistencyLevel consistency,
    ConsistencyLevel serialConsistency,
    Optional<ConsistencyLevel> ownReadConsistency,
    int timeoutMs,
    int connectTimeoutMs,
    int connections,
    String user,
    String password) {

  enum Mode {
    /** By compare-and-set through Paxos; reads through Paxos, too, unless they have their own. */
    LWT,
    /** Without Paxos: the last timestamp wins. */
    PLAIN
  }

  /** Levels at which ordinary reads and writes wait for replicas. */
  enum Consistency {
    ONE,
    TWO,
    THREE,
    QUORUM,
    LOCAL_QUORUM,
    ALL;

    ConsistencyLevel level() {
      return DefaultConsistencyLevel.valueOf(name());
    }
  }

  /** Which data centres' replicas take part in Paxos. */
  enum SerialConsistency {
    SERIAL,
    LOCAL_SERIAL;

    ConsistencyLevel level() {
      return DefaultConsistencyLevel.valueOf(name());
    }
  }

  /** Levels of reads: through Paxos, or at an ordinary level. */
  enum ReadConsistency {
    SERIAL,
    LOCAL_SERIAL,
    ONE,
    TWO,
    THREE,
    QUORUM,
    LOCAL_QUORUM,
    ALL;

    ConsistencyLevel level() {
      return DefaultConsistencyLevel.valueOf(name());
    }
  }

  private static final int DEFAULT_PORT = 9042;

  static final Property<List<InetSocketAddress>> CONTACT_POINTS =
      Property.of(
          "cassandra.contact.points",
          new Form<>("HOST[:PORT],...", CassandraProperties::addresses),
          "127.0.0.1:" + DEFAULT_PORT,
          "nodes that tell of the others");
  static final Property<String> DATACENTER =
      Property.text("cassandra.datacenter", "NAME", "datacenter1", "whose nodes are asked");
  static final Property<String> KEYSPACE =
      name("cassandra.keyspace", "hybrid", "where the tables are; made if absent");
  static final Property<Integer> REPLICATION_FACTOR =
      Property.integer(
          "cassandra.replication.factor", 3, 1, 100, "replicas, where the keyspace is made");
  static final Property<Mode> MODE =
      Property.choice("cassandra.mode", Mode.LWT, "whether operations go through Paxos");
  static final Property<Consistency> CONSISTENCY =
      Property.choice("cassandra.consistency", Consistency.QUORUM, "how many replicas answer");
  static final Property<SerialConsistency> SERIAL_CONSISTENCY =
      Property.choice(
          "cassandra.serial.consistency", SerialConsistency.SERIAL, "where Paxos' replicas are");
  static final Property<Optional<ReadConsistency>> READ_CONSISTENCY =
      Property.of(
          "cassandra.read.consistency",
          readConsistencies(),
          "",
          "of reads of one record, if not that of the mode");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer("cassandra.timeout.ms", 7_000, 1, 600_000, "how long an operation may take");
  static final Property<Integer> CONNECT_TIMEOUT_MS =
      Property.integer(
          "cassandra.connect.timeout.ms", 20_000, 1, 600_000, "how long until the cluster serves");
  static final Property<Integer> CONNECTIONS =
      Property.integer("cassandra.connections", 2, 1, 64, "connections to each node");

  static final Property<String> USER =
      Property.text("cassandra.user", "NAME", "", "who connects, if Cassandra asks");
  static final Property<String> PASSWORD =
      Property.text("cassandra.password", "TEXT", "", "that user's password").secret();

  private static final PropertySet ALL =
      new PropertySet(
          "cassandra.",
          List.of(
              CONTACT_POINTS,
              DATACENTER,
              KEYSPACE,
              REPLICATION_FACTOR,
              MODE,
              CONSISTENCY,
              SERIAL_CONSISTENCY,
              READ_CONSISTENCY,
              TIMEOUT_MS,
              CONNECT_TIMEOUT_MS,
              CONNECTIONS,
              USER,
              PASSWORD));

  /**
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static CassandraProperties read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    return new CassandraProperties(
        values.get(CONTACT_POINTS),
        values.get(DATACENTER),
        values.get(KEYSPACE),
        values.get(REPLICATION_FACTOR),
        values.get(MODE),
        values.get(CONSISTENCY).level(),
        values.get(SERIAL_CONSISTENCY).level(),
        values.get(READ_CONSISTENCY).map(ReadConsistency::level),
        values.get(TIMEOUT_MS),
        values.get(CONNECT_TIMEOUT_MS),
        values.get(CONNECTIONS),
        values.get(USER),
        values.get(PASSWORD));
  }

  /** What a read of one record asks for. */
  ConsistencyLevel readConsistency() {
    return ownReadConsistency.orElse(isLwt() ? serialConsistency : consistency);
  }

  /** Whether writes go through Paxos and reads don't, so that these aren't linearizable. */
  boolean readsPastPaxos() {
    return isLwt() && !readConsistency().isSerial();
  }

  boolean isLwt() {
    return mode == Mode.LWT;
  }

  private static Form<Optional<ReadConsistency>> readConsistencies() {
    Form<ReadConsistency> words = Form.choice(ReadConsistency.class);
    return new Form<>(
        words.usage(),
        text -> text.isEmpty() ? Optional.empty() : Optional.of(words.parser().apply(text)));
  }

  private static Property<String> name(String name, String defaultValue, String description) {
    return Property.of(
        name,
        new Form<>("NAME of at most 48 letters, digits and underscores", Names::required),
        defaultValue,
        description);
  }

  private static List<InetSocketAddress> addresses(String text) {
    return Arrays.stream(text.split(",", -1)).map(CassandraProperties::address).toList();
  }

  private static InetSocketAddress address(String text) {
    String[] parts = text.strip().split(":", 2);
    if (parts[0].isEmpty()) {
      throw new IllegalArgumentException("no host");
    }
    int port = parts.length == 1 ? DEFAULT_PORT : Integer.parseInt(parts[1]);
    return new InetSocketAddress(parts[0], port);
  }
}
