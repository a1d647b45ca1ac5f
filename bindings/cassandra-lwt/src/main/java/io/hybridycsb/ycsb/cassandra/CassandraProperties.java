package io.hybridycsb.ycsb.cassandra;

import com.datastax.oss.driver.api.core.ConsistencyLevel;
import com.datastax.oss.driver.api.core.DefaultConsistencyLevel;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The properties {@code cassandra.*}, as described where they are declared. */
record CassandraProperties(PropertySet.Values values) {

  enum Mode {
    /** By compare-and-set through Paxos; reads through Paxos, too, unless they have their own. */
    LWT,
    /** Without Paxos: the last timestamp wins. */
    PLAIN
  }

  private static final int DEFAULT_PORT = 9042;

  private static final Pattern NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_]{0,47}");

  /** At which ordinary reads and writes wait for replicas. */
  private static final List<DefaultConsistencyLevel> ORDINARY =
      List.of(
          DefaultConsistencyLevel.ONE,
          DefaultConsistencyLevel.TWO,
          DefaultConsistencyLevel.THREE,
          DefaultConsistencyLevel.QUORUM,
          DefaultConsistencyLevel.LOCAL_QUORUM,
          DefaultConsistencyLevel.ALL);

  private static final List<DefaultConsistencyLevel> OF_PAXOS =
      List.of(DefaultConsistencyLevel.SERIAL, DefaultConsistencyLevel.LOCAL_SERIAL);

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

  /** Of plain operations and scans, and of what a lightweight transaction commits. */
  static final Property<ConsistencyLevel> CONSISTENCY =
      Property.of("cassandra.consistency", levels(ORDINARY), "quorum", "how many replicas answer");

  /** Of lightweight transactions: which data centres' replicas take part in Paxos. */
  static final Property<ConsistencyLevel> SERIAL_CONSISTENCY =
      Property.of(
          "cassandra.serial.consistency", levels(OF_PAXOS), "serial", "where Paxos' replicas are");

  /** Through Paxos, or at an ordinary level; empty if the mode decides. */
  private static final Property<Optional<ConsistencyLevel>> READ_CONSISTENCY =
      Property.of(
          "cassandra.read.consistency",
          readLevels(),
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

  private static final PropertySet ALL = PropertySet.of("cassandra.", CassandraProperties.class);

  /**
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static CassandraProperties read(Properties properties) {
    return new CassandraProperties(ALL.read(properties));
  }

  <T> T get(Property<T> property) {
    return values.get(property);
  }

  /** What a read of one record asks for. */
  ConsistencyLevel readConsistency() {
    return get(READ_CONSISTENCY).orElse(get(isLwt() ? SERIAL_CONSISTENCY : CONSISTENCY));
  }

  /** Whether writes go through Paxos and reads don't, so that these aren't linearizable. */
  boolean readsPastPaxos() {
    return isLwt() && !readConsistency().isSerial();
  }

  boolean isLwt() {
    return get(MODE) == Mode.LWT;
  }

  private static Form<ConsistencyLevel> levels(List<DefaultConsistencyLevel> levels) {
    return Form.oneOf(List.copyOf(levels), level -> level.name().toLowerCase(Locale.ROOT));
  }

  private static Form<Optional<ConsistencyLevel>> readLevels() {
    Form<ConsistencyLevel> all =
        levels(Stream.concat(OF_PAXOS.stream(), ORDINARY.stream()).toList());
    return new Form<>(
        all.usage(),
        text -> text.isEmpty() ? Optional.empty() : Optional.of(all.parser().apply(text)));
  }

  private static Property<String> name(String name, String defaultValue, String description) {
    return Property.of(
        name,
        new Form<>(
            "NAME of at most 48 letters, digits and underscores", CassandraProperties::requireName),
        defaultValue,
        description);
  }

  /**
   * The name of a keyspace or table, if Cassandra takes it.
   *
   * @throws IllegalArgumentException if it doesn't
   */
  static String requireName(String name) {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException(
          "\"" + name + "\" is not a name of at most 48 letters, digits and underscores");
    }
    return name;
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
