package io.hybridycsb.ycsb.immudb;

import io.hybridycsb.immudb.client.Server;
import io.hybridycsb.settings.Form;
import io.hybridycsb.settings.Property;
import io.hybridycsb.settings.PropertySet;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;

/**
 * The properties {@code immudb.*}, as described where they are declared.
 *
 * @param state the file that keeps the verified state; empty to keep it in memory
 * @param retries how often an update is tried again when another write came in between
 */
record ImmudbProperties(
    Server server, Optional<Path> state, Verify verify, Update update, int retries) {

  enum Verify {
    OFF,
    /** Each read and each write before it returns. */
    ONLINE
  }

  enum Update {
    /** Reads the record, and writes it with the fields merged if nobody has written meanwhile. */
    MERGE,
    /** Writes the fields given in place of the record, without a look at it. */
    PUT
  }

  static final Property<InetSocketAddress> ADDRESS =
      Property.required("immudb.address", Form.address(), "where immudb listens");
  static final Property<String> DATABASE =
      Property.text("immudb.database", "NAME", "defaultdb", "the database");
  static final Property<String> USER =
      Property.text("immudb.user", "NAME", "immudb", "who connects");
  static final Property<String> PASSWORD =
      Property.text("immudb.password", "TEXT", "immudb", "that user's password").secret();
  static final Property<String> STATE =
      Property.text("immudb.state", "FILE", "", "where the newest verified state is kept");
  static final Property<Verify> VERIFY =
      Property.choice("immudb.verify", Verify.OFF, "when reads and writes are checked");
  static final Property<Update> UPDATE =
      Property.choice("immudb.update", Update.MERGE, "what an update does");
  static final Property<Integer> RETRIES =
      Property.integer(
          "immudb.retries", 3, 0, 1000, "how often an update that lost is tried again");
  static final Property<Integer> TIMEOUT_MS =
      Property.integer("immudb.timeout.ms", 10_000, 100, 600_000, "how long a call may take");
  static final Property<Integer> CONNECTIONS =
      Property.integer("immudb.connections", 4, 1, 64, "connections to the server");

  private static final PropertySet ALL = PropertySet.of("immudb.", ImmudbProperties.class);

  /**
   * @throws IllegalArgumentException if one is unknown, missing or wrong
   */
  static ImmudbProperties read(Properties properties) {
    PropertySet.Values values = ALL.read(properties);
    InetSocketAddress address = values.get(ADDRESS);
    Server server =
        new Server(
            address.getHostString() + ":" + address.getPort(),
            values.get(DATABASE),
            values.get(USER),
            values.get(PASSWORD),
            values.get(CONNECTIONS),
            values.get(TIMEOUT_MS));
    return new ImmudbProperties(
        server, values.file(STATE), values.get(VERIFY), values.get(UPDATE), values.get(RETRIES));
  }
}
